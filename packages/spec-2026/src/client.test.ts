import type { JsonObject } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { faultsAgainst } from '../../../test/schema/official-schema.js';
import { META } from './meta.js';
import { spec20260728 } from './spec.js';

const client = spec20260728.client?.('2026-07-28', { name: 'tester', version: '9.9.9', capabilities: { roots: {} } });

describe('the client dialect', () => {
  it('opens without a handshake', () => {
    expect(client?.opening).toBeUndefined();
  });

  it('puts the metadata on each request, and keeps what is given (M-04, M-05)', () => {
    const params = client?.params('tools/call', { name: 'add', _meta: { progressToken: 1 } });
    expect(params).toEqual({
      name: 'add',
      _meta: {
        [META.protocolVersion]: '2026-07-28',
        [META.clientInfo]: { name: 'tester', version: '9.9.9' },
        [META.clientCapabilities]: { roots: {} },
        progressToken: 1,
      },
    });
    expect(
      faultsAgainst('2026-07-28', 'CallToolRequest', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    ).toEqual([]);
    const discover = client?.params('server/discover', undefined);
    expect(
      faultsAgainst('2026-07-28', 'DiscoverRequest', {
        jsonrpc: '2.0',
        id: 1,
        method: 'server/discover',
        params: discover,
      }),
    ).toEqual([]);
  });

  it('leaves notifications as they are', () => {
    expect(client?.params('notifications/cancelled', { requestId: 1 })).toEqual({ requestId: 1 });
  });

  it('repeats version, method and name in header fields, the name wrapped where it has to be (H-04, H-08)', () => {
    const fields = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    expect(client?.headers('tools/list', {})).toEqual(fields);
    expect(client?.headers('tools/call', { name: 'add' })).toMatchObject({
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'add',
    });
    expect(client?.headers('resources/read', { uri: 'demo://Zürich' })['Mcp-Name']).toMatch(/^=\?base64\?.+\?=$/);
  });

  it('sends a request again with the answers and the state of an interim result, which is new each time (R-17, R-23)', async () => {
    const next = (result: object, params: object = { name: 'book' }) =>
      client?.nextRound?.(params as JsonObject, result as JsonObject, async (method, asked) => ({ method, asked }));
    const asked = { mode: 'form', message: 'Who?' };
    const inputRequests = { who: { method: 'elicitation/create', params: asked }, where: { method: 'roots/list' } };
    const inputResponses = {
      who: { method: 'elicitation/create', asked },
      where: { method: 'roots/list', asked: {} },
    };
    const resultType = 'input_required';
    expect(await next({ resultType, inputRequests, requestState: 's' })).toEqual({
      name: 'book',
      inputResponses,
      requestState: 's',
    });
    expect(await next({ resultType, inputRequests })).toEqual({ name: 'book', inputResponses });
    expect(await next({ resultType, requestState: 's' })).toEqual({ name: 'book', requestState: 's' });
    expect(await next({ resultType: 'complete', content: [] })).toBeUndefined();
  });
});
