import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Exchange,
  type JsonObject,
  type Logger,
  type Outcome,
  request,
  type SpecHandler,
  silentLogger,
  success,
} from '@polyspec/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { spec, start } from '../test/in-memory.js';
import { StubHandler } from '../test/stub-handler.js';

const echo = (params: JsonObject): JsonObject => params;
const slow = async ({ ms }: JsonObject): Promise<JsonObject> => {
  await wait(Number(ms));
  return { ms };
};

describe('the end of stdio', () => {
  it('ends with the input, without error and without output (ST-15, S-10)', async () => {
    const handler = new StubHandler();
    const { end, text, running } = await start(handler);
    expect(running.address).toBe('stdio');
    await end();
    expect(text()).toBe('');
    expect(handler.closings).toBe(1);
  });

  it('ends when the input had ended before the start', async () => {
    const input = new PassThrough();
    input.resume().end();
    await wait(5);
    const { running } = await start(new StubHandler(), { input });
    await running.closed;
  });

  it('counts a failing input as its end', async () => {
    const logger = { ...silentLogger, warn: vi.fn<Logger['warn']>() };
    const { input, running, answers, say } = await start(new StubHandler({ echo }), {}, { logger });
    say(request(1, 'echo'));
    await wait(5);
    input.destroy(new Error('read EIO'));
    await running.closed;
    expect(answers()).toEqual([success(1, {})]);
    expect(logger.warn).toHaveBeenCalledTimes(1);
  });

  it('answers what still runs when the input ends (A2 b)', async () => {
    const { say, end, answers } = await start(new StubHandler({ slow }));
    say(request(1, 'slow', { ms: 50 }));
    await end();
    expect(answers()).toEqual([success(1, { ms: 50 })]);
  });

  it('aborts what runs longer than the grace period, and ends though it goes on (A2)', async () => {
    let signal: AbortSignal | undefined;
    const hang = (_params: JsonObject, _exchange: Exchange, given: AbortSignal): Promise<JsonObject> => {
      signal = given;
      return new Promise(() => undefined);
    };
    const { say, end, text } = await start(new StubHandler({ hang }), {}, { graceMs: 80 });
    say(request(1, 'hang'));
    const began = performance.now();
    await end();
    const took = performance.now() - began;
    expect(signal?.aborted).toBe(true);
    expect(text()).toBe('');
    expect(took).toBeGreaterThan(75);
    expect(took).toBeLessThan(600);
  });

  it('waits for answers itself where the spec does not, for the grace period', async () => {
    const disconnected: AbortSignal[] = [];
    const handler = spec((message, exchange) => {
      disconnected.push(exchange.disconnected);
      const { id } = message as { id: number };
      return wait(id).then(() => ({ type: 'response', response: success(id, {}) }));
    });
    const { say, end, answers } = await start(handler, {}, { graceMs: 60 });
    say(request(20, 'answered'), request(400, 'not answered'));
    await end();
    expect(answers()).toEqual([success(20, {})]);
    expect(disconnected.map((signal) => signal.aborted)).toEqual([false, true]);
    await wait(400);
    expect(answers()).toHaveLength(1);
  });

  it('lets a spec end its streams while it can still be heard', async () => {
    let finish: ((outcome: Outcome) => void) | undefined;
    const handler: SpecHandler = {
      ...spec(
        () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      ),
      close: async () => finish?.({ type: 'response', response: success(1, { closed: true }) }),
    };
    const { say, end, answers } = await start(handler, {}, { graceMs: 5000 });
    say(request(1, 'listen'));
    const began = performance.now();
    await end();
    expect(answers()).toEqual([success(1, { closed: true })]);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('ends by close: takes no more, lets go of the input, and answers what runs (S-11)', async () => {
    const handler = new StubHandler({ slow, echo });
    const { input, say, running, answers } = await start(handler);
    say(request(1, 'slow', { ms: 30 }));
    await wait(5);
    const closed = running.close(1000);
    say(request(2, 'echo'));
    await Promise.all([closed, running.close(1000), running.closed]);
    expect(answers()).toEqual([success(1, { ms: 30 })]);
    expect(handler.closings).toBe(1);
    expect(input.isPaused()).toBe(true);
    expect(input.listenerCount('data')).toBe(0);
  });

  it('ends quietly when the client closes the output, and tells whoever watches (A2 d)', async () => {
    const logger = { ...silentLogger, error: vi.fn<Logger['error']>(), warn: vi.fn<Logger['warn']>() };
    let signal: AbortSignal | undefined;
    const watch = (_params: JsonObject, exchange: Exchange): Promise<JsonObject> => {
      signal = exchange.disconnected;
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve({})));
    };
    const output = new PassThrough();
    const { say, running } = await start(new StubHandler({ watch }), { output }, { logger });
    say(request(1, 'watch'));
    await wait(5);
    output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await running.closed;
    expect(signal?.aborted).toBe(true);
    expect(logger.error).not.toHaveBeenCalled();
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it('says why when writing fails for another reason', async () => {
    const logger = { ...silentLogger, error: vi.fn<Logger['error']>() };
    const output = new PassThrough();
    const { running } = await start(new StubHandler(), { output }, { logger });
    output.destroy(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    await running.closed;
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('ends though closing the handler fails or hangs', async () => {
    for (const close of [() => Promise.reject(new Error('no')), () => new Promise<void>(() => undefined)]) {
      const { end } = await start({ ...spec(() => ({ type: 'ended' })), close }, {}, { graceMs: 20 });
      await end();
    }
  });

  it('serves two clients in one process, which know nothing of each other (S-13)', async () => {
    const peers = new Set<object>();
    const handler = spec((message, exchange) => {
      peers.add(exchange.peer);
      return { type: 'response', response: success((message as { id: number }).id, {}) };
    });
    const [one, two] = [await start(handler), await start(handler)];
    one.say(request(1, 'any'), request(2, 'any'));
    two.say(request(1, 'any'));
    await one.end();
    two.say(request(3, 'any'));
    await two.end();
    expect(peers.size).toBe(2);
    expect(one.answers()).toEqual([success(1, {}), success(2, {})]);
    expect(two.answers()).toEqual([success(1, {}), success(3, {})]);
  });
});

describe('stdout under stdio', () => {
  afterEach(() => vi.restoreAllMocks());

  it('takes over nothing when it is given another output', async () => {
    const { write } = process.stdout;
    const { end } = await start(new StubHandler());
    expect(process.stdout.write).toBe(write);
    await end();
  });

  it('belongs to the transport until it has ended, its hooks at the end included (A1, S-02, ST-05)', async () => {
    const toStdout = vi.spyOn(process.stdout, 'write').mockImplementation(((_text: string, done?: () => void) => {
      done?.();
      return true;
    }) as typeof process.stdout.write);
    const toStderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const handler = new StubHandler({
      print: () => {
        process.stdout.write('from a tool\n');
        return {};
      },
    });
    const close = async (): Promise<void> => void process.stdout.write('from a hook\n');
    const { say, end } = await start(
      { ...spec((message, exchange) => handler.handle(message, exchange)), close },
      { output: process.stdout },
    );
    say(request(1, 'print'));
    await end();
    process.stdout.write('from whoever comes after\n');
    expect(toStderr.mock.calls.map(([text]) => text)).toEqual(['from a tool\n', 'from a hook\n']);
    expect(toStdout.mock.calls.map(([text]) => text)).toEqual([
      `${JSON.stringify(success(1, {}))}\n`,
      'from whoever comes after\n',
    ]);
  });
});
