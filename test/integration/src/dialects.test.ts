// Schemas from every source over the wire: what is listed is 2020-12 at every depth, whatever its author wrote.
import { defineApplication, type JsonObject, type Server, tool } from '@polyspec/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z as zod3 } from 'zod3';
import { REVISIONS } from '../../schema/official-schema.js';
import { dialects } from './fixtures/dialects.js';
import { serveHttp } from './http-server.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient } from './wire/http-client.js';
import { SERVED } from './wire/revisions.js';

checkEveryMessage();

const SOURCES = ['by_zod', 'by_valibot', 'by_arktype', 'by_draft_07', 'by_signature'];

interface Listed {
  readonly name: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
}

describe.each(REVISIONS)('%s', (revision) => {
  let server: Server;
  let client: HttpClient;
  let tools: readonly Listed[];
  beforeAll(async () => {
    server = await serveHttp(dialects);
    client = new HttpClient(server.address, { served: SERVED.all });
    const { result } = await client.request(revision, 'tools/list');
    tools = (result?.tools ?? []) as unknown as readonly Listed[];
  });
  afterAll(() => server?.close());

  it('A9 lists a tool of every source, and no older dialect at any depth', () => {
    expect(tools.map(({ name }) => name)).toEqual(SOURCES);
    const text = JSON.stringify(tools);
    expect(text).not.toMatch(/draft-0\d/);
    expect(text).not.toMatch(/"(?:definitions|dependencies|additionalItems)"/);
  });

  it.each(SOURCES)('A9 compiles both schemas %s with Ajv 2020 and no options', (source) => {
    const { inputSchema, outputSchema } = tools.find(({ name }) => name === source) as Listed;
    const input = new Ajv2020().compile(inputSchema);
    expect([{ x: 1, y: 2 }, { x: 1, y: 'two' }, { x: 1 }].map((value) => input(value))).toEqual([true, false, false]);
    const output = new Ajv2020().compile(outputSchema);
    expect([{ sum: 3 }, { sum: '3' }, {}].map((value) => output(value))).toEqual([true, false, false]);
  });

  it.each(SOURCES)('A9 calls the tool %s, and tells what is wrong with its arguments', async (name) => {
    const { result } = await client.request(revision, 'tools/call', { name, arguments: { x: 1, y: 2 } });
    expect(result).toMatchObject({ structuredContent: { sum: 3 } });
    const wrong = await client.request(revision, 'tools/call', { name, arguments: { x: 1, y: 'two' } });
    expect(wrong.result).toMatchObject({
      isError: true,
      content: [{ text: `Invalid arguments for tool '${name}':\n- y: expected number, got string "two"` }],
    });
  });

  it('A9 keeps the meaning of draft-07 keywords that have another one now', async () => {
    const call = (pair: JsonObject[string]) =>
      client.request(revision, 'tools/call', { name: 'by_draft_07', arguments: { x: 1, y: 2, pair } });
    expect((await call([1, 2])).result).toMatchObject({ structuredContent: { sum: 3 } });
    for (const pair of [[1], [1, 'two'], [1, 2, 3]]) {
      const { result } = await call(pair);
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('pair') }] });
    }
  });
});

describe('at start', () => {
  const serving = (name: string, input: unknown) =>
    serveHttp(defineApplication({ tools: { [name]: tool({ input: input as JsonObject, run: () => 'never' }) } }));

  it('A9 refuses a schema of zod 3, and says what to do', async () => {
    await expect(serving('old', zod3.object({ x: zod3.number() }))).rejects.toThrow(
      /'?old'?.*zod 3.*use zod 4\.2 or newer, or give plain JSON Schema/,
    );
  });

  it.each([
    [
      'an unknown dialect',
      { $schema: 'https://example.com/dialect', type: 'object' },
      /odd.*https:\/\/example\.com\/dialect/,
    ],
    [
      'a keyword that its dialect does not have',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { a: { prefixItems: [{}] } } },
      /odd.*prefixItems is not a keyword of draft-07/,
    ],
  ])('A9 refuses %s, and names the tool', async (_what, schema, message) => {
    await expect(serving('odd', schema)).rejects.toThrow(message);
  });
});
