// What a client sends, in both eras. Everything is ASCII, so that lengths in characters are lengths in bytes.

/** The revision that a client of an era asks for. */
export const REVISION = { 2025: '2025-11-25', 2026: '2026-07-28' };

const clientInfo = { name: 'bench-client', version: '1.0.0' };

const META = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': REVISION[2026],
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
});

const INITIALIZE = JSON.stringify({ protocolVersion: REVISION[2025], capabilities: {}, clientInfo });

/** The method of the first request of a client. */
export const firstMethod = (era) => (era === '2026' ? 'server/discover' : 'initialize');

/** The first request of a client. */
export function firstRequest(era, id) {
  const params = era === '2026' ? `{"_meta":${META}}` : INITIALIZE;
  return `{"jsonrpc":"2.0","id":${id},"method":"${firstMethod(era)}","params":${params}}`;
}

/** The revision of this era that a server's answer to the first request offers, if it does. */
export function offeredRevision(era, result) {
  if (era === '2026') return result?.supportedVersions?.find((version) => version === REVISION[era]);
  // Some servers know only the older of the two revisions of the era.
  return [REVISION[era], '2025-06-18'].find((version) => version === result?.protocolVersion);
}

/** What a 2025 client sends when it has the answer to the first. */
export const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

const metaMember = { 2025: '', 2026: `,"_meta":${META}` };

/** A call of `add`; `a` and `b` are JSON. */
export function addRequest(era, id, a, b) {
  const params = `{"name":"add","arguments":{"a":${a},"b":${b}}${metaMember[era]}}`;
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`;
}

const listParams = { 2025: '{}', 2026: `{"_meta":${META}}` };

/** A request for the list of tools. */
export function listRequest(era, id) {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":${listParams[era]}}`;
}

/** The method of a subscription, and of the two messages that it brings. */
export const LISTEN = 'subscriptions/listen';
export const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
export const TOOLS_CHANGED = 'notifications/tools/list_changed';

/** A subscription to changes of the list of tools. */
export function listenRequest(id) {
  const params = `{"notifications":{"toolsListChanged":true},"_meta":${META}}`;
  return `{"jsonrpc":"2.0","id":${id},"method":"${LISTEN}","params":${params}}`;
}

/** A whole GET of a 2025 client, for a standing stream. */
export function getStream({ port, revision, session }) {
  const lines = ['GET /mcp HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Accept: text/event-stream'];
  return `${[...lines, ...agreed(revision, session)].join('\r\n')}\r\n\r\n`;
}

/** The header fields by which a client shows what was agreed on. */
function agreed(revision, session) {
  return [
    ...(revision === undefined ? [] : [`Mcp-Protocol-Version: ${revision}`]),
    ...(session === undefined ? [] : [`Mcp-Session-Id: ${session}`]),
  ];
}

/**
 * The head of a POST with everything that its revision requires, up to the value of Content-Length.
 *
 * @param revision what the server has agreed to; not for `initialize`
 * @param session the session id that the server gave, if it gave one
 * @param method the JSON-RPC method
 * @param name the tool, for a call
 */
export function postHead({ era, port, revision, session, method, name }) {
  const lines = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
  ];
  if (era === '2026') lines.push(`Mcp-Method: ${method}`);
  if (era === '2026' && name !== undefined) lines.push(`Mcp-Name: ${name}`);
  return `${[...lines, ...agreed(revision, session)].join('\r\n')}\r\nContent-Length: `;
}

/** A whole POST. */
export const post = (head, body) => `${head}${body.length}\r\n\r\n${body}`;
