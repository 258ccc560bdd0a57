import type { JsonObject, JsonRpcMessage } from '@polyspec/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpExchange } from '../test/fake-exchange.js';
import { HANDSHAKE_REVISIONS, isModern } from './era.js';
import { META } from './meta.js';

const SERVED = ['2026-07-28'];

const anyId = fc.oneof(fc.integer(), fc.string());
const anyMethod = fc.oneof(
  fc.constantFrom(
    'initialize',
    'server/discover',
    'tools/call',
    'notifications/cancelled',
    'notifications/initialized',
  ),
  fc.string(),
);
/** `_meta` without a revision: absent, of another type, or with other keys. */
const otherMeta = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.constant('2026-07-28'),
  fc.record({ progressToken: anyId }, { requiredKeys: [] }),
  fc.constant({ [META.clientCapabilities]: {} }),
);
const modernMeta = fc.record({ [META.protocolVersion]: fc.jsonValue() });
const anyFields = fc.record(
  {
    'mcp-protocol-version': fc.oneof(fc.constantFrom('2026-07-28', 'v999.0.0', ...HANDSHAKE_REVISIONS), fc.string()),
    'mcp-session-id': fc.string(),
    'mcp-method': fc.string(),
  },
  { requiredKeys: [] },
);

function call(method: string, meta: unknown, id?: string | number): JsonRpcMessage {
  const params = { _meta: meta } as JsonObject;
  return id === undefined ? { jsonrpc: '2.0', method, params } : { jsonrpc: '2.0', id, method, params };
}

const anyCall = (meta: fc.Arbitrary<unknown>): fc.Arbitrary<JsonRpcMessage> =>
  fc.tuple(anyMethod, meta, fc.option(anyId, { nil: undefined })).map(([method, given, id]) => call(method, given, id));

describe('the era of a message (Q-11)', () => {
  it('is modern when _meta names a revision, whatever the header fields and the method say', () => {
    fc.assert(
      fc.property(anyCall(modernMeta), anyFields, (message, fields) => {
        expect(isModern(message, httpExchange(fields).http, SERVED)).toBe(true);
        expect(isModern(message, undefined, SERVED)).toBe(true);
      }),
    );
  });

  it('is never modern without such a _meta on stdio', () => {
    fc.assert(
      fc.property(anyCall(otherMeta), (message) => {
        expect(isModern(message, undefined, SERVED)).toBe(false);
      }),
    );
  });

  it('follows the version header where _meta says nothing, but never for initialize or in a session (Q-46)', () => {
    fc.assert(
      fc.property(anyCall(otherMeta), anyFields, (message, fields) => {
        const version = httpExchange(fields).http?.header('mcp-protocol-version');
        const expected =
          version !== undefined &&
          // A notification that names nothing served is left to the other era, which refuses it.
          ('id' in message ? !HANDSHAKE_REVISIONS.has(version) : SERVED.includes(version)) &&
          fields['mcp-session-id'] === undefined &&
          !('method' in message && message.method === 'initialize');
        expect(isModern(message, httpExchange(fields).http, SERVED)).toBe(expected);
      }),
    );
  });

  it('depends on nothing but the message and its header fields', () => {
    fc.assert(
      fc.property(anyCall(fc.oneof(otherMeta, modernMeta)), anyFields, (message, fields) => {
        const before = JSON.stringify(message);
        const first = isModern(message, httpExchange(fields).http, SERVED);
        expect(isModern(JSON.parse(before), httpExchange({ ...fields, 'x-other': 'y' }).http, SERVED)).toBe(first);
        expect(JSON.stringify(message)).toBe(before);
      }),
    );
  });

  it.each([...HANDSHAKE_REVISIONS])('leaves a header that names %s to the other era', (version) => {
    expect(
      isModern(call('tools/list', undefined, 1), httpExchange({ 'MCP-Protocol-Version': version }).http, SERVED),
    ).toBe(false);
  });

  it('takes a response or a notification whose header names a modern revision', () => {
    const { http } = httpExchange({ 'MCP-Protocol-Version': '2026-07-28' });
    expect(isModern({ jsonrpc: '2.0', id: 1, result: {} }, http, SERVED)).toBe(true);
    expect(
      isModern({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, http, SERVED),
    ).toBe(true);
    expect(isModern({ jsonrpc: '2.0', id: 1, result: {} }, undefined, SERVED)).toBe(false);
  });
});
