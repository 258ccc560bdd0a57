// The documented entry for both eras: a server from the factory for each request. JSON instead of a stream where it can
// (its 2025 era always answers with a stream). It has at most 1,024 subscriptions unless told otherwise.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { isListening, onEvent, TOOLS } from '../settings.mjs';
import { serverFactory } from './factory.mjs';

const handler = createMcpHandler(serverFactory(TOOLS), { responseMode: 'json', maxSubscriptions: 100_000 });
const server = createServer(toNodeHandler(handler));
onEvent(() => handler.notify.toolsChanged());
server.listen(0, '127.0.0.1', () => isListening(server.address().port));
