import type { JsonObject } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { modernRequest, pipe, send, serve } from '../test/ask.js';
import { type Fields, httpExchange } from '../test/fake-exchange.js';
import { listedTool } from '../test/listed-tool.js';
import type { Fault } from './errors.js';
import { paramHeaderFault } from './param-header-fault.js';

const tool = listedTool({
  type: 'object',
  properties: {
    city: { type: 'string', 'x-mcp-header': 'City' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    to: { type: 'object', properties: { 'a.b/c': { type: 'string', 'x-mcp-header': 'To' } } },
  },
});

function faultOf(args: JsonObject, fields: Fields): Fault | undefined {
  const { http } = httpExchange(fields);
  return http && paramHeaderFault(tool, args, http);
}

const REFUSED = { status: 400, code: -32020 };

describe('Mcp-Param-*', () => {
  it('says what the argument says, in whatever letter case the name comes (H-05, X-08, X-11)', () => {
    const args = { city: 'Oslo', count: 42, dry: true, to: { 'a.b/c': 'x' } };
    const fields = { 'MCP-PARAM-CITY': 'Oslo', 'mcp-param-count': '42', 'Mcp-Param-Dry': 'true', 'Mcp-Param-To': 'x' };
    expect(faultOf(args, fields)).toBeUndefined();
  });

  it('is refused where it says something else, or is missing (X-08, HT-32, HT-33)', () => {
    expect(faultOf({ city: 'Oslo' }, { 'Mcp-Param-City': 'oslo' })).toEqual({
      ...REFUSED,
      message: 'HeaderMismatch: Mcp-Param-City says "oslo", the body says "Oslo"',
      data: { header: 'Mcp-Param-City', expected: 'Oslo', actual: 'oslo' },
    });
    expect(faultOf({ city: 'Oslo' }, {})).toEqual({
      ...REFUSED,
      message: 'Missing required header Mcp-Param-City',
      data: { header: 'Mcp-Param-City', expected: 'Oslo' },
    });
  });

  it('is compared at its very place in the arguments (X-10, HT-36)', () => {
    expect(faultOf({ 'a.b/c': 'x', to: {} }, { 'Mcp-Param-To': 'x' })).toMatchObject(REFUSED);
    expect(faultOf({ to: { 'a.b/c': 'x' } }, {})).toMatchObject(REFUSED);
    expect(faultOf({ to: 'a.b/c' }, {})).toBeUndefined();
  });

  it.each<[JsonObject]>([[{}], [{ city: null }]])(
    'is not expected for %j, and refused when it is there (X-09, Q-17)',
    (args) => {
      expect(faultOf(args, {})).toBeUndefined();
      expect(faultOf(args, { 'Mcp-Param-City': 'null' })).toMatchObject({
        ...REFUSED,
        message: 'HeaderMismatch: Mcp-Param-City is there, the body has no such argument',
      });
    },
  );

  it('can not repeat a list or an object, which the schema refuses', () => {
    expect(faultOf({ city: ['Oslo'] }, {})).toBeUndefined();
    expect(faultOf({ city: ['Oslo'] }, { 'Mcp-Param-City': 'Oslo' })).toMatchObject({
      ...REFUSED,
      data: { expected: 'an array' },
    });
  });

  it('is unwrapped before it is compared (H-08, X-13, HT-36)', () => {
    expect(faultOf({ city: 'São Paulo' }, { 'Mcp-Param-City': '=?base64?U8OjbyBQYXVsbw==?=' })).toBeUndefined();
    expect(faultOf({ city: 'Hello' }, { 'Mcp-Param-City': '=?base64?SGVsbG8=?=' })).toBeUndefined();
    expect(faultOf({ count: 42 }, { 'Mcp-Param-Count': '=?base64?NDI=?=' })).toBeUndefined();
    expect(faultOf({ city: 'eA==?=' }, { 'Mcp-Param-City': 'eA==?=' })).toBeUndefined();
  });

  it('wrapped twice stands for what looks wrapped (X-17)', () => {
    const city = '=?base64?literal?=';
    expect(faultOf({ city }, { 'Mcp-Param-City': '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=' })).toBeUndefined();
    expect(faultOf({ city }, { 'Mcp-Param-City': city })).toMatchObject(REFUSED);
  });

  it.each([
    ['without padding', '=?base64?SGVsbG8?='],
    ['with foreign characters', '=?base64?SGVs!!!bG8=?='],
    ['of bytes that are no text', '=?base64?/w==?='],
  ])('is refused when it is base64 %s (H-10, Q-19)', (_what, field) => {
    expect(faultOf({ city: 'Hello' }, { 'Mcp-Param-City': field })).toMatchObject({
      ...REFUSED,
      message: 'HeaderMismatch: Mcp-Param-City is not valid base64 of UTF-8 text',
    });
  });

  it('is refused with illegal characters, even if equal (H-11, X-14)', () => {
    expect(faultOf({ city: 'Zürich' }, { 'Mcp-Param-City': 'Zürich' })).toMatchObject({
      ...REFUSED,
      message: 'HeaderMismatch: Mcp-Param-City has illegal characters',
    });
  });

  it.each(['42', '42.0', '42.000'])('compares integers as numbers: %s (X-12, Q-20, HT-36)', (field) => {
    expect(faultOf({ count: 42 }, { 'Mcp-Param-Count': field })).toBeUndefined();
  });

  it.each(['4.2e1', '+42', '', '042.5', '42.', '0x2A', ' 4 2', '42.00001', 'forty-two', 'Infinity'])(
    'takes no other form of a number: %j (Q-20)',
    (field) => {
      expect(faultOf({ count: 42 }, { 'Mcp-Param-Count': field })).toMatchObject(REFUSED);
    },
  );

  it('compares integers inside the safe range only (X-07)', () => {
    const args = { count: Number.MAX_SAFE_INTEGER };
    expect(faultOf(args, { 'Mcp-Param-Count': '9007199254740991' })).toBeUndefined();
    expect(faultOf({ count: 2 ** 53 }, { 'Mcp-Param-Count': '9007199254740993' })).toMatchObject(REFUSED);
    expect(faultOf({ count: 1e21 }, { 'Mcp-Param-Count': '1000000000000000000000' })).toMatchObject(REFUSED);
  });

  it.each<[number, string]>([
    [42.5, '42.5'],
    [2 ** 53, '9007199254740992'],
    [-(2 ** 53), '-9007199254740992'],
    [1e21, '1e+21'],
  ])('says of %d why it is refused although the field says the same (X-07, Q-20)', (count, field) => {
    expect(faultOf({ count }, { 'Mcp-Param-Count': field })).toEqual({
      ...REFUSED,
      message: `HeaderMismatch: Mcp-Param-Count says "${field}", and the body has ${count}, which is no integer within ±(2^53 − 1)`,
      data: { header: 'Mcp-Param-Count', expected: String(count), actual: field },
    });
  });

  it('says how an integer is not written, and where it is another one what both say (X-12, Q-20)', () => {
    expect(faultOf({ count: 42 }, { 'Mcp-Param-Count': '4.2e1' })).toEqual({
      ...REFUSED,
      message: 'HeaderMismatch: Mcp-Param-Count says "4.2e1", which is no integer in digits; the body has 42',
      data: { header: 'Mcp-Param-Count', expected: '42', actual: '4.2e1' },
    });
    expect(faultOf({ count: 42 }, { 'Mcp-Param-Count': '43' })?.message).toBe(
      'HeaderMismatch: Mcp-Param-Count says "43", the body says "42"',
    );
  });

  it('writes booleans in lower case (X-11)', () => {
    expect(faultOf({ dry: false }, { 'Mcp-Param-Dry': 'false' })).toBeUndefined();
    expect(faultOf({ dry: false }, { 'Mcp-Param-Dry': 'False' })).toMatchObject(REFUSED);
  });

  it('is there and empty for an empty string (X-16)', () => {
    expect(faultOf({ city: '' }, { 'Mcp-Param-City': '' })).toBeUndefined();
    expect(faultOf({ city: '' }, { 'Mcp-Param-City': '=?base64??=' })).toBeUndefined();
    expect(faultOf({ city: '' }, {})).toMatchObject(REFUSED);
  });

  it('is refused when it stands there twice, even if the joined value would be equal (Q-17)', () => {
    expect(faultOf({ city: 'a, a' }, { 'Mcp-Param-City': 'a, a' })).toBeUndefined();
    expect(faultOf({ city: 'a, a' }, { 'Mcp-Param-City': ['a', 'a'] })).toMatchObject({
      ...REFUSED,
      message: 'HeaderMismatch: Mcp-Param-City stands there more than once',
    });
  });

  it('that the tool does not define is ignored (X-15)', () => {
    expect(faultOf({}, { 'Mcp-Param-Other': 'x', 'Mcp-Param-': 'y' })).toBeUndefined();
  });
});

describe('tools/call', () => {
  const calls: string[] = [];
  const handler = serve({
    findTool: (name) => (name === 'book' ? tool : undefined),
    callTool: (name) => {
      calls.push(name);
      return { content: [] };
    },
  });
  const request = modernRequest('tools/call', { name: 'book', arguments: { city: 'Oslo' } }, {}, 'c1');
  const over = (fields: Fields) =>
    httpExchange({
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'book',
      ...fields,
    });

  it('is refused with 400, -32020 and the request id before anything is done (H-13, H-14, X-18)', async () => {
    expect(await send(handler, request, over({}))).toEqual({
      status: 400,
      jsonrpc: '2.0',
      id: 'c1',
      error: {
        code: -32020,
        message: 'Missing required header Mcp-Param-City',
        data: { header: 'Mcp-Param-City', expected: 'Oslo' },
      },
      sent: [],
    });
    expect(calls).toEqual([]);
    expect(await send(handler, request, over({ 'Mcp-Param-City': 'Oslo' }))).toMatchObject({ status: 200 });
    expect(calls).toEqual(['book']);
  });

  it('compares the fields before the guard is asked, and reads the parameters before that (Q-07, 17 to 19)', async () => {
    const refusing = httpExchange(
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'book' },
      { authorize: () => ({ status: 403, message: 'no' }) },
    );
    expect(await send(handler, request, refusing)).toMatchObject({ error: { code: -32020 } });
    const malformed = modernRequest('tools/call', { name: 'book', arguments: 'x' });
    expect(await send(handler, malformed, over({}))).toMatchObject({ status: 200, error: { code: -32602 } });
  });

  it('has nothing to compare on stdio (H-18, X-20)', async () => {
    expect(await pipe(handler, request)).toMatchObject({ status: 200, result: { content: [] } });
  });

  it('waits for a tool that is looked up slowly, and says what failed there', async () => {
    const slow = serve({ findTool: async () => tool });
    expect(await send(slow, request, over({}))).toMatchObject({ status: 400, error: { code: -32020 } });
    expect(await send(slow, request, over({ 'Mcp-Param-City': 'Oslo' }))).toMatchObject({ status: 200 });
    const failing = serve({ findTool: () => Promise.reject(new Error('gone')) });
    expect(await send(failing, request, over({}))).toMatchObject({ status: 200, error: { code: -32603 } });
  });

  it('leaves an unknown tool to the call', async () => {
    const unknown = modernRequest('tools/call', { name: 'other' });
    expect(await send(handler, unknown, over({ 'Mcp-Name': 'other' }))).toMatchObject({ status: 200 });
  });
});
