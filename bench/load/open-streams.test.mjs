import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStream, tellAll } from '../servers/bare-node/streams.mjs';
import { OpenStreams } from './open-streams.mjs';
import { Tally } from './tally.mjs';

const COUNT = 120;
let http;
let streams;
/** What the server does when it is asked for an event. */
let event;

beforeEach(async () => {
  http = createServer(async (request, response) => openStream(response, (await json(request)).id));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const target = { era: '2026', port: http.address().port, revision: '2026-07-28' };
  event = tellAll;
  const server = { ask: async () => event(), within: (_limit, promise) => promise };
  streams = new OpenStreams(server, target);
});

afterEach(async () => {
  streams.leave();
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
});

it('an event is one answer, that has come when all streams have it', async () => {
  const tally = new Tally();
  await streams.add(COUNT);
  await streams.run(0, tally);
  await streams.run(0, tally);
  expect(tally).toMatchObject({ total: 2, wrong: 0 });
});

it('an event that comes twice fails the load', async () => {
  await streams.add(COUNT);
  event = () => {
    tellAll();
    tellAll();
  };
  await expect(streams.run(1000, new Tally())).rejects.toThrow('more than once');
});

it('a stream that ends fails the load', async () => {
  await streams.add(COUNT);
  event = () => http.closeAllConnections();
  await expect(streams.run(0, new Tally())).rejects.toThrow(/ended|ECONNRESET/);
});
