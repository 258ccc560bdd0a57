// How a tool call is answered: behaviours of the reference library, over every revision.
import {
  type Application,
  error,
  type JsonObject,
  resourceLink,
  results,
  structured,
  type ToolDescriptor,
  type ToolReturn,
  text,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { open } from './open-client.js';

/** The members of a result that say what the tool gave: without those that a revision adds to each. */
function said({ content, structuredContent, isError }: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify({ content, structuredContent, isError })) as JsonObject;
}

const greet: ToolDescriptor = {
  name: 'greet',
  signature: { arguments: [{ name: 'Name' }, { name: 'Greeting', mode: 'out' }] },
};
const noOutputs: ToolDescriptor = { name: 'go', signature: {} };
const line = (value: string): JsonObject => ({ type: 'text', text: value });

/** An application whose one tool, without any schema for its result, gives what `callTool` gives. */
const giving = (value: unknown, tool: ToolDescriptor = { name: 'f', description: 'Gives.' }): Application => ({
  tools: () => [tool],
  callTool: () => value as ToolReturn,
});

describe.each(REVISIONS)('under %s', (revision) => {
  it.each<[string, ToolReturn, JsonObject]>([
    ['TP-11 text(…)', text('hi'), { content: [line('hi')] }],
    ['TP-12 error(…)', error('no'), { content: [line('no')], isError: true }],
    ['TP-13, TP-37 results(…)', results([text('a'), text('b')]), { content: [line('a'), line('b')] }],
    ['TP-14, TP-38 structured(…)', structured({ a: 1 }), { content: [line('{"a":1}')], structuredContent: { a: 1 } }],
    [
      'TP-15 structured(…, …)',
      structured({ a: 1 }, [text('1')]),
      { content: [line('1')], structuredContent: { a: 1 } },
    ],
    [
      'TP-16 links',
      results([resourceLink('a:b', 'b'), resourceLink('a:c', 'c', { description: 'C', mimeType: 'text/plain' })]),
      {
        content: [
          { type: 'resource_link', uri: 'a:b', name: 'b' },
          { type: 'resource_link', uri: 'a:c', name: 'c', description: 'C', mimeType: 'text/plain' },
        ],
      },
    ],
    [
      'TP-36, X-17 an error among results',
      results([text('a'), error('b')]),
      { content: [line('a'), line('b')], isError: true },
    ],
  ])('%s reaches the client', async (_what, given, expected) => {
    expect(said(await (await open(giving(given), revision)).call('f'))).toEqual(expected);
  });

  it('TP-10 callTool gets the name, the arguments and the context', async () => {
    const callTool = vi.fn(() => 'ok');
    const client = await open({ tools: () => [{ name: 'f', input: { type: 'object' } }], callTool }, revision);
    await client.call('f', { a: 1 });
    expect(callTool).toHaveBeenCalledExactlyOnceWith('f', { a: 1 }, expect.objectContaining({ revision }));
  });

  it('TP-17, TP-34, AD-01, AD-02 what callTool leaves undefined is dispatched to the method', async () => {
    const application = {
      tools: () => [greet],
      callTool: () => undefined,
      greet: (name: string) => `Hello, ${name}!`,
    };
    expect(said(await (await open(application, revision)).call('greet', { Name: 'World' }))).toEqual({
      content: [line('{"Greeting":"Hello, World!"}')],
      structuredContent: { Greeting: 'Hello, World!' },
    });
  });

  it('TP-18, X-16 a result without data does not keep the promise of an output schema', async () => {
    const result = await (await open(giving(text('Hello'), greet), revision)).call('greet', { Name: 'x' });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('output schema') }] });
  });

  it('TP-32, QL-08 a tool without outputs answers structured({}, …), and {} stands beside a bare text too', async () => {
    const expected = { content: [line('done')], structuredContent: {} };
    expect(said(await (await open(giving(structured({}, [text('done')]), noOutputs), revision)).call('go'))).toEqual(
      expected,
    );
    expect(said(await (await open(giving(text('done'), noOutputs), revision)).call('go'))).toEqual(expected);
  });

  it('TP-33, V3-23 results are complete where the revision has such a word', async () => {
    const application = { ...giving(undefined), tools: () => [greet], greet: () => 'Hello' };
    const results = [
      await (await open(giving('x'), revision)).call('f'),
      await (await open(application, revision)).call('greet', { Name: 'x' }),
    ];
    for (const result of results) {
      if (revision === '2026-07-28') expect(result.resultType).toBe('complete');
      else expect(result).not.toHaveProperty('resultType');
    }
  });

  it.each<[string, unknown]>([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a big integer', 10n],
    ['an object that holds itself', selfish()],
  ])('TP-39 %s is an error of the tool, and the server goes on', async (_what, value) => {
    const client = await open(giving(value), revision);
    expect(await client.call('f')).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/./) }] });
    expect(await client.tools()).toHaveLength(1);
  });

  it('AD-03, V1-05 undefined where outputs are declared is «Tool predicate failed»; false is a value', async () => {
    const isOdd: ToolDescriptor = {
      name: 'odd',
      signature: { arguments: [{ name: 'is', mode: 'out', type: 'boolean' }] },
    };
    const giver = (value: unknown) => ({ tools: () => [isOdd], odd: () => value });
    expect(said(await (await open(giver(undefined), revision)).call('odd'))).toEqual({
      content: [line('Tool predicate failed')],
      isError: true,
    });
    expect(await (await open(giver(false), revision)).call('odd')).toMatchObject({ structuredContent: { is: false } });
  });

  it('AD-04, V1-06 an exception is the error of the tool, in its words for the local user', async () => {
    const application = {
      tools: () => [greet],
      greet: () => {
        throw new Error('out of order');
      },
    };
    expect(said(await (await open(application, revision)).call('greet', { Name: 'x' }))).toEqual({
      content: [line('out of order')],
      isError: true,
    });
  });

  it('AD-06 no outputs and no failure is «Success» and {}, whatever the method gives to others', async () => {
    for (const value of [undefined, null, false, 1, { secret: 1 }, ['a']]) {
      const application = { tools: () => [noOutputs], go: () => value };
      expect(said(await (await open(application as Application, revision)).call('go'))).toEqual({
        content: [line('Success')],
        structuredContent: {},
      });
    }
    const application = { tools: () => [noOutputs], go: () => 'done' };
    expect(said(await (await open(application as Application, revision)).call('go'))).toEqual({
      content: [line('done')],
      structuredContent: {},
    });
  });

  it('AD-07, AD-08, LU-02 a missing input is told to the model, an optional one is undefined, an unknown one is not passed', async () => {
    const method = vi.fn(() => 'x');
    const tool: ToolDescriptor = {
      name: 'm',
      signature: { arguments: [{ name: 'a', optional: true }, { name: 'b' }, { name: 'c', mode: 'out' }] },
    };
    const client = await open({ tools: () => [tool], m: method } as Application, revision);
    expect(await client.call('m')).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('b') }] });
    expect(method).not.toHaveBeenCalled();
    await client.call('m', { b: 'x', unknown: true });
    expect(method).toHaveBeenCalledExactlyOnceWith(undefined, 'x', expect.objectContaining({ revision }));
  });

  it('AD-08, LU-02 outputs are checked as well', async () => {
    const tool: ToolDescriptor = { name: 'n', signature: { arguments: [{ name: 'n', mode: 'out', type: 'integer' }] } };
    const result = await (await open({ tools: () => [tool], n: () => 'seven' } as Application, revision)).call('n');
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('output schema') }] });
  });

  it('AD-09 a method answers once, now or later', async () => {
    const application = { tools: () => [greet], greet: async (name: string) => `Hello, ${name}!` };
    expect(await (await open(application, revision)).call('greet', { Name: 'Ada' })).toMatchObject({
      structuredContent: { Greeting: 'Hello, Ada!' },
    });
  });

  it('AD-10 a tool that nothing can answer stops the start, by name', async () => {
    await expect(open({ tools: () => [{ name: 'ghost' }] }, revision)).rejects.toThrow("Tool 'ghost' can't be called");
  });
});

describe('under 2026-07-28', () => {
  it('TP-24 callToolWithElicitation is never called, whatever the client declares', async () => {
    const callToolWithElicitation = vi.fn(() => 'asked');
    const application = { ...giving('plain'), callToolWithElicitation };
    const client = await open(application, '2026-07-28', { capabilities: { elicitation: { form: {} } } });
    expect(await client.call('f')).toMatchObject({ content: [line('plain')] });
    expect(callToolWithElicitation).not.toHaveBeenCalled();
  });
});

describe.each(['2025-06-18', '2025-11-25'] as const)('under %s', (revision) => {
  it('TP-20, TP-21, V1-28, mcp_server_elicitation_client_capability_required_01 a client that declared nothing is not asked', async () => {
    const callToolWithElicitation = vi.fn(() => 'asked');
    const onlyAsking: Application = { tools: () => [{ name: 'f' }], callToolWithElicitation };
    const onRequest = vi.fn(() => ({}));
    const client = await open(onlyAsking, revision, { onRequest });
    expect(await client.call('f')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('elicitation') }],
    });
    const withOther = await open({ ...onlyAsking, callTool: () => 'plain' }, revision, { onRequest });
    expect(await withOther.call('f')).toMatchObject({ content: [line('plain')] });
    expect(callToolWithElicitation).not.toHaveBeenCalled();
    expect(onRequest).not.toHaveBeenCalled();
  });

  it('TP-17, mcp_server_elicit_fallback_auto_dispatch_01 a tool of an asking application that asks nothing is dispatched', async () => {
    const application = {
      tools: () => [greet],
      callToolWithElicitation: () => undefined,
      greet: (name: string) => `Hello, ${name}!`,
    };
    const client = await open(application, revision, { capabilities: { elicitation: {} } });
    expect(await client.call('greet', { Name: 'World' })).toMatchObject({
      structuredContent: { Greeting: 'Hello, World!' },
    });
  });
});

function selfish(): object {
  const value: Record<string, unknown> = {};
  value.itself = value;
  return value;
}
