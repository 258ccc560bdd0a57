import { serve } from 'polyspec';
import { isListening, onEvent, TOOLS } from '../settings.mjs';
import { SERVER } from '../tools.mjs';
import { application } from './application.mjs';

/**
 * Ours over HTTP, as users serve it, all revisions.
 *
 * @param options beside those of all rows. Changes are told at once: the time for which they are gathered is nothing to measure
 */
export async function serveHttp(options) {
  const { name, version } = SERVER;
  const common = { version, transport: 'http', port: 0, changeDebounceMs: 0 };
  const server = await serve(name, application(TOOLS), { ...common, ...options });
  onEvent(() => server.notify({ type: 'toolsListChanged' }));
  isListening(Number(new URL(server.address).port));
}
