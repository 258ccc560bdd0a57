import { describe, expect, it, vi } from 'vitest';
import { plainSpec } from '../../test/plain-spec.js';
import { spyLogger } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { ServerControl } from '../application/lifecycle.js';
import type { HttpFacts } from '../contract/exchange.js';
import type { SpecProtocol } from '../contract/spec.js';
import { OptionError } from '../errors.js';
import { notification, request, success } from '../jsonrpc/message.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { createHandler } from './handler.js';

const http: HttpFacts = { method: 'GET', header: () => undefined, count: () => 0 };

function exchange(): MemoryExchange {
  return new MemoryExchange({}, () => undefined);
}

describe('createHandler', () => {
  it.each<[string, unknown]>([
    ['got undefined', undefined],
    ['got undefined', {}],
    ['got "2026-07-28"', { spec: '2026-07-28' }],
    ['got [{"revisions":["2","1"]}]', { spec: [plainSpec] }],
  ])('FO-24 needs a spec: %s', async (got, options) => {
    const starting = createHandler('s', { tools: () => [] }, options as never);
    await expect(starting).rejects.toThrow(
      new OptionError(
        'spec',
        `Option 'spec' must be a spec, such as spec20260728, or several put together with combineSpecs; ${got}`,
      ),
    );
  });
});

describe('a handler that closes', () => {
  it('FO-28 refuses new requests, and lets those that run finish', async () => {
    let finish: (words: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const run = vi.fn(() => work);
    const handler = await createHandler('s', { tools: () => [{ name: 'slow', run }] }, { spec: plainSpec });
    const running = handler.handle(request(1, 'tools/call', { name: 'slow', arguments: {} }), exchange());
    await vi.waitFor(() => expect(run).toHaveBeenCalled());
    const closing = handler.close(5000);
    expect(handler.handle(request('b', 'tools/list'), exchange())).toEqual({
      type: 'response',
      status: 503,
      response: { jsonrpc: '2.0', id: 'b', error: { code: -32603, message: 'The server is closing' } },
    });
    finish('Done.');
    expect(await running).toMatchObject({ response: { id: 1, result: { content: [{ text: 'Done.' }] } } });
    await closing;
    expect(handler.handle(request(2, 'ping'), exchange())).toMatchObject({ status: 503 });
  });

  it('still takes notifications and responses', async () => {
    const handler = await createHandler('s', { tools: () => [] }, { spec: plainSpec });
    await handler.close();
    for (const message of [notification('notifications/cancelled', { requestId: 1 }), success(1, {})]) {
      expect(await handler.handle(message, exchange())).toEqual({ type: 'accepted' });
    }
  });

  it('tells those who asked to know once, before the streams end, and whoever asks later at once', async () => {
    const order: string[] = [];
    const spec: SpecProtocol = {
      ...plainSpec,
      attach: (runtime, options) => ({
        ...plainSpec.attach(runtime, options),
        close: async () => void order.push('streams end'),
      }),
    };
    const logger = spyLogger();
    const onClose = (): void => void order.push('application closes');
    const handler = await createHandler('s', { tools: () => [], onClose }, { spec, logger });
    handler.onClose(() => {
      throw new Error('broken');
    });
    handler.onClose(() => {
      order.push('told');
      // A host may close everything that it knows, this handler included.
      void handler.close();
    });
    await Promise.all([handler.close(), handler.close()]);
    expect(order).toEqual(['told', 'streams end', 'application closes']);
    expect(logger.error).toHaveBeenCalledTimes(1);
    const late = vi.fn();
    handler.onClose(late);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('U-11 publishes the changes that wait before the streams end that take them, and takes those of onClose', async () => {
    const order: unknown[] = [];
    const spec: SpecProtocol = {
      ...plainSpec,
      attach: (runtime, options) => {
        runtime.listen({ toolsListChanged: true, resources: () => true }, (event) => void order.push(event));
        return { ...plainSpec.attach(runtime, options), close: async () => void order.push('streams end') };
      },
    };
    let server: ServerControl | undefined;
    const application: Application = {
      tools: () => [],
      onStart: (control) => {
        server = control;
      },
      onClose: () => server?.notify({ type: 'resourceUpdated', uri: 'a://b' }),
    };
    const handler = await createHandler('s', application, { spec, changeDebounceMs: 60_000 });
    handler.tools.add({ name: 'f', run: () => 'x' });
    await handler.close();
    const updated = { type: 'resourceUpdated', uri: 'a://b' };
    expect(order).toEqual([{ type: 'toolsListChanged' }, 'streams end', updated]);
    handler.notify({ type: 'toolsListChanged' });
    handler.tools.remove('f');
    expect(order).toHaveLength(3);
  });

  it.each<[string, () => Promise<void>, string]>([
    [
      'throws',
      () => {
        throw new Error('stuck');
      },
      'Closing the spec failed',
    ],
    ['fails', () => Promise.reject(new Error('stuck')), 'Closing the spec failed'],
    [
      'never ends',
      () => new Promise(() => undefined),
      'Closing the spec did not end in time; the server goes on without it',
    ],
  ])('closes the application also where the spec %s', async (_what, close, message) => {
    vi.useFakeTimers();
    try {
      const spec: SpecProtocol = {
        ...plainSpec,
        attach: (runtime, options) => ({ ...plainSpec.attach(runtime, options), close }),
      };
      const logger = spyLogger();
      const onClose = vi.fn();
      const handler = await createHandler('s', { tools: () => [], onClose }, { spec, logger });
      const closing = handler.close(10);
      await vi.advanceTimersByTimeAsync(5010);
      await closing;
      expect(onClose).toHaveBeenCalledOnce();
      expect(logger.error).toHaveBeenCalledExactlyOnceWith(expect.anything(), message);
    } finally {
      vi.useRealTimers();
    }
  });

  it('opens no stream any more', async () => {
    const handler = await createHandler('s', { tools: () => [] }, { spec: plainSpec });
    expect(await handler.open?.(exchange())).toEqual({ type: 'accepted' });
    await handler.close();
    expect(await handler.open?.(exchange())).toEqual({ type: 'ended' });
    expect(await handler.open?.(Object.assign(exchange(), { http }))).toEqual({ type: 'refused', status: 503 });
  });
});
