import { StdioTransport } from '@tmcp/transport-stdio';
import { TOOLS } from '../settings.mjs';
import { createServer } from './server.mjs';

new StdioTransport(createServer(TOOLS)).listen();
