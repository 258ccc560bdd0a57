// What clients by hand find wrong in what they get.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RawSocket } from '../sessions/raw-socket.js';
import { takeAllFaults } from './conversation.js';
import { HandSession } from './hand-session.js';
import { headersOf, requestOf } from './messages.js';

const HELLO = {
  jsonrpc: '2.0',
  id: 0,
  result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } },
};
const RIGHT = { jsonrpc: '2.0', id: 1, result: { content: [] } };
const WRONG = { jsonrpc: '2.0', id: 1, result: { content: 'none' } };
const FAULT = /CallToolResult\/content must be array/;

/** A server that answers a call in one way, and everything else in the right one. */
const ANSWERS = {
  json: (answer: object) => ({ type: 'application/json', body: JSON.stringify(answer) }),
  stream: (answer: object) => ({ type: 'text/event-stream', body: `data: ${JSON.stringify(answer)}\n\n` }),
};

let given = ANSWERS.json(RIGHT);
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    const { type, body: text } = body.includes('initialize"') ? ANSWERS.json(HELLO) : given;
    if (body.includes('initialized"')) response.writeHead(202).end();
    // In two parts, which go out in chunks.
    else response.writeHead(200, { 'content-type': type }).write(text.slice(0, 9), () => response.end(text.slice(9)));
  });
});

beforeEach(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const CASES = (['json', 'stream'] as const).flatMap((form) => [
  { form, answer: RIGHT, faults: [] },
  { form, answer: WRONG, faults: [expect.stringMatching(FAULT)] },
]);

describe.each(CASES)('an answer ($form)', ({ form, answer, faults }) => {
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

  it('is checked on a raw socket', async () => {
    given = ANSWERS[form](answer);
    takeAllFaults();
    const socket = await RawSocket.open(url());
    const call = requestOf('2025-11-25', 1, 'tools/call', { name: 't', arguments: {} });
    for (const ends of [1, 2]) {
      socket.send('POST', headersOf('2025-11-25', 'tools/call'), JSON.stringify(call));
      await socket.until(...Array.from({ length: ends }, () => '\r\n0\r\n\r\n'));
    }
    await socket.cut();
    expect(takeAllFaults().faults).toEqual([...faults, ...faults]);
  });

  it('is checked in a session by hand, also where the test does not look at it', async () => {
    given = ANSWERS[form](answer);
    takeAllFaults();
    const session = await HandSession.open(url(), {});
    await session.post({ id: 1, method: 'tools/call', params: { name: 't', arguments: {} } });
    const stream = await session.call('t');
    expect((await stream.next())?.message).toEqual(answer);
    expect(await stream.next()).toBeUndefined();
    expect(takeAllFaults().faults).toEqual([...faults, ...faults]);
  });
});
