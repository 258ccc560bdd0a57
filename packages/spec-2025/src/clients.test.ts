import { expect, test } from 'vitest';
import { httpFacts, TestExchange } from '../test/exchange.js';
import { runtimeOf } from '../test/runtime.js';
import { Clients } from './clients.js';
import type { Spec2025Options } from './options.js';
import { revision20250618 } from './revision-2025-06-18.js';
import { revision20251125 } from './revision-2025-11-25.js';

const client = { capabilities: { roots: {} } };
const process = (): TestExchange => new TestExchange({ peer: {} });
const post = (): TestExchange => new TestExchange({ peer: {}, http: httpFacts({}) });

async function made(options: Spec2025Options = {}): Promise<Clients> {
  return new Clients([revision20251125, revision20250618], (await runtimeOf({})).runtime, options);
}

test('on a connection of its own a client is known by its peer, for as long as that lives', async () => {
  const clients = await made();
  const exchange = process();
  clients.connection(exchange).open(revision20250618, client, exchange);
  const later = new TestExchange({ peer: exchange.peer });
  expect(clients.isOpen(later)).toBe(true);
  expect(clients.connection(later)).toMatchObject({ wire: revision20250618, client, isOpen: true, isReady: false });
});

test('another connection is another client, of the newest revision until it has said more', async () => {
  const clients = await made({ logLevel: 'error' });
  const exchange = process();
  clients.connection(exchange).open(revision20250618, client, exchange);
  expect(clients.isOpen(process())).toBe(false);
  expect(clients.connection(process())).toMatchObject({
    wire: revision20251125,
    client: { capabilities: {} },
    isOpen: false,
    logLevel: 'error',
  });
});

test('over HTTP a client is remembered by its session only (Q-61)', async () => {
  expect([(await made()).remembers(post()), (await made({ sessions: false })).remembers(post())]).toEqual([
    true,
    false,
  ]);
  expect((await made({ sessions: false })).remembers(process())).toBe(true);
  expect((await made()).isOpen(post())).toBe(false);
});

test('without one the header field names the revision, and nothing can be written into what all of them share', async () => {
  const clients = await made({ sessions: false });
  expect(clients.stranger('2025-06-18')).toMatchObject({ wire: revision20250618, client: { capabilities: {} } });
  expect(clients.stranger('1999-01-01')).toMatchObject({ wire: revision20251125 });
  const shared = clients.stranger(undefined) as { logLevel: unknown };
  expect(() => {
    shared.logLevel = 'debug';
  }).toThrow(TypeError);
});
