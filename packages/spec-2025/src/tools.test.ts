import type { Application, JsonObject, JsonValue, ToolDescriptor } from '@polyspec/core';
import { resourceLink, structured, UserError } from '@polyspec/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test, vi } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { connected } from '../test/client.js';

const icons = [{ src: 'https://example.com/i.png' }];

/** Tools that each give one value back, under an output schema or none. */
const giving = (...tools: readonly { name: string; output?: JsonObject; value: JsonValue }[]): Application => {
  const descriptors: readonly ToolDescriptor[] = tools.map(({ name, output, value }) => ({
    name,
    ...(output && { output }),
    run: () => structured(value),
  }));
  return { tools: () => descriptors };
};

describe('the list', () => {
  test('is rendered once, and has what each revision shows', async () => {
    const descriptors: readonly ToolDescriptor[] = [
      { name: 't', description: 'd', annotations: { title: 'A' }, icons, run: () => 'x' },
    ];
    const application: Application = { tools: () => descriptors };
    const tool = {
      name: 't',
      description: 'd',
      inputSchema: expect.any(Object) as object,
      annotations: { title: 'A' },
    };
    const older = await connected(application, { revision: '2025-06-18' });
    expect(await older.list('tools/list', 'tools')).toEqual([tool]);
    const newer = await connected(application);
    expect(await newer.list('tools/list', 'tools')).toEqual([{ ...tool, icons }]);
  });

  test('of an application without tools is empty, and tools are not advertised (V1-21)', async () => {
    const client = await connected({ prompts: () => [], getPrompt: () => undefined });
    expect(client.opening.capabilities).not.toHaveProperty('tools');
    expect(await client.result('tools/list')).toEqual({ tools: [] });
  });

  test('with a cursor that was never given is refused (YU-14, Q-40)', async () => {
    const client = await connected(giving());
    expect(await client.error('tools/list', { cursor: 'x' })).toMatchObject({ code: -32602 });
    expect(await client.error('tools/list', { cursor: '' })).toMatchObject({ code: -32602 });
    expect(await client.error('tools/list', { cursor: null })).toMatchObject({ code: -32602 });
  });

  test('the schema that tests look through finds what a revision does not know', () => {
    const result = { tools: [{ name: 't', inputSchema: { type: 'object' }, icons }] };
    const message = { jsonrpc: '2.0', id: 1, result };
    expect(serverFaults(message, '2025-06-18', 'tools/list')).toEqual([
      expect.stringMatching(/additional properties.*icons/),
    ]);
    expect(serverFaults(message, '2025-11-25', 'tools/list')).toEqual([]);
  });
});

describe('a call', () => {
  const echo: Application = {
    tools: () => [
      {
        name: 'echo',
        input: { type: 'object', properties: { count: { type: 'number' } } },
        run: (args) => structured(args),
      },
    ],
  };

  test.each<[string, JsonObject | undefined, string]>([
    ['no params', undefined, 'name must be a string, got nothing'],
    ['no name (V1-17)', { arguments: {} }, 'name must be a string, got nothing'],
    ['null as arguments (A12)', { name: 'echo', arguments: null }, 'arguments must be an object, got null'],
    ['a list as arguments', { name: 'echo', arguments: [] }, 'arguments must be an object, got an array'],
  ])('with %s is -32602 (Q-04)', async (_what, params, text) => {
    expect(await (await connected(echo)).error('tools/call', params)).toEqual({
      code: -32602,
      message: `Invalid params: ${text}`,
    });
  });

  test('without arguments has none (A12)', async () => {
    const client = await connected(echo);
    expect(await client.result('tools/call', { name: 'echo' })).toMatchObject({ structuredContent: {} });
  });

  test.each(['2025-06-18', '2025-11-25'])(
    'whose arguments do not fit the schema is a tool error under %s (Q-04, YT-08)',
    async (revision) => {
      const client = await connected(echo, { revision });
      const result = await client.call('echo', { count: '5' });
      expect(result).toMatchObject({ isError: true });
      expect(JSON.stringify(result)).toContain('count');
    },
  );

  test('with a task member is served as if it had none (YK-02)', async () => {
    const client = await connected(echo);
    expect(await client.result('tools/call', { name: 'echo', task: { ttl: 1 } })).toMatchObject({
      structuredContent: {},
    });
  });

  test('of a tool that needs what the client lacks is a tool error that names it (Q-50, V1-28)', async () => {
    const run = vi.fn(() => 'x');
    const application: Application = { tools: () => [{ name: 'ask', requires: { elicitation: {} }, run }] };
    const result = await (await connected(application)).call('ask');
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('elicitation');
    expect(run).not.toHaveBeenCalled();
    expect(await (await connected(application, { capabilities: { elicitation: {} } })).call('ask')).not.toHaveProperty(
      'isError',
    );
  });

  test('shows icons of links from 2025-11-25 on only', async () => {
    const application: Application = {
      tools: () => [{ name: 'link', run: () => resourceLink('a:b', 'n', { icons }) }],
    };
    const older = await connected(application, { revision: '2025-06-18' });
    expect((await older.call('link')).content).toEqual([resourceLink('a:b', 'n')]);
    const newer = await connected(application);
    expect((await newer.call('link')).content).toEqual([resourceLink('a:b', 'n', { icons })]);
  });

  test('passes the _meta of a result on', async () => {
    const application: Application = {
      tools: () => [{ name: 'm', run: () => ({ content: [], _meta: { 'example.com/x': 1 } }) }],
    };
    expect(await (await connected(application)).call('m')).toEqual({ content: [], _meta: { 'example.com/x': 1 } });
  });

  test('over HTTP hides what an exception says, and shows what a UserError says (A13, D-6)', async () => {
    const application: Application = {
      tools: () => [{ name: 'secret' }, { name: 'shown' }],
      callTool: (name) => {
        throw name === 'shown' ? new UserError('Order 17 is already shipped') : new Error('password=hunter2');
      },
    };
    const client = await connected(application, { http: true });
    expect(JSON.stringify(await client.call('secret'))).not.toContain('hunter2');
    expect(await client.call('shown')).toEqual({
      content: [{ type: 'text', text: 'Order 17 is already shipped' }],
      isError: true,
    });
  });
});

describe('structured content is an object (YT-03, Q-41)', () => {
  const list = { type: 'array', items: { $ref: '#/$defs/n' }, $defs: { n: { type: 'number' } } };
  const mixed = { anyOf: [{ type: 'object', required: ['a'] }, { type: 'string' }] };
  const object = { type: 'object', properties: { a: { type: 'number' } } };

  test.each<[string, JsonObject | undefined, JsonValue, JsonValue]>([
    ['a list under its schema', list, [1, 2], { result: [1, 2] }],
    ['a number under its schema', { type: 'number' }, 7, { result: 7 }],
    ['null under its schema (Q-39)', { type: 'null' }, null, { result: null }],
    ['a string where objects are listed as well', mixed, 'x', { result: 'x' }],
    ['an object where strings are listed as well', mixed, { a: 1 }, { result: { a: 1 } }],
    ['an object under its schema', object, { a: 1 }, { a: 1 }],
    [
      'an object under a union of objects',
      { oneOf: [object, { type: 'object', required: ['b'] }] },
      { a: 1 },
      { a: 1 },
    ],
    ['a list without a schema', undefined, [1], { result: [1] }],
    ['an object without a schema', undefined, { a: 1 }, { a: 1 }],
    ['an object that has a result without a schema', undefined, { result: 1 }, { result: 1 }],
  ])('%s', async (_what, output, value, expected) => {
    const application = giving({ name: 't', value, ...(output && { output }) });
    for (const listFirst of [true, false]) {
      const client = await connected(application);
      const listed = listFirst ? (await client.list('tools/list', 'tools'))[0]?.outputSchema : undefined;
      const results = [await client.call('t'), await client.call('t')];
      for (const { structuredContent, content } of results) {
        expect(structuredContent).toEqual(expected);
        // The text is that of the value itself.
        expect(content).toEqual([{ type: 'text', text: JSON.stringify(value) }]);
        if (listed) expect(new Ajv2020({ strict: false }).compile(listed as object)(structuredContent)).toBe(true);
      }
    }
  });

  test('a result that is an error is wrapped in the same way', async () => {
    const application: Application = {
      tools: () => [
        { name: 't', output: mixed, run: () => ({ content: [], structuredContent: { a: 1 }, isError: true }) },
      ],
    };
    expect(await (await connected(application)).call('t')).toMatchObject({
      structuredContent: { result: { a: 1 } },
      isError: true,
    });
  });

  test('a tool whose schema changes is asked about again', async () => {
    let output: JsonObject = object;
    const application: Application = { tools: () => [{ name: 't', output, run: () => structured({ a: 1 }) }] };
    const client = await connected(application);
    expect((await client.call('t')).structuredContent).toEqual({ a: 1 });
    output = mixed;
    client.handler.notify({ type: 'toolsListChanged' });
    expect((await client.call('t')).structuredContent).toEqual({ result: { a: 1 } });
  });
});
