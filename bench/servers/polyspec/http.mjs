import { serve } from 'polyspec';
import { isListening, TOOLS } from '../settings.mjs';
import { SERVER } from '../tools.mjs';
import { application } from './application.mjs';

const { name, version } = SERVER;
const server = await serve(name, application(TOOLS), { version, transport: 'http', port: 0 });
isListening(Number(new URL(server.address).port));
