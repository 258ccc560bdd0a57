import { type Exchange, type JsonObject, type JsonRpcMessage, notification, request } from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { httpFacts, TestExchange } from '../test/exchange.js';
import { claims, type EraFacts, sessionVersionFault, versionHeaderFault } from './era.js';

const revisions = ['2025-11-25', '2025-06-18'];
const stdio = new TestExchange({ peer: {} });
const initialised = new TestExchange({ peer: {} });
const facts: EraFacts = {
  revisions,
  served: ['2026-07-28', ...revisions],
  isOpen: (exchange) => exchange === initialised,
};

const http = (headers: Record<string, string> = {}): Exchange =>
  new TestExchange({ peer: {}, http: httpFacts(headers) });
const version = (revision: string): Exchange => http({ 'mcp-protocol-version': revision });

const modern: JsonObject = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };
const progressOnly: JsonObject = { _meta: { progressToken: 1 } };
const list = request(1, 'tools/list');
const hello = request(1, 'initialize', { protocolVersion: '2026-07-28' });
const response: JsonRpcMessage = { jsonrpc: '2.0', id: 1, result: {} };

describe('which messages belong to a revision with a handshake (Q-10, Q-11)', () => {
  test.each<[string, JsonRpcMessage, Exchange, boolean]>([
    ['initialize on stdio', hello, stdio, true],
    ['initialize over HTTP without header fields', hello, http(), true],
    ['initialize with a modern version header (Q-46)', hello, version('2026-07-28'), true],
    ['initialize with a modern _meta (Q-10)', request(1, 'initialize', modern), stdio, false],
    ['ping on stdio before initialize', request(1, 'ping'), stdio, true],
    ['ping over HTTP without header fields', request(1, 'ping'), http(), false],
    ['a request on stdio before initialize', list, stdio, false],
    ['a request on stdio after initialize', list, initialised, true],
    ['a modern request on stdio after initialize', request(1, 'tools/list', modern), initialised, false],
    ['a request whose _meta has a progress token only', request(1, 'tools/list', progressOnly), initialised, true],
    ['a request with a legacy version header', list, version('2025-06-18'), true],
    ['a modern request with a legacy version header', request(1, 'tools/list', modern), version('2025-06-18'), false],
    ['a request with a modern version header', list, version('2026-07-28'), false],
    ['a request with an unknown version header', list, version('1999-01-01'), false],
    ['a request with a session id', list, http({ 'mcp-session-id': 'x' }), true],
    ['a modern request with a session id', request(1, 'ping', modern), http({ 'mcp-session-id': 'x' }), false],
    ['a request over HTTP with nothing at all', list, http(), false],
    ['a notification', notification('notifications/cancelled', { requestId: 1 }), stdio, true],
    ['a modern notification', notification('notifications/cancelled', modern), initialised, false],
    ['a notification with the version header of another spec', notification('x'), version('2026-07-28'), false],
    ['a notification with an unknown version header', notification('x'), version('1999-01-01'), true],
    ['a notification over HTTP without header fields', notification('x'), http(), true],
    ['a response', response, stdio, true],
    ['a response with a legacy version header', response, version('2025-11-25'), true],
  ])('%s', (_what, message, exchange, expected) => {
    expect(claims(message, exchange, facts)).toBe(expected);
  });

  test.each<[string, Exchange, boolean]>([
    ['without a version header', http(), true],
    ['with a legacy version header', version('2025-11-25'), true],
    ['with a modern version header', version('2026-07-28'), false],
    ['with an unknown version header, for which it is refused (YH-38)', version('1999-01-01'), true],
  ])('a GET or DELETE %s (Q-11, Q-30)', (_what, exchange, expected) => {
    expect(claims(undefined, exchange, facts)).toBe(expected);
  });
});

test('the version header in a session may be absent, and must not name another revision (Q-46)', () => {
  const fault = (headers: Record<string, string>): string | undefined =>
    sessionVersionFault(httpFacts(headers), '2025-06-18');
  expect(fault({})).toBeUndefined();
  expect(fault({ 'mcp-protocol-version': '2025-06-18' })).toBeUndefined();
  expect(fault({ 'mcp-protocol-version': '2025-11-25' })).toBe(
    'MCP-Protocol-Version is 2025-11-25, and this session speaks 2025-06-18',
  );
});

describe('the version header without sessions (Q-46)', () => {
  const fault = (message: JsonRpcMessage, headers: Record<string, string>): string | undefined =>
    versionHeaderFault(message, httpFacts(headers), revisions);

  test('of a revision that is served is right', () => {
    for (const revision of revisions) expect(fault(list, { 'mcp-protocol-version': revision })).toBeUndefined();
  });

  test('is not looked at on initialize', () => {
    expect(fault(hello, {})).toBeUndefined();
    expect(fault(hello, { 'mcp-protocol-version': '1999-01-01' })).toBeUndefined();
  });

  test('missing or of another revision is named, with what is served (YH-37, YH-38)', () => {
    expect(fault(list, {})).toBe(
      'Missing MCP-Protocol-Version header; this server speaks 2025-11-25, 2025-06-18 after initialize',
    );
    expect(fault(response, { 'mcp-protocol-version': '2025-03-26' })).toMatch(
      /^Unsupported MCP-Protocol-Version: 2025-03-26;/,
    );
  });
});
