import { describe, expect, it, vi } from 'vitest';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { Cancellation } from './cancellation.js';
import { RequestContext, type RequestFacts } from './request-context.js';

const make = (facts: Partial<RequestFacts> = {}, publish = vi.fn()): RequestContext =>
  new RequestContext(
    {
      exchange: new MemoryExchange({}, () => undefined),
      revision: '2026-07-28',
      client: { capabilities: {} },
      meta: undefined,
      cancellation: new Cancellation(),
      ...facts,
    },
    publish,
  );

describe('RequestContext', () => {
  it('P-02 sends no progress without a token', () => {
    expect(() => make().progress(1)).not.toThrow();
  });

  it('P-04, Q-23 sends only progress that grows', () => {
    const sendProgress = vi.fn();
    const context = make({ sendProgress });
    for (const value of [0, 1, 1, 0.5, Number.NaN, 2]) context.progress(value, 10, 'm');
    expect(sendProgress.mock.calls.map(([report]) => report.progress)).toEqual([0, 1, 2]);
    expect(sendProgress).toHaveBeenLastCalledWith({ progress: 2, total: 10, message: 'm' });
  });

  it('works when a handler takes it apart', () => {
    const [sendProgress, sendLog, publish] = [vi.fn(), vi.fn(), vi.fn()];
    const { progress, log, notify } = make({ sendProgress, sendLog, logLevel: 'debug' }, publish);
    progress(1, 2, 'half');
    log('info', 'x', 'app');
    notify({ type: 'toolsListChanged' });
    expect(sendProgress).toHaveBeenCalledWith({ progress: 1, total: 2, message: 'half' });
    expect(sendLog).toHaveBeenCalledWith({ level: 'info', data: 'x', logger: 'app' });
    expect(publish).toHaveBeenCalledWith({ type: 'toolsListChanged' });
  });

  it('P-07 is silent after the end and after a cancellation', () => {
    const sendProgress = vi.fn();
    const sendLog = vi.fn();
    const finished = make({ sendProgress, sendLog, logLevel: 'debug' });
    finished.finish();
    const cancelled = make({ sendProgress, sendLog, logLevel: 'debug' });
    cancelled.facts.cancellation.cancel();
    for (const context of [finished, cancelled]) {
      context.progress(1);
      context.log('error', 'x');
    }
    expect(sendProgress).not.toHaveBeenCalled();
    expect(sendLog).not.toHaveBeenCalled();
  });

  it('L-04 sends log messages at the level asked for and above', () => {
    const sendLog = vi.fn();
    const context = make({ sendLog, logLevel: 'warning' });
    for (const level of ['debug', 'notice', 'warning', 'emergency'] as const) context.log(level, level, 'app');
    expect(sendLog.mock.calls.map(([message]) => message.level)).toEqual(['warning', 'emergency']);
  });

  it('Q-62 has the ways to ask the client only where they are given', () => {
    expect('elicit' in make()).toBe(false);
    const elicit = () => Promise.resolve({ action: 'cancel' as const });
    expect(make({ asking: { elicit } }).elicit).toBe(elicit);
  });

  it('M-11 hands _meta on untouched, and gives an empty one when there is none', () => {
    const meta = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    expect(make({ meta }).meta).toBe(meta);
    expect(make().meta).toEqual({});
  });

  it('publishes changes', () => {
    const publish = vi.fn();
    make({}, publish).notify({ type: 'promptsListChanged' });
    expect(publish).toHaveBeenCalledWith({ type: 'promptsListChanged' });
  });
});
