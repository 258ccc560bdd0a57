import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { ToolDescriptor } from '../application/tools.js';
import { Cancellation } from '../runtime/cancellation.js';
import { InFlight } from '../runtime/in-flight.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A tool that takes so long. It ends early when its signal aborts. */
function slow(ms: number, timeoutMs?: number): ToolDescriptor {
  return {
    name: 'slow',
    ...(timeoutMs !== undefined && { timeoutMs }),
    run: (_args: never, { signal }) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => resolve('done'), ms);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }),
  };
}

/** Calls it, and says what became of its request. */
async function call(tool: ToolDescriptor, timeoutMs?: number, { after = 0, cancelled = false } = {}) {
  const { runtime, context, logger } = await start({ tools: () => [tool] }, { timeoutMs, precompile: true });
  const cancellation = new Cancellation();
  const given = runtime.callTool('slow', {}, context({ cancellation }));
  if (cancelled) cancellation.cancel();
  await vi.advanceTimersByTimeAsync(after);
  return { cancellation, given, logger };
}

describe('a time limit', () => {
  it('C-09 gives up on a call that takes longer, with a sentence for its client', async () => {
    const { cancellation, logger } = await call(slow(10_000), 5000, { after: 5000 });
    expect(cancellation).toMatchObject({ byServer: true, reason: "Tool 'slow' took longer than 5000 ms" });
    expect(cancellation.signal.aborted).toBe(true);
    expect(logger.error).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has no effect on a call that is done in time, and leaves no timer', async () => {
    const { cancellation, given } = await call(slow(10), 5000, { after: 10 });
    expect(await given).toMatchObject({ content: [{ text: 'done' }] });
    expect([cancellation.cancelled, vi.getTimerCount()]).toEqual([false, 0]);
  });

  it('of a tool beats that of the server, in both directions', async () => {
    expect((await call(slow(10_000, 50), 5000, { after: 50 })).cancellation.reason).toBe(
      "Tool 'slow' took longer than 50 ms",
    );
    const { cancellation } = await call(slow(10_000, 8000), 5000, { after: 7999 });
    expect(cancellation.cancelled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(cancellation.reason).toBe("Tool 'slow' took longer than 8000 ms");
  });

  it('of a tool works without one of the server', async () => {
    expect((await call(slow(10_000, 50), undefined, { after: 50 })).cancellation.reason).toBe(
      "Tool 'slow' took longer than 50 ms",
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [0, 5000],
    [0, undefined],
    [undefined, 0],
    [undefined, undefined],
  ])('of %s at the tool and %s at the server is none', async (own, server) => {
    const { cancellation, given } = await call(slow(100_000, own), server, { after: 100_000 });
    expect(cancellation.cancelled).toBe(false);
    expect(await given).toMatchObject({ content: [{ text: 'done' }] });
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([50, undefined])('ends with a cancellation, though the work goes on (limit of the tool: %s)', async (own) => {
    const stuck: ToolDescriptor = { name: 'slow', timeoutMs: own, run: () => new Promise<never>(() => undefined) };
    await call(stuck, 5000, { cancelled: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('makes no timer for what is done at once', async () => {
    const options = { timeoutMs: 5000, precompile: true };
    const { runtime, context } = await start({ tools: () => [{ name: 'fast', run: () => 'x' }] }, options);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    expect(await runtime.callTool('fast', {}, context())).toMatchObject({ content: [{ text: 'x' }] });
    expect(timers).not.toHaveBeenCalled();
  });

  it('is there for every operation, and the error says which took too long', async () => {
    const forever = (): Promise<never> => new Promise(() => undefined);
    const { runtime, context } = await start(
      {
        prompts: () => [{ name: 'p', run: forever, arguments: [{ name: 'a', complete: forever }] }],
        resources: () => [{ uri: 'x:y', name: 'r', read: forever }],
        tools: ({ revision }) => (revision === '' ? [] : forever()),
      },
      { timeoutMs: 20 },
    );
    const reasons: unknown[] = [];
    const noted = () => {
      const cancellation = new Cancellation();
      cancellation.onCancel(() => reasons.push(cancellation.reason));
      return context({ cancellation });
    };
    void runtime.getPrompt('p', {}, noted());
    void runtime.readResource('x:y', noted());
    void runtime.complete({ type: 'prompt', name: 'p' }, { name: 'a', value: '' }, {}, noted());
    void runtime.listTools(undefined, noted());
    await vi.advanceTimersByTimeAsync(20);
    expect(reasons).toEqual([
      "Prompt 'p' took longer than 20 ms",
      "Reading 'x:y' took longer than 20 ms",
      "Completing 'a' took longer than 20 ms",
      'tools/list took longer than 20 ms',
    ]);
  });

  it('frees the id of the request at once, though the work goes on', async () => {
    const forever = { name: 'slow', run: () => new Promise<never>(() => undefined) };
    const { runtime, context } = await start({ tools: () => [forever] }, { timeoutMs: 20, precompile: true });
    const [inFlight, peer, cancellation] = [new InFlight(), {}, new Cancellation()];
    inFlight.begin(peer, 1, cancellation);
    void runtime.callTool('slow', {}, context({ cancellation }));
    await vi.advanceTimersByTimeAsync(20);
    expect([inFlight.size, inFlight.has(peer, 1)]).toEqual([0, false]);
  });

  it.each(['5s', -1, 1.5, 2 ** 31, Number.NaN])('of %s is refused at start', async (timeoutMs) => {
    await expect(start({ tools: () => [{ ...slow(1), timeoutMs: timeoutMs as number }] })).rejects.toThrow(
      "timeoutMs of tool 'slow' must be a time in whole milliseconds, or 0 for none; got",
    );
  });
});
