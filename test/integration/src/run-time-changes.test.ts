// Things that come and go while the server runs, as clients of every revision see them.
import { PassThrough } from 'node:stream';
import { combineSpecs, defineApplication, tool } from '@polyspec/core';
import { connectTestClient, type TestClient } from '@polyspec/core/testing';
import { spec20251125 } from '@polyspec/spec-2025';
import { spec20260728 } from '@polyspec/spec-2026';
import { serve } from 'polyspec';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REVISIONS, serverFaults } from '../../schema/official-schema.js';

const SPEC = combineSpecs([spec20260728, spec20251125]);

const application = defineApplication({
  tools: { hello: tool({ description: 'Greets.', run: () => 'Hello!' }) },
  prompts: {},
  resources: {},
  resourceTemplates: {},
});

const add = tool({
  description: 'Adds two numbers.',
  input: z.object({ a: z.number(), b: z.number().default(1) }),
  output: z.object({ sum: z.number() }),
  run: ({ a, b }) => ({ sum: a + b }),
});

async function names(client: TestClient): Promise<readonly string[]> {
  return (await client.listTools()).map(({ name }) => name);
}

describe.each(REVISIONS)('a server that changes while it runs, under %s', (revision) => {
  it('TL-20, YT-09 a tool that is added is listed and can be called; one that is disabled or removed is unknown', async () => {
    const client = await connectTestClient(application, { spec: SPEC, revision });
    const { tools } = client.server;
    tools.add('add', add);
    expect(await names(client)).toEqual(['hello', 'add']);
    expect(await client.callTool('add', { a: 2 })).toMatchObject({ structuredContent: { sum: 3 } });
    for (const [hide, show] of [
      [tools.disable, tools.enable],
      [tools.remove, (name: string) => tools.add(name, add)],
    ] as const) {
      hide('add');
      expect(await names(client)).toEqual(['hello']);
      await expect(client.callTool('add', { a: 2 })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining("Unknown tool 'add'"),
      });
      show('add');
      expect(await names(client)).toEqual(['hello', 'add']);
    }
    tools.disable('hello');
    await expect(client.callTool('hello')).rejects.toMatchObject({ code: -32602 });
    expect(await names(client)).toEqual(['add']);
    await client.close();
  });

  it('YR-05, YR-10, RS-10 prompts, resources and templates as well', async () => {
    const client = await connectTestClient(application, { spec: SPEC, revision });
    const { prompts, resources, resourceTemplates } = client.server;
    prompts.add({ name: 'p', run: () => 'Do it.' });
    resources.add({ name: 'r', uri: 'docs://r', read: () => 'r' });
    resourceTemplates.add({ name: 't', uriTemplate: 'notes://{id}', read: (_uri, { id }) => `note ${id}` });
    expect(await client.listPrompts()).toMatchObject([{ name: 'p' }]);
    expect(await client.listResources()).toMatchObject([{ uri: 'docs://r' }]);
    expect(await client.listResourceTemplates()).toMatchObject([{ uriTemplate: 'notes://{id}' }]);
    expect(await client.getPrompt('p')).toMatchObject({ messages: [{ content: { text: 'Do it.' } }] });
    expect(await client.readResource('docs://r')).toMatchObject({ contents: [{ text: 'r' }] });
    expect(await client.readResource('notes://1')).toMatchObject({ contents: [{ text: 'note 1' }] });
    prompts.remove('p');
    resources.disable('docs://r');
    resourceTemplates.remove('notes://{id}');
    for (const gone of [client.getPrompt('p'), client.readResource('docs://r'), client.readResource('notes://1')]) {
      await expect(gone).rejects.toMatchObject({ code: expect.any(Number) });
    }
    await client.close();
  });

  it('a server of what onStart adds advertises it', async () => {
    const client = await connectTestClient({ onStart: ({ tools }) => tools.add('add', add) }, { spec: SPEC, revision });
    const { capabilities } = client.opening ?? (await client.request('server/discover'));
    expect(capabilities).toHaveProperty('tools');
    expect(await names(client)).toEqual(['add']);
    await client.close();
  });
});

it('what serve() gives changes the server that runs', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = await serve('changing', application, { input, output });
  server.tools.add('add', add);
  server.tools.disable('hello');
  input.write(
    `${JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    })}\n`,
  );
  const [line] = (await output.iterator().next()).value.toString().split('\n');
  const answer = JSON.parse(line);
  expect(answer).toMatchObject({ id: 1, result: { tools: [{ name: 'add' }] } });
  expect(serverFaults(answer, '2026-07-28', 'tools/list')).toEqual([]);
  await server.close();
});
