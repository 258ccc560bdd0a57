// The SDK's quickest way to serve 2025 clients: a transport and a server kept for each session, with JSON answers.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { serverFactory } from '../sdk-v2/factory.mjs';
import { isListening, onEvent, TOOLS } from '../settings.mjs';

const createMcpServer = serverFactory(TOOLS);
const sessions = new Map();

async function openSession(request, response) {
  const mcpServer = createMcpServer();
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, { transport, mcpServer }),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  await mcpServer.connect(transport);
  await transport.handleRequest(request, response);
}

const server = createServer((request, response) => {
  const id = request.headers['mcp-session-id'];
  if (id === undefined) return openSession(request, response);
  const session = sessions.get(id);
  if (session === undefined) return response.writeHead(404).end();
  return session.transport.handleRequest(request, response);
});
onEvent(() => {
  for (const { mcpServer } of sessions.values()) mcpServer.sendToolListChanged();
});
server.listen(0, '127.0.0.1', () => isListening(server.address().port));
