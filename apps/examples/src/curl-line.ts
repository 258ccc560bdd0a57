import { type JsonObject, spec20260728 } from 'polyspec';

/**
 * A command for a POSIX shell that calls a tool, in one line. It speaks 2026-07-28, the revision that needs no handshake.
 *
 * @param url the endpoint
 */
export function curlLine(url: string, tool: string, args: JsonObject): string {
  const [revision = ''] = spec20260728.revisions;
  const client = spec20260728.client?.(revision, { name: 'curl', version: '1.0.0', capabilities: {} });
  const params = client?.params('tools/call', { name: tool, arguments: args });
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...client?.headers?.('tools/call', params),
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return ['curl -sS', quoted(url), ...options, '-d', quoted(JSON.stringify(body))].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
