// Ours, as users serve it: all revisions, with a session or a subscription for each stream.
import { serve } from 'polyspec';
import { application } from '../../servers/polyspec/application.mjs';
import { isListening } from '../../servers/settings.mjs';
import { SERVER } from '../../servers/tools.mjs';

const { name, version } = SERVER;
const server = await serve(name, application(2), { version, transport: 'http', port: 0, changeDebounceMs: 0 });
process.on('SIGUSR2', () => server.notify({ type: 'toolsListChanged' }));
isListening(Number(new URL(server.address).port));
