// Pages that users visit, and clients that listen late.
import { defineApplication, tool, urlElicitationRequired } from '@polyspec/core';
import { expect, it } from 'vitest';
import { serveHttp } from '../http-server.js';
import { checkEveryMessage } from '../wire/every-message.js';
import { initializeParams, requestOf } from '../wire/messages.js';
import { RawSocket } from './raw-socket.js';
import { JSON_HEADERS, REVISION } from './server.js';

checkEveryMessage();

const url = 'https://pay.example.com';

const shop = defineApplication({
  tools: {
    ask: tool({
      run: async (_args, { elicitUrl, notify }) => {
        const answer = await elicitUrl?.('Please pay.', url, { id: 'asked' });
        // The payment is there before the call has ended.
        notify({ type: 'elicitationComplete', elicitationId: 'asked' });
        return answer?.action;
      },
    }),
    fail: tool({
      run: () => {
        throw urlElicitationRequired('Payment needed', [{ message: 'Please pay.', url, id: 'required' }]);
      },
    }),
  },
});

it('YI-07 a client that listens after its user has visited the pages is told that the visits are done', async () => {
  const server = await serveHttp(shop, { changeDebounceMs: 0 });
  const capabilities = { elicitation: { url: {} } };
  const socket = await RawSocket.open(server.address);
  const opening = requestOf(REVISION, 1, 'initialize', { ...initializeParams(REVISION), capabilities });
  socket.send('POST', JSON_HEADERS, JSON.stringify(opening));
  await socket.until('"protocolVersion"');
  const headers = {
    ...JSON_HEADERS,
    'mcp-session-id': socket.header('mcp-session-id'),
    'mcp-protocol-version': REVISION,
  };
  socket.send('POST', headers, '{"jsonrpc":"2.0","method":"notifications/initialized"}');
  await socket.until('202 Accepted');

  const call = (id: number, name: string): void =>
    socket.send('POST', headers, JSON.stringify(requestOf(REVISION, id, 'tools/call', { name, arguments: {} })));
  call(2, 'ask');
  const asked = await socket.until('elicitation/create', '\n\n');
  const [id] = [...asked.matchAll(/"id":("[^"]+"|\d+),"method":"elicitation\/create"/g)].map(([, found]) => found);
  const other = await RawSocket.open(server.address);
  other.send('POST', headers, `{"jsonrpc":"2.0","id":${id},"result":{"action":"accept"}}`);
  await socket.until('"text":"accept"', '\r\n0\r\n');
  call(3, 'fail');
  await socket.until('"code":-32042');
  server.notify({ type: 'elicitationComplete', elicitationId: 'required' });

  socket.send('GET', headers);
  const text = await socket.until('"elicitationId":"asked"}}\n\n', '"elicitationId":"required"}}\n\n');
  expect(text.match(/notifications\/elicitation\/complete/g)).toHaveLength(2);
  await server.close();
});
