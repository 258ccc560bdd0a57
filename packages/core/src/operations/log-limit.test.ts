import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { LogLevel } from '../application/context.js';
import { Cancellation } from '../runtime/cancellation.js';
import type { LogMessage } from '../runtime/request-context.js';
import { LogLimit } from './log-limit.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function limited(perSecond: number) {
  const sent: LogMessage[] = [];
  const limit = new LogLimit(perSecond, (message) => void sent.push(message));
  const push = (...levels: readonly LogLevel[]): void => {
    for (const level of levels) limit.push({ level, data: level, logger: 'app' });
  };
  return { limit, push, told: () => sent.splice(0).map(({ level, data }) => [level, data]) };
}

const told = (counts: string, perSecond: number): string =>
  `Log messages that were not sent: ${counts}. Of one request, ${perSecond} a second are`;

describe('a limit of log messages', () => {
  it('YG-06, L-09 sends so many a second, and says at its end how many more there were and of what levels', () => {
    const { push, told: said } = limited(2);
    push('info', 'error', 'info', 'debug', 'warning', 'info');
    expect(said()).toEqual([
      ['info', 'info'],
      ['error', 'error'],
    ]);
    vi.advanceTimersByTime(999);
    expect(said()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(said()).toEqual([['warning', told('1 debug, 2 info, 1 warning', 2)]]);
    push('info', 'info', 'notice');
    expect(said()).toEqual([
      ['info', 'info'],
      ['info', 'info'],
    ]);
    vi.advanceTimersByTime(1000);
    expect(said()).toEqual([['notice', told('1 notice', 2)]]);
    vi.advanceTimersByTime(5000);
    expect(said()).toEqual([]);
  });

  it('says nothing where nothing was too much, and keeps no timer', () => {
    const { limit, push, told: said } = limited(3);
    push('info', 'info', 'info');
    vi.advanceTimersByTime(1000);
    push('info');
    limit.flush();
    expect(said()).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says with the end what was not sent, unless nobody wants to know', () => {
    for (const [end, expected] of [
      ['flush', [['error', told('1 error', 1)]]],
      ['drop', []],
    ] as const) {
      const { limit, push, told: said } = limited(1);
      push('info', 'error');
      said();
      limit[end]();
      expect(said()).toEqual(expected);
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

describe('a request whose log messages are limited', () => {
  const talking = async () => {
    const sendLog = vi.fn();
    const cancellation = new Cancellation();
    const { context } = await start({ tools: () => [] }, { maxLogsPerSecond: 1 });
    const facts = { sendLog, cancellation, logLevel: 'debug' as LogLevel };
    return { request: context(facts), sendLog, cancellation };
  };
  const levels = (sendLog: ReturnType<typeof vi.fn>): unknown => sendLog.mock.calls.map(([{ level }]) => level);

  it('YG-06, L-09 tells its client before the answer how many were not sent', async () => {
    const { request, sendLog } = await talking();
    for (const level of ['info', 'debug', 'error'] as const) request.log(level, level, 'app');
    request.finish();
    expect(sendLog.mock.calls).toEqual([
      [{ level: 'info', data: 'info', logger: 'app' }],
      [{ level: 'error', data: told('1 debug, 1 error', 1), logger: undefined }],
    ]);
    request.log('error', 'late');
    vi.advanceTimersByTime(2000);
    expect(sendLog).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has a limit of its own, whatever other requests log', async () => {
    const { context } = await start({ tools: () => [] }, { maxLogsPerSecond: 1 });
    for (let count = 0; count < 3; count += 1) {
      const sendLog = vi.fn();
      const request = context({ sendLog, logLevel: 'debug' });
      request.log('info', 'x');
      request.finish();
      expect(levels(sendLog)).toEqual(['info']);
    }
  });

  it('L-04 does not count what its client does not want', async () => {
    const { request, sendLog } = await talking();
    Object.assign(request.facts, { logLevel: 'error' });
    for (const level of ['info', 'debug', 'error', 'info'] as const) request.log(level, level);
    request.finish();
    expect(levels(sendLog)).toEqual(['error']);
  });

  it('YG-02 tells nothing of what its client has come not to want', async () => {
    const { request, sendLog } = await talking();
    for (const level of ['info', 'info'] as const) request.log(level, level);
    Object.assign(request.facts, { logLevel: 'error' });
    vi.advanceTimersByTime(1000);
    request.finish();
    expect(levels(sendLog)).toEqual(['info']);
  });

  it('says nothing more once it is cancelled', async () => {
    for (const finishFirst of [true, false]) {
      const { request, sendLog, cancellation } = await talking();
      for (const level of ['info', 'info'] as const) request.log(level, level);
      cancellation.cancel();
      if (finishFirst) request.finish();
      vi.advanceTimersByTime(1000);
      request.finish();
      expect(levels(sendLog)).toEqual(['info']);
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});
