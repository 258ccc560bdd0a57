import { describe, expect, it } from 'vitest';
import { httpFor, modernRequest, SERVER_INFO, send } from '../test/ask.js';
import { fakeRuntime } from '../test/fake-runtime.js';
import { type Method, methods20260728, modernSpec, spec20260728 } from './index.js';

/** A method as somebody else would write it, with what the package exports. */
const echo: Method<string, string> = {
  mirrored: 'text',
  read: ({ text }) => String(text),
  operation: (text) => ({ method: 'example/echo', name: text }),
  run: (text, { context }) => `${text} for ${context.client.info?.name}`,
  render: (text, { renderer }) => renderer.complete({ text }),
};

describe('a spec of somebody else', () => {
  const spec = modernSpec({
    revisions: ['2027-01-01', '2026-07-28'],
    methods: { ...methods20260728, 'example/echo': echo },
  });
  const handler = spec.attach(fakeRuntime(), { served: spec.revisions });

  it('adds methods, with the checks and the stamping of this revision', async () => {
    const message = modernRequest('example/echo', { text: 'hello' });
    expect(await send(handler, message, httpFor(message))).toMatchObject({ status: 400, error: { code: -32020 } });
    const { result } = await send(handler, message, httpFor(message, { 'Mcp-Name': 'hello' }));
    expect(result).toEqual({ resultType: 'complete', text: 'hello for test-client', _meta: SERVER_INFO });
  });

  it('serves several revisions, each request under the one that it names', async () => {
    const dialect = spec.client?.('2027-01-01', { name: 'c', version: '1', capabilities: {} });
    const params = dialect?.params('server/discover', {}) ?? {};
    const message = { jsonrpc: '2.0', id: 1, method: 'server/discover', params } as const;
    const exchange = httpFor(message, dialect?.headers('server/discover', params));
    expect((await send(handler, message, exchange)).result?.supportedVersions).toEqual(['2027-01-01', '2026-07-28']);
  });
});

describe('the spec of 2026-07-28', () => {
  it('serves that revision alone', () => {
    expect(spec20260728.revisions).toEqual(['2026-07-28']);
  });

  it('has the methods of the protocol (V3-01)', () => {
    expect(Object.keys(methods20260728).sort()).toEqual([
      'completion/complete',
      'prompts/get',
      'prompts/list',
      'resources/list',
      'resources/read',
      'resources/templates/list',
      'server/discover',
      'subscriptions/listen',
      'tools/call',
      'tools/list',
    ]);
  });
});
