// As its README shows, on node:http. It always answers with a stream.
import http from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { HttpTransport } from '@tmcp/transport-http';
import { isListening, onEvent, TOOLS } from '../settings.mjs';
import { createServer } from './server.mjs';

const mcpServer = createServer(TOOLS);
const transport = new HttpTransport(mcpServer, { path: '/mcp' });
const listener = createRequestListener(
  async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 }),
);
const server = http.createServer(listener);
onEvent(() => mcpServer.changed('tools'));
server.listen(0, '127.0.0.1', () => isListening(server.address().port));
