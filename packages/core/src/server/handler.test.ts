import { describe, expect, it, vi } from 'vitest';
import { plainSpec } from '../../test/plain-spec.js';
import type { HttpFacts } from '../contract/exchange.js';
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

  it('opens no stream any more', async () => {
    const handler = await createHandler('s', { tools: () => [] }, { spec: plainSpec });
    expect(await handler.open?.(exchange())).toEqual({ type: 'accepted' });
    await handler.close();
    expect(await handler.open?.(exchange())).toEqual({ type: 'ended' });
    expect(await handler.open?.(Object.assign(exchange(), { http }))).toEqual({ type: 'refused', status: 503 });
  });
});
