import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { TOOLS } from '../settings.mjs';
import { serverFactory } from './factory.mjs';

serveStdio(serverFactory(TOOLS));
