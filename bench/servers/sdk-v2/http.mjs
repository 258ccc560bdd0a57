// The documented entry for both eras: a server from the factory for each request. JSON instead of a stream where it can
// (its 2025 era always answers with a stream).
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { isListening, TOOLS } from '../settings.mjs';
import { serverFactory } from './factory.mjs';

const handler = createMcpHandler(serverFactory(TOOLS), { responseMode: 'json' });
const server = createServer(toNodeHandler(handler));
server.listen(0, '127.0.0.1', () => isListening(server.address().port));
