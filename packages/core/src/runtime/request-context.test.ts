import { afterEach, describe, expect, it, vi } from 'vitest';
import { spyLogger } from '../../test/runtime.js';
import { ApplicationError } from '../errors.js';
import { success } from '../jsonrpc/message.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { Cancellation } from './cancellation.js';
import { ClientRequests } from './client-requests.js';
import { RequestContext, type RequestFacts } from './request-context.js';
import { type RequestHost, requestHost } from './request-host.js';

afterEach(() => void vi.useRealTimers());

const make = (facts: Partial<RequestFacts> = {}, publish = vi.fn(), host?: RequestHost): RequestContext =>
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
    host,
  );

/** What the requests of a server share, with a logger to look at. */
function sharing(progressIntervalMs = 0): RequestHost & { readonly logger: ReturnType<typeof spyLogger> } {
  const logger = spyLogger();
  return { ...requestHost(logger, new ClientRequests(), progressIntervalMs), logger };
}

const valuesOf = (sendProgress: ReturnType<typeof vi.fn>): readonly unknown[] =>
  sendProgress.mock.calls.map(([report]) => report.progress);

describe('RequestContext', () => {
  it('P-02 sends no progress without a token', () => {
    expect(() => make().progress(1)).not.toThrow();
  });

  it('P-04, Q-23 sends only progress that grows', () => {
    const sendProgress = vi.fn();
    const context = make({ sendProgress });
    for (const value of [0, 1, 1, 0.5, Number.NaN, 2]) context.progress(value, 10, 'm');
    expect(valuesOf(sendProgress)).toEqual([0, 1, 2]);
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

  it('Q-23 writes down progress that does not grow, for whoever looks for it', () => {
    const host = sharing();
    const context = make({ sendProgress: vi.fn() }, vi.fn(), host);
    context.progress(2);
    context.progress(1);
    expect(host.logger.debug).toHaveBeenCalledExactlyOnceWith({ progress: 1, last: 2 }, expect.any(String));
  });

  it('P-08 sends at most one report in an interval, and the last before the answer', () => {
    vi.useFakeTimers();
    const sendProgress = vi.fn();
    const context = make({ sendProgress }, vi.fn(), sharing(100));
    for (const value of [1, 2, 3]) context.progress(value);
    expect(valuesOf(sendProgress)).toEqual([1]);
    vi.advanceTimersByTime(100);
    context.progress(4);
    context.progress(5, 5, 'done');
    expect(valuesOf(sendProgress)).toEqual([1, 3]);
    context.finish();
    expect(sendProgress).toHaveBeenLastCalledWith({ progress: 5, total: 5, message: 'done' });
    context.progress(6);
    context.finish();
    vi.advanceTimersByTime(1000);
    expect(valuesOf(sendProgress)).toEqual([1, 3, 5]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('P-07 drops the report that waits when the request is cancelled', () => {
    vi.useFakeTimers();
    for (const finishFirst of [true, false]) {
      const sendProgress = vi.fn();
      const context = make({ sendProgress }, vi.fn(), sharing(100));
      context.progress(1);
      context.progress(2);
      context.facts.cancellation.cancel();
      if (finishFirst) context.finish();
      vi.advanceTimersByTime(100);
      context.finish();
      expect(valuesOf(sendProgress)).toEqual([1]);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  it('makes no timer for a request that reports nothing, and none where reports are not throttled', () => {
    vi.useFakeTimers();
    make({ sendProgress: vi.fn() }, vi.fn(), sharing(100)).finish();
    make({ sendProgress: vi.fn() }, vi.fn(), sharing(0)).progress(1);
    make({}, vi.fn(), sharing(100)).progress(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not fail a handler, nor a timer, where a report can’t be sent', () => {
    vi.useFakeTimers();
    const broken = (): never => {
      throw new TypeError('broken');
    };
    const host = sharing(100);
    const context = make({ sendProgress: broken, sendLog: broken, logLevel: 'debug' }, vi.fn(), host);
    context.progress(1);
    context.progress(2);
    context.log('info', 'x');
    expect(() => vi.advanceTimersByTime(100)).not.toThrow();
    expect(() => context.finish()).not.toThrow();
    // What one handler does wrong it does in every request, so each is said once.
    make({ sendLog: broken, logLevel: 'debug' }, vi.fn(), host).log('info', 'x');
    expect(host.logger.warn.mock.calls.map(([, message]) => message)).toEqual([
      'Progress could not be sent',
      'A log message could not be sent',
    ]);
  });

  it.each(['fatal', '', undefined, 'toString', 3])(
    'YG-05, L-06 drops a log message of the level %j, and warns once',
    (level) => {
      const sendLog = vi.fn();
      const host = sharing();
      const context = make({ sendLog, logLevel: 'debug' }, vi.fn(), host);
      context.log(level as never, 'x');
      context.log(level as never, 'y');
      expect(sendLog).not.toHaveBeenCalled();
      expect(host.logger.warn).toHaveBeenCalledTimes(1);
    },
  );

  it('YG-02 follows the level of a session, which may change while the request runs', () => {
    const sendLog = vi.fn();
    const facts = {
      exchange: new MemoryExchange({}, () => undefined),
      revision: '2025-11-25',
      client: { capabilities: {} },
      meta: undefined,
      cancellation: new Cancellation(),
      sendLog,
      logLevel: 'error' as RequestFacts['logLevel'],
    };
    const context = new RequestContext(facts as RequestFacts, vi.fn());
    context.log('info', 1);
    facts.logLevel = 'info';
    context.log('info', 2);
    expect(sendLog.mock.calls.map(([message]) => message.data)).toEqual([2]);
  });

  it('Q-62 has the ways to ask the client only where they are given', async () => {
    const without = make();
    expect([without.elicit, without.elicitUrl, without.sample, without.listRoots]).toEqual(Array(4).fill(undefined));
    const elicit = vi.fn(async () => ({ action: 'cancel' as const }));
    const asking = vi.fn(() => ({ elicit }));
    const context = make(Object.defineProperty({}, 'asking', { get: asking, enumerable: true }));
    expect(context.sample).toBeUndefined();
    const { elicit: ask } = context;
    const schema = { type: 'object', properties: {} };
    expect(await ask?.('Which?', schema)).toEqual({ action: 'cancel' });
    expect(elicit).toHaveBeenCalledExactlyOnceWith('Which?', schema, undefined);
  });

  it('makes nothing for asking in a request that does not ask', () => {
    const asking = vi.fn();
    const facts = make().facts;
    const lazy = Object.defineProperty({ ...facts }, 'asking', { get: asking });
    const context = new RequestContext(lazy, vi.fn());
    context.finish();
    expect(asking).not.toHaveBeenCalled();
  });

  it('asks nothing after the end and after a cancellation', async () => {
    const elicit = vi.fn();
    const over = make({ asking: { elicit } });
    over.finish();
    const cancelled = make({ asking: { elicit } });
    cancelled.facts.cancellation.cancel();
    await expect(over.elicit?.('?', {})).rejects.toMatchObject({ reason: 'over', code: 'POLYSPEC_CLIENT_REQUEST' });
    await expect(cancelled.elicit?.('?', {})).rejects.toMatchObject({ reason: 'cancelled' });
    expect(elicit).not.toHaveBeenCalled();
  });

  it('ends with the request what its handler asked and went on without, which is no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const host = sharing();
    const { clientRequests } = host;
    const received: string[] = [];
    const peer = {};
    const exchange = new MemoryExchange(peer, ({ method }) => received.push(method));
    const cancellation = new Cancellation();
    const listRoots = async (): Promise<readonly []> => {
      await clientRequests.send({ peer, exchange, method: 'roots/list', cancellation });
      return [];
    };
    const context = make({ exchange, cancellation, asking: { listRoots } }, vi.fn(), host);
    void context.listRoots?.();
    expect(clientRequests.size).toBe(1);
    context.finish();
    expect(clientRequests.size).toBe(0);
    void context.listRoots?.();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(received).toEqual(['roots/list']);
    expect(clientRequests.answer(peer, success('late', {}))).toBe(false);
  });

  it('M-11 hands _meta on untouched, and gives an empty one when there is none', () => {
    const meta = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    expect(make({ meta }).meta).toBe(meta);
    expect(make().meta).toEqual({});
  });

  it('closes the connection for work that takes long where the client comes back for it, and not after the end (SEP-1699)', () => {
    const closeStream = vi.fn();
    const context = make({ canCloseStream: true, closeStream });
    const { closeStream: close } = context;
    close?.(5000);
    close?.();
    context.finish();
    close?.();
    expect(closeStream.mock.calls).toEqual([[5000], [undefined]]);
    expect(make({ closeStream }).closeStream).toBeUndefined();
  });

  it('refuses a time to come back in that is no whole number of milliseconds', () => {
    const closeStream = vi.fn();
    const context = make({ canCloseStream: true, closeStream });
    const wrong = [Number.NaN, Number.POSITIVE_INFINITY, 'x', 1e30, -1, 0.5, 2 ** 31, null];
    for (const retryMs of wrong) {
      expect(() => context.closeStream?.(retryMs as number)).toThrow(ApplicationError);
    }
    expect(() => context.closeStream?.(-1)).toThrow(
      'closeStream: retryMs must be an integer from 0 to 2147483647; got number -1',
    );
    expect(closeStream).not.toHaveBeenCalled();
    for (const retryMs of [0, 2 ** 31 - 1]) context.closeStream?.(retryMs);
    expect(closeStream.mock.calls).toEqual([[0], [2 ** 31 - 1]]);
  });

  it('publishes changes', () => {
    const publish = vi.fn();
    make({}, publish).notify({ type: 'promptsListChanged' });
    expect(publish).toHaveBeenCalledWith({ type: 'promptsListChanged' });
  });
});
