import type { JsonObject, JsonRpcRequest } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { httpFor, modernRequest } from '../test/ask.js';
import { httpExchange } from '../test/fake-exchange.js';
import { type CheckRules, checks, firstFault } from './checks.js';
import { META, metaOf } from './meta.js';
import { methods20260728 } from './spec.js';

const rules: CheckRules = {
  revisions: ['2026-07-28'],
  served: ['2026-07-28', '2025-11-25', '2025-06-18'],
  methods: new Map(Object.entries(methods20260728)),
};

function fault(message: JsonRpcRequest, http = httpFor(message).http): ReturnType<typeof firstFault> {
  return firstFault(message, metaOf(message), http, rules);
}

const NO_META = `Missing required params._meta with ${META.protocolVersion} and ${META.clientCapabilities}`;

/** A request with everything wrong that the checks look for, except what a fix puts right. */
const FIXES: readonly { readonly code: number; readonly fix: string }[] = [
  { fix: 'versionHeader', code: -32020 },
  { fix: 'metaVersion', code: -32602 },
  { fix: 'versionEqual', code: -32020 },
  { fix: 'versionServed', code: -32022 },
  { fix: 'capabilities', code: -32602 },
  { fix: 'logLevel', code: -32602 },
  { fix: 'progressToken', code: -32602 },
  { fix: 'methodHeader', code: -32020 },
  { fix: 'method', code: -32601 },
  { fix: 'nameHeader', code: -32020 },
];

function broken(fixed: ReadonlySet<string>): ReturnType<typeof firstFault> {
  const version = fixed.has('versionServed') ? '2026-07-28' : 'v999.0.0';
  const method = fixed.has('method') ? 'tools/call' : 'tools/destroy';
  const meta: JsonObject = {
    ...(fixed.has('metaVersion') && { [META.protocolVersion]: version }),
    ...(fixed.has('capabilities') && { [META.clientCapabilities]: {} }),
    ...(!fixed.has('logLevel') && { [META.logLevel]: 'loud' }),
    ...(!fixed.has('progressToken') && { progressToken: 1.5 }),
  };
  const message: JsonRpcRequest = { jsonrpc: '2.0', id: 1, method, params: { name: 'add', _meta: meta } };
  const { http } = httpExchange({
    ...(fixed.has('versionHeader') && { 'MCP-Protocol-Version': fixed.has('versionEqual') ? version : 'other' }),
    'Mcp-Method': fixed.has('methodHeader') ? method : 'TOOLS/CALL',
    'Mcp-Name': fixed.has('nameHeader') ? 'add' : 'subtract',
  });
  return fault(message, http);
}

describe('the checks of a request', () => {
  it('beat one another in the order of Q-07, steps 9 to 16 (V3-15)', () => {
    const fixed = new Set<string>();
    for (const { fix, code } of FIXES) {
      expect(broken(fixed)?.code, `before ${fix}`).toBe(code);
      fixed.add(fix);
    }
    expect(broken(fixed)).toBeUndefined();
    expect(checks).toHaveLength(FIXES.length);
  });

  it('have nothing against a request of a well-behaved client, over HTTP and elsewhere (H-18)', () => {
    for (const method of Object.keys(methods20260728)) {
      const message = modernRequest(method, { name: 'x', uri: 'x:y' });
      expect(fault(message)).toBeUndefined();
      expect(firstFault(message, metaOf(message), undefined, rules)).toBeUndefined();
    }
  });

  it('need the version header, whatever its letter case (H-01, H-05, HT-33)', () => {
    const message = modernRequest('tools/list');
    expect(
      fault(message, httpExchange({ 'mcp-METHOD': 'tools/list', 'mcp-PROTOCOL-version': '2026-07-28' }).http),
    ).toBeUndefined();
    expect(fault(message, httpFor(message, { 'MCP-Protocol-Version': undefined }).http)).toMatchObject({
      status: 400,
      code: -32020,
      message: 'Missing required MCP-Protocol-Version header',
      data: { header: 'MCP-Protocol-Version', expected: '2026-07-28' },
    });
  });

  it('compare the version header with the body (H-02, HT-32)', () => {
    const message = modernRequest('tools/list', {}, { [META.protocolVersion]: 'v999.0.0' });
    expect(fault(message, httpFor(message, { 'MCP-Protocol-Version': '2026-07-28' }).http)).toEqual({
      status: 400,
      code: -32020,
      message: 'HeaderMismatch: MCP-Protocol-Version says "2026-07-28", the body says "v999.0.0"',
      data: { header: 'MCP-Protocol-Version', expected: 'v999.0.0', actual: '2026-07-28' },
    });
  });

  it.each([
    ['no params', undefined, `${NO_META}: this server speaks 2026-07-28`],
    ['no _meta', {}, NO_META],
    ['a _meta that is no object', { _meta: [] }, NO_META],
    [
      'no version in it',
      { _meta: { [META.clientCapabilities]: {} } },
      `Missing required ${META.protocolVersion} in params._meta`,
    ],
    [
      'a version that is no string',
      { _meta: { [META.protocolVersion]: 20260728 } },
      'io.modelcontextprotocol/protocolVersion in params._meta must be a string',
    ],
  ])('refuse a request with %s as -32602 (M-04, V3-16, Q-55)', (_what, params, text) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', ...(params && { params }) } as JsonRpcRequest;
    const refused = fault(message, httpExchange({ 'MCP-Protocol-Version': '2026-07-28' }).http);
    expect(refused).toMatchObject({ status: 400, code: -32602, data: { supported: rules.served } });
    expect(refused?.message.startsWith(text)).toBe(true);
  });

  it('name what is served for a version that is not (V-05, V3-08, Q-09)', () => {
    const message = modernRequest('tools/list', {}, { [META.protocolVersion]: 'v999.0.0' });
    expect(fault(message, httpFor(message, { 'MCP-Protocol-Version': 'v999.0.0' }).http)).toEqual({
      status: 400,
      code: -32022,
      message: 'Unsupported protocol version',
      data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18'], requested: 'v999.0.0' },
    });
  });

  it('say that a revision with a handshake can not be named per request (Q-09)', () => {
    const message = modernRequest('tools/list', {}, { [META.protocolVersion]: '2025-11-25' });
    const refused = fault(message, httpFor(message, { 'MCP-Protocol-Version': '2025-11-25' }).http);
    expect(refused).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'], requested: '2025-11-25' } });
    expect(refused?.message).toContain('initialize');
  });

  it('need the client capabilities, as an object (M-04)', () => {
    const without = modernRequest('tools/list', {}, { [META.clientCapabilities]: undefined });
    expect(fault(without)).toMatchObject({
      status: 400,
      code: -32602,
      message: 'Missing required io.modelcontextprotocol/clientCapabilities in params._meta',
    });
    const list = modernRequest('tools/list', {}, { [META.clientCapabilities]: [] });
    expect(fault(list)).toMatchObject({ status: 400, code: -32602 });
  });

  it('need no client info, and ignore keys that they do not know (M-05, M-12)', () => {
    expect(
      fault(modernRequest('tools/list', {}, { [META.clientInfo]: undefined, 'io.modelcontextprotocol/new': 7 })),
    ).toBeUndefined();
    expect(fault(modernRequest('tools/list', {}, { [META.clientInfo]: 'somebody' }))).toBeUndefined();
  });

  it('refuse an unknown log level and an unusable progress token (L-07, Q-52, Q-38)', () => {
    expect(fault(modernRequest('tools/list', {}, { [META.logLevel]: 'loud' }))).toMatchObject({
      status: 400,
      code: -32602,
      message: 'Unknown log level: "loud"',
    });
    expect(fault(modernRequest('tools/list', {}, { [META.logLevel]: 'debug' }))).toBeUndefined();
    for (const progressToken of [1.5, null, {}, true]) {
      expect(fault(modernRequest('tools/list', {}, { progressToken }))).toMatchObject({ status: 400, code: -32602 });
    }
    for (const progressToken of [0, -7, '', 'a', 2 ** 53]) {
      expect(fault(modernRequest('tools/list', {}, { progressToken }))).toBeUndefined();
    }
  });

  it('refuse a log level of any size and depth in few words (L-07, Q-52)', () => {
    let deep: JsonObject = {};
    for (let depth = 0; depth < 200_000; depth++) deep = { deep };
    const refused = (level: unknown): unknown => {
      const message = modernRequest('tools/list');
      const meta = { ...metaOf(message), [META.logLevel]: level } as JsonObject;
      return firstFault(message, meta, undefined, rules);
    };
    const refusal = (shown: string): object => ({ status: 400, code: -32602, message: `Unknown log level: ${shown}` });
    expect(refused(deep)).toEqual(refusal('an object'));
    expect(refused([deep])).toEqual(refusal('an array'));
    expect(refused('x'.repeat(4_000_000))).toEqual(refusal(`"${'x'.repeat(200)}… (4000000 characters)"`));
    expect(refused(null)).toEqual(refusal('null'));
    expect(refused(7)).toEqual(refusal('7'));
  });

  it('repeat what a client wrote, but not at any length', () => {
    const long = 'x'.repeat(100_000);
    const named = modernRequest('tools/call', { name: long });
    const versioned = modernRequest('tools/list', {}, { [META.protocolVersion]: long });
    const refused = [
      fault(modernRequest(long)),
      fault(named, httpFor(named, { 'Mcp-Name': 'other' }).http),
      fault(named, httpFor(named, { 'Mcp-Name': undefined }).http),
      fault(named, httpFor(named, { 'Mcp-Name': `=?base64?${long}?=` }).http),
      fault(versioned),
      fault(versioned, httpFor(versioned, { 'MCP-Protocol-Version': '2026-07-28' }).http),
    ];
    for (const found of refused) {
      expect(found?.code).toBeLessThan(-32000);
      expect(JSON.stringify(found).length).toBeLessThan(1200);
    }
  });

  it('need Mcp-Method, equal in its letter case (H-03, H-06, HT-33)', () => {
    const message = modernRequest('tools/list');
    expect(fault(message, httpFor(message, { 'Mcp-Method': undefined }).http)).toMatchObject({
      status: 400,
      code: -32020,
      message: 'Missing required Mcp-Method header',
    });
    expect(fault(message, httpFor(message, { 'Mcp-Method': 'TOOLS/LIST' }).http)?.code).toBe(-32020);
    expect(fault(message, httpFor(message, { 'Mcp-Method': 'tools/call' }).http)?.code).toBe(-32020);
    expect(fault(message, httpFor(message, { 'Mcp-Method': '=?base64?dG9vbHMvbGlzdA==?=' }).http)?.code).toBe(-32020);
    expect(fault(message, httpFor(message, { 'Mcp-Method': ['tools/list', 'tools/list'] }).http)?.code).toBe(-32020);
  });

  it.each([
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'resources/unsubscribe',
    'tasks/list',
    'constructor',
    '__proto__',
  ])('do not know %s: 404 with -32601 (D-01, T-23, V3-04)', (method) => {
    expect(fault(modernRequest(method))).toEqual({
      status: 404,
      code: -32601,
      message: expect.stringMatching(new RegExp(`^Method not found: ${method}(?:; .*)?$`)),
    });
  });

  it('name what is served to whoever sends initialize with modern metadata (Q-10)', () => {
    expect(fault(modernRequest('initialize'))).toMatchObject({
      status: 404,
      code: -32601,
      message: expect.stringContaining('; 2025-11-25, 2025-06-18 begin with it, without'),
      data: { supported: rules.served },
    });
  });
});
