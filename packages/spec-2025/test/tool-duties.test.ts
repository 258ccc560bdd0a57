/** What a server with tools owes to its clients (server/tools). */
import {
  type Application,
  audio,
  createHandler,
  embedded,
  image,
  type JsonObject,
  resourceLink,
  results,
  SchemaError,
  silentLogger,
  structured,
  type ToolDescriptor,
  text,
  textContent,
} from '@polyspec/core';
import { describe, expect, test, vi } from 'vitest';
import { spec20251125 } from '../src/index.js';
import { connected } from './client.js';

const sum: ToolDescriptor = {
  name: 'sum',
  output: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
};
const giving = (result: unknown, ...tools: readonly ToolDescriptor[]): Application => ({
  tools: () => (tools.length === 0 ? [sum] : tools),
  callTool: () => result as never,
});

describe.each(['2025-11-25', '2025-06-18'] as const)('under %s', (revision) => {
  test('a structured result fits its schema, or is none (YT-04)', async () => {
    const fitting = await connected(giving({ sum: 3 }), { revision });
    expect(await fitting.call('sum')).toMatchObject({ structuredContent: { sum: 3 } });
    const unfit = await (await connected(giving({ sum: 'three' }), { revision })).call('sum');
    expect(unfit).toMatchObject({ isError: true });
    expect(unfit).not.toHaveProperty('structuredContent');
  });

  test('it comes with a text that says the same, and content is always there (YT-05, YT-06)', async () => {
    const { content, structuredContent } = await (await connected(giving({ sum: 3 }), { revision })).call('sum');
    expect([content, structuredContent]).toEqual([[{ type: 'text', text: '{"sum":3}' }], { sum: 3 }]);
    const none = await connected(giving(results([]), { name: 'none' }), { revision });
    expect(await none.call('none')).toEqual({ content: [] });
    const own = await connected(giving(structured({ sum: 3 }, [text('three')])), { revision });
    expect(await own.call('sum')).toMatchObject({ content: [{ text: 'three' }], structuredContent: { sum: 3 } });
  });

  test('names are told apart by case, and two of one name are refused (YT-10)', async () => {
    const application: Application = { tools: () => ['Do.it-1', 'do.it-1'].map((name) => ({ name, run: () => name })) };
    const client = await connected(application, { revision });
    expect(await client.call('Do.it-1')).toMatchObject({ content: [{ text: 'Do.it-1' }] });
    expect(await client.call('do.it-1')).toMatchObject({ content: [{ text: 'do.it-1' }] });
    const twice: Application = {
      tools: () => [
        { name: 'a', run: () => 'a' },
        { name: 'a', run: () => 'b' },
      ],
    };
    await expect(connected(twice, { revision })).rejects.toMatchObject({ code: 'POLYSPEC_APPLICATION' });
  });

  test('one without parameters takes an object without members (YT-11)', async () => {
    const client = await connected({ tools: () => [{ name: 'hello', run: () => 'Hello' }] }, { revision });
    const [hello] = await client.list('tools/list', 'tools');
    expect(hello?.inputSchema).toEqual({ type: 'object', additionalProperties: false });
  });

  test('inputs are checked, access can be denied, and what is too much at once is refused (YT-12)', async () => {
    const run = vi.fn(() => new Promise<string>((resolve) => setImmediate(resolve, 'done')));
    const input = { type: 'object', properties: { n: { type: 'integer' } } };
    const application: Application = {
      tools: () => [
        { name: 'open', input, run },
        { name: 'secret', run },
      ],
    };
    const client = await connected(application, {
      revision,
      server: { limits: { concurrency: 1, queue: 0 } },
      authorize: ({ name }) => (name === 'secret' ? { status: 403, message: 'Not for you' } : undefined),
    });
    expect(await client.call('open', { n: 'one' })).toMatchObject({ isError: true });
    expect(run).not.toHaveBeenCalled();
    const [first, second] = await Promise.all(
      [1, 2].map((n) => client.request('tools/call', { name: 'open', arguments: { n } })),
    );
    expect(first).toHaveProperty('result');
    expect(second).toMatchObject({ error: { code: expect.any(Number), message: expect.stringMatching(/busy/i) } });
    expect(run).toHaveBeenCalledOnce();
  });

  test('content is of every kind, and what is embedded can also be read (YT-13, YT-14)', async () => {
    const annotations = { audience: ['user'], priority: 1 } as const;
    const content = [
      text('a', { annotations }),
      image('AA==', 'image/png', { annotations }),
      audio('AA==', 'audio/wav'),
      resourceLink('a:b', 'b'),
      embedded(textContent('a:b', 'text/plain', 'x')),
    ];
    const application: Application = {
      ...giving(results(content), { name: 'all' }),
      resources: () => [{ uri: 'a:b', name: 'b', read: () => textContent('a:b', 'text/plain', 'x') }],
    };
    const client = await connected(application, { revision });
    expect((await client.call('all')).content).toEqual(content);
    expect(client.opening.capabilities).toHaveProperty('resources');
    expect((await client.result('resources/read', { uri: 'a:b' })).contents).toEqual([
      { uri: 'a:b', mimeType: 'text/plain', text: 'x' },
    ]);
  });

  test('a schema counts in the dialect that it names, 2020-12 if it names none, and one that is unknown stops the start (YB-10)', async () => {
    const items = (keyword: string, $schema?: string): JsonObject => ({
      type: 'object',
      properties: { pair: { type: 'array', [keyword]: [{ type: 'string' }, { type: 'integer' }] } },
      ...($schema !== undefined && { $schema }),
    });
    const tools = [
      { name: 'newest', input: items('prefixItems'), run: () => 'ok' },
      { name: 'draft', input: items('items', 'http://json-schema.org/draft-07/schema#'), run: () => 'ok' },
    ];
    const client = await connected({ tools: () => tools }, { revision });
    for (const { name } of tools) {
      expect(await client.call(name, { pair: ['a', 1] })).not.toHaveProperty('isError');
      expect(await client.call(name, { pair: [1, 'a'] })).toMatchObject({ isError: true });
    }
    const unknown = { name: 'odd', input: { type: 'object', $schema: 'https://example.com/dialect' }, run: () => 'x' };
    const start = createHandler('odd', { tools: () => [unknown] }, { spec: spec20251125, logger: silentLogger });
    await expect(start).rejects.toThrow(SchemaError);
  });
});
