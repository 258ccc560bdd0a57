// Bad arguments over the wire: the model must be able to read what to put right, on every revision.
import type { JsonObject, Server } from '@polyspec/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, callerOf, WAYS } from './callers.js';
import { createCases } from './fixtures/cases.js';
import { serveHttp } from './http-server.js';
import { checkEveryMessage } from './wire/every-message.js';

checkEveryMessage();

let server: Server;
beforeAll(async () => {
  server = await serveHttp(createCases().application);
});
afterAll(() => server.close());

describe.each(WAYS)('$revision over $transport', (way) => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await callerOf(way, server.address);
  });
  afterAll(() => caller.end());

  const call = (params: JsonObject) => caller.request('tools/call', params);

  const NOTHING_GIVEN = [
    "Invalid arguments for tool 'f':",
    '- count: missing, expected number',
    '- done: missing, expected boolean',
    '- mode: missing, expected one of "a", "b"',
  ].join('\n');

  it.each([
    { what: '{}', params: { arguments: {} }, text: NOTHING_GIVEN },
    { what: 'nothing', params: {}, text: NOTHING_GIVEN },
    {
      what: 'wrong types',
      params: { arguments: { count: '5', done: 'false', mode: 'c', when: [{ from: 1 }] } },
      text: [
        "Invalid arguments for tool 'f':",
        '- count: expected number, got string "5"',
        '- done: expected boolean, got string "false"',
        '- mode: expected one of "a", "b"; got "c"',
        '- when[0].from: expected string, got number 1',
      ].join('\n'),
    },
  ])('A12 tells the model all that is wrong with $what', async ({ params, text }) => {
    const { result } = await call({ name: 'f', ...params });
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
    expect(result).not.toHaveProperty('structuredContent');
  });

  it('A12 passes an argument on that the schema does not know', async () => {
    const args = { count: 5, done: false, mode: 'a', when: [{ from: 'today' }], extra: 'kept' };
    const { result } = await call({ name: 'f', arguments: args });
    expect(result).toMatchObject({ structuredContent: { got: args } });
    expect(result).not.toMatchObject({ isError: true });
  });

  it.each([null, 'text', 5, []])('A12 refuses arguments that are %j as a malformed request', async (args) => {
    const { error } = await call({ name: 'f', arguments: args });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('arguments') });
  });

  it('A12 has an error of the protocol for an unknown tool', async () => {
    expect(await call({ name: 'nope', arguments: {} })).toMatchObject({
      error: { code: -32602, message: "Unknown tool 'nope'" },
    });
  });
});
