// A server of all revisions shows each client byte for byte what a server of that client's revision alone shows it.
import type { JsonObject, ServerOptions } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { type KnownRevision, REVISIONS } from '../../schema/official-schema.js';
import showcase from './fixtures/showcase.js';
import { serveHttp } from './http-server.js';
import { fixture, type Spec } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient } from './wire/http-client.js';
import { headersOf, initializeParams, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';
import { StdioClient } from './wire/stdio-client.js';

checkEveryMessage();

/** Has everything that only some revisions show. */
const OPTIONS: ServerOptions = {
  name: 'showcase',
  version: '3.2.1',
  title: 'Showcase',
  description: 'Shown from 2025-11-25 on.',
  websiteUrl: 'https://example.com/',
  icons: [{ src: 'https://example.com/icon.png' }],
  instructions: 'Look around.',
  cacheTtl: 1000,
  cacheScope: 'public',
};

/** Everything that a client can ask, errors included. `server/discover` is the one that tells what else is served. */
const SCRIPT: readonly (readonly [string, JsonObject?])[] = [
  ['tools/list'],
  ['tools/list', { cursor: 'nope' }],
  ['tools/call', { name: 'everything' }],
  ['tools/call', { name: 'numbers', arguments: { count: 3 } }],
  ['tools/call', { name: 'numbers', arguments: { count: 'three' } }],
  ['tools/call', { name: 'numbers', arguments: null }],
  ['tools/call', { name: 'point', arguments: {}, _meta: { progressToken: 1, traceparent: '00-1-2-01' } }],
  ['tools/call', { name: 'refuse' }],
  ['tools/call', { name: 'nope' }],
  ['tools/call', {}],
  ['prompts/list'],
  ['prompts/get', { name: 'pair', arguments: { first: 'one' } }],
  ['prompts/get', { name: 'pair' }],
  ['prompts/get', { name: 'pair', arguments: { first: 1 } }],
  ['prompts/get', { name: 'nope' }],
  ['resources/list'],
  ['resources/templates/list'],
  ['resources/read', { uri: 'example://doc' }],
  ['resources/read', { uri: 'example://blob' }],
  ['resources/read', { uri: 'example://page/7' }],
  ['resources/read', { uri: 'example://page/404' }],
  ['resources/read', { uri: 'example://page/%' }],
  ['resources/read', { uri: 'example://nope' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'pair' }, argument: { name: 'first', value: 'a' } }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'pair' }, argument: { name: 'third', value: 'a' } }],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'example://page/{number}' }, argument: { name: 'number', value: '' } },
  ],
  ['resources/subscribe', { uri: 'example://doc' }],
  ['nope/nope'],
];

const LEGACY_SCRIPT: typeof SCRIPT = [['ping'], ['logging/setLevel', { level: 'warning' }], ...SCRIPT];

describe.each(REVISIONS)('a client of %s', (revision) => {
  const script = revision === '2026-07-28' ? SCRIPT : LEGACY_SCRIPT;

  it('gets the same bytes over HTTP', async () => {
    const [alone, among] = await Promise.all([overHttp(revision, revision, script), overHttp('all', revision, script)]);
    expect(among).toEqual(alone);
    expect(among).toHaveLength(script.length + (revision === '2026-07-28' ? 0 : 2));
  });

  it('gets the same bytes over stdio', async () => {
    const [alone, among] = await Promise.all([
      overStdio(revision, revision, script),
      overStdio('all', revision, script),
    ]);
    expect(among).toEqual(alone);
    expect(among).toHaveLength(script.length + (revision === '2026-07-28' ? 0 : 1));
  });
});

/** The whole of each answer: status, header fields but the date and the session, and body. */
async function overHttp(spec: Spec, revision: KnownRevision, script: typeof SCRIPT): Promise<readonly string[]> {
  const server = await serveHttp(showcase, { ...OPTIONS, spec });
  const client = new HttpClient(server.address, { served: SERVED[spec] });
  const answers: string[] = [];
  let session = {};
  const send = async (headers: Record<string, string>, body: object): Promise<void> => {
    const { status, headers: received, text } = await client.send({ headers: { ...headers, ...session }, body });
    const { date: _, 'mcp-session-id': id, ...fields } = received;
    if (typeof id === 'string') session = { 'mcp-session-id': id };
    answers.push(`${status}\n${JSON.stringify(fields)}\n${typeof id}\n${text}`);
  };
  if (revision !== '2026-07-28') {
    await send(
      headersOf(revision, 'initialize'),
      requestOf(revision, 'opening', 'initialize', initializeParams(revision)),
    );
    await send(headersOf(revision, ''), { jsonrpc: '2.0', method: 'notifications/initialized' });
  }
  for (const [index, [method, params]] of script.entries()) {
    await send(headersOf(revision, method, params), requestOf(revision, index, method, params));
  }
  await server.close();
  return answers;
}

/** Each line as it was written. */
async function overStdio(spec: Spec, revision: KnownRevision, script: typeof SCRIPT): Promise<readonly string[]> {
  const client = new StdioClient(fixture('showcase', { ...OPTIONS, spec }), { served: SERVED[spec] });
  if (revision !== '2026-07-28') await client.initialize(revision);
  for (const [method, params] of script) await client.request(revision, method, params);
  expect((await client.end()).code).toBe(0);
  return client.lines;
}
