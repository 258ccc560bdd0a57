import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  connect,
  defineApplication,
  type Middleware,
  type OperationCall,
  RequestError,
  type Server,
  silentLogger,
  tool,
} from '@polyspec/core';
import { spec20251125 } from '@polyspec/spec-2025';
import { streamableHttp } from '@polyspec/transport-http';
import { describe, expect, it, vi } from 'vitest';
import { begin, listen, PING } from './sessions/server.js';
import { checkEveryMessage } from './wire/every-message.js';
import { tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';

checkEveryMessage();

// Middleware around standing streams of 2025, over real sockets.

function serving(...use: readonly Middleware[]): Promise<Server> {
  const application = defineApplication({ tools: { echo: tool({ run: () => 'echo' }) } });
  const transport = { transport: streamableHttp, port: 0, graceMs: 100, logger: silentLogger };
  return connect('here', application, { spec: spec20251125, changeDebounceMs: 0, use, ...transport });
}

describe('middleware around a standing stream', () => {
  it('sees it from its beginning to the moment in which the client is gone', async () => {
    const seen: (OperationCall | 'over')[] = [];
    const server = await serving(async (operation, next) => {
      seen.push(operation);
      const result = await next();
      seen.push('over');
      return result;
    });
    const session = await begin(server.address);
    await listen(session);
    const operation = { method: 'subscriptions/listen', filter: { toolsListChanged: true } };
    expect(seen).toEqual([operation]);
    await session.socket.cut();
    await vi.waitFor(() => expect(seen).toEqual([operation, 'over']));
    await server.close();
  });

  it('refuses it by a status, and the connection goes on', async () => {
    const server = await serving(() => Promise.reject(new RequestError('forbidden', 'Not you')));
    const { socket, headers } = await begin(server.address);
    socket.send('GET', headers);
    await socket.until('403 Forbidden', '"message":"Not you"');
    socket.text = '';
    socket.send('POST', headers, PING);
    await socket.until('200 OK', '"result":{}');
    await server.close();
  });

  it('YH-18 leaves a client without a stream that does without', async () => {
    const seen: string[] = [];
    const server = await serving((operation, next) => {
      seen.push(operation.method);
      return operation.method === 'subscriptions/listen' ? undefined : next();
    });
    const client = new Client({ name: 'official', version: '1.0.0' });
    const onerror = vi.fn();
    client.onerror = onerror;
    const tap = await tapHttp(server.address, { served: SERVED['2025-11-25'], isRealClient: true });
    await client.connect(new StreamableHTTPClientTransport(new URL(tap.url)));
    await vi.waitFor(() => expect(seen).toContain('subscriptions/listen'));
    expect(await client.callTool({ name: 'echo' })).toMatchObject({ content: [{ text: 'echo' }] });
    expect(seen.filter((method) => method === 'subscriptions/listen')).toHaveLength(1);
    expect(onerror).not.toHaveBeenCalled();
    await client.close();
    await tap.close();
    await server.close();
  });
});
