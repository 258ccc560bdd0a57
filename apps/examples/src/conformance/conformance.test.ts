import type { ClientCapabilities, JsonObject } from '@polyspec/core';
import { connectTestClient, type TestClient, TestClientError } from '@polyspec/core/testing';
import { spec20251125 } from 'polyspec';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisions } from '../../test/revisions.js';
import conformance from './conformance.js';

describe.each(revisions)('the conformance fixtures under %s', (revision, spec) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connectTestClient(conformance, { spec, revision, server: { exposeErrors: false } });
  });
  afterAll(() => client.close());

  it('list a tool first that takes no arguments, and a resource first that can be read', async () => {
    const [tool] = await client.listTools();
    const [resource] = await client.listResources();
    expect(await client.callTool(String(tool?.name))).toMatchObject({ content: [{ type: 'text' }] });
    expect(await client.readResource(String(resource?.uri))).toMatchObject({ contents: [{ uri: resource?.uri }] });
  });

  it('describe every tool and every prompt', async () => {
    for (const item of [...(await client.listTools()), ...(await client.listPrompts())]) {
      expect(item).toMatchObject({
        name: expect.stringMatching(/^[\w.-]{1,128}$/),
        description: expect.stringMatching(/./),
      });
    }
  });

  it.each([
    ['test_simple_text', ['text']],
    ['test_image_content', ['image']],
    ['test_audio_content', ['audio']],
    ['test_embedded_resource', ['resource']],
    ['test_multiple_content_types', ['text', 'image', 'resource']],
  ])('%s gives %j', async (name, types) => {
    const { content, isError } = await client.callTool(name);
    expect(isError ?? false).toBe(false);
    expect(content).toMatchObject(types.map((type) => ({ type })));
  });

  it('hold a real image and a real sound', async () => {
    const [{ data: png }] = (await client.callTool('test_image_content')).content as unknown as [{ data: string }];
    const [{ data: wav }] = (await client.callTool('test_audio_content')).content as unknown as [{ data: string }];
    expect(Buffer.from(png, 'base64').subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    expect(Buffer.from(wav, 'base64').toString('latin1', 0, 4)).toBe('RIFF');
    expect(Buffer.from(wav, 'base64').readUInt32LE(4)).toBe(Buffer.from(wav, 'base64').length - 8);
  });

  it('fail with their own text', async () => {
    expect(await client.callTool('test_error_handling')).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'This tool fails on purpose.' }],
    });
  });

  it('report progress three times to a client that asks for it', async () => {
    const before = client.notifications.length;
    await client.request('tools/call', { name: 'test_tool_with_progress', _meta: { progressToken: 7 } });
    expect(client.notifications.slice(before)).toMatchObject(
      [0, 50, 100].map((progress) => ({ params: { progressToken: 7, progress, total: 100 } })),
    );
  });

  it('log to nobody who did not ask for it', async () => {
    const before = client.notifications.length;
    await client.callTool('test_logging_tool');
    expect(client.notifications).toHaveLength(before);
  });

  it('log each step to a client that asks for it', async () => {
    const before = client.notifications.length;
    const isStateless = revision === '2026-07-28';
    if (!isStateless) await client.request('logging/setLevel', { level: 'debug' });
    const _meta = isStateless ? { 'io.modelcontextprotocol/logLevel': 'debug' } : {};
    await client.request('tools/call', { name: 'test_tool_with_logging', _meta });
    if (!isStateless) await client.request('logging/setLevel', { level: 'emergency' });
    expect(client.notifications.slice(before)).toMatchObject(
      ['Begun', 'Half done', 'Done'].map((data) => ({
        method: 'notifications/message',
        params: { level: 'info', data },
      })),
    );
  });

  it('refuse a client whose model can’t be asked, before the tool runs', async () => {
    const refusal = await client.callTool('test_missing_capability').catch((thrown: unknown) => thrown);
    expect(JSON.stringify(refusal)).not.toContain('This client has a model');
    expect(refusal).toMatchObject(
      revision === '2026-07-28'
        ? { code: -32021, data: { requiredCapabilities: { sampling: {} } } }
        : { isError: true, content: [{ text: expect.stringContaining('sampling') }] },
    );
  });

  it('publish a schema of 2020-12 as it is written', async () => {
    const tools = await client.listTools();
    expect(tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: { address: { $anchor: 'addressDef' } },
      properties: { address: { $ref: '#/$defs/address' } },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      additionalProperties: false,
    });
    expect(tools.find(({ name }) => name === 'test_x_mcp_header')?.inputSchema).toMatchObject({
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    });
    const name = 'json_schema_2020_12_tool';
    expect(await client.callTool(name, { contactMethod: 'phone', phone: '1' })).not.toHaveProperty('isError', true);
    expect(await client.callTool(name, { contactMethod: 'phone', email: 'a@b' })).toHaveProperty('isError', true);
  });

  it('fill prompts in', async () => {
    expect(await client.getPrompt('test_simple_prompt')).toMatchObject({ messages: [{ role: 'user' }] });
    const filled = await client.getPrompt('test_prompt_with_arguments', { arg1: 'eins', arg2: 'zwei' });
    expect(JSON.stringify(filled.messages)).toMatch(/eins.*zwei/);
    const resourceUri = 'test://example';
    expect(await client.getPrompt('test_prompt_with_embedded_resource', { resourceUri })).toMatchObject({
      messages: [{ content: { type: 'resource', resource: { uri: resourceUri } } }, { content: { type: 'text' } }],
    });
    expect(await client.getPrompt('test_prompt_with_image')).toMatchObject({
      messages: [{ content: { type: 'image' } }, { content: { type: 'text' } }],
    });
  });

  it('complete an argument of a prompt', async () => {
    const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };
    expect(await client.complete(ref, { name: 'arg1', value: 'test' })).toMatchObject({
      completion: { values: ['test', 'testing', 'tested'] },
    });
  });

  it('have resources with text, with bytes, and by template', async () => {
    expect(await client.readResource('test://static-text')).toMatchObject({ contents: [{ mimeType: 'text/plain' }] });
    expect(await client.readResource('test://static-binary')).toMatchObject({
      contents: [{ mimeType: 'image/png', blob: expect.stringMatching(/^iVBOR/) }],
    });
    expect(await client.readResource('test://template/123/data')).toMatchObject({
      contents: [{ uri: 'test://template/123/data', text: expect.stringContaining('123') }],
    });
    await expect(client.readResource('test://nothing')).rejects.toBeInstanceOf(TestClientError);
  });
});

describe.each(['2025-06-18', '2025-11-25'] as const)('the conformance fixtures that ask, under %s', (revision) => {
  const asked: { readonly method: string; readonly params: JsonObject }[] = [];
  const answers: Readonly<Record<string, JsonObject>> = {
    test_sampling: { role: 'assistant', content: { type: 'text', text: 'Four.' }, model: 'm' },
    test_elicitation: { action: 'accept', content: { username: 'ada', email: 'ada@example.com' } },
    test_elicitation_sep1034_defaults: {
      action: 'accept',
      content: { name: 'Jane Smith', age: 25, score: 88, status: 'inactive', verified: false },
    },
    test_elicitation_sep1330_enums: {
      action: 'accept',
      content: { untitledSingle: 'option1', titledSingle: 'value1', legacyEnum: 'opt1' },
    },
  };
  const call = async (
    name: string,
    args: JsonObject = {},
    capabilities: ClientCapabilities = { elicitation: {}, sampling: {} },
  ) => {
    const client = await connectTestClient(conformance, {
      spec: spec20251125,
      revision,
      capabilities,
      onRequest: (method, params) => {
        asked.push({ method, params });
        return answers[name] ?? {};
      },
    });
    const result = await client.callTool(name, args);
    await client.close();
    return result;
  };

  it('ask the model', async () => {
    expect(await call('test_sampling', { prompt: '2 + 2?' })).toMatchObject({
      content: [{ text: expect.stringContaining('Four.') }],
    });
    expect(asked.pop()).toEqual({
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'text', text: '2 + 2?' } }], maxTokens: 100 },
    });
  });

  it('ask the user', async () => {
    expect(await call('test_elicitation', { message: 'Who?' })).toMatchObject({
      content: [{ text: expect.stringContaining('ada@example.com') }],
    });
    expect(asked.pop()).toMatchObject({
      method: 'elicitation/create',
      params: { message: 'Who?', requestedSchema: { required: ['username', 'email'] } },
    });
  });

  it('ask with defaults, as far as the revision has them', async () => {
    expect(await call('test_elicitation_sep1034_defaults')).toMatchObject({
      content: [{ text: expect.stringContaining('Jane Smith') }],
    });
    const { params } = asked.pop() as unknown as {
      params: { requestedSchema: { properties: Record<string, JsonObject> } };
    };
    const defaults = Object.entries(params.requestedSchema.properties).map(([name, field]) => [name, field.default]);
    expect(Object.fromEntries(defaults)).toEqual(
      revision === '2025-06-18'
        ? { name: undefined, age: undefined, score: undefined, status: undefined, verified: true }
        : { name: 'John Doe', age: 30, score: 95.5, status: 'active', verified: true },
    );
  });

  it('ask with choices, as far as the revision has them', async () => {
    expect(await call('test_elicitation_sep1330_enums')).toMatchObject({
      content: [{ text: expect.stringContaining('value1') }],
    });
    const { params } = asked.pop() as unknown as {
      params: { requestedSchema: { properties: Record<string, JsonObject> } };
    };
    const kinds = Object.entries(params.requestedSchema.properties).map(([name, field]) => [name, Object.keys(field)]);
    expect(Object.fromEntries(kinds)).toEqual(
      revision === '2025-06-18'
        ? {
            untitledSingle: ['type', 'enum'],
            titledSingle: ['type', 'enum', 'enumNames'],
            legacyEnum: ['type', 'enum', 'enumNames'],
          }
        : {
            untitledSingle: ['type', 'enum'],
            titledSingle: ['type', 'oneOf'],
            legacyEnum: ['type', 'enum', 'enumNames'],
            untitledMulti: ['type', 'items'],
            titledMulti: ['type', 'items'],
          },
    );
  });

  it('say it where the client can’t be asked', async () => {
    for (const [name, args] of [
      ['test_sampling', { prompt: '?' }],
      ['test_elicitation', { message: '?' }],
    ] as const) {
      expect(await call(name, args, {})).toMatchObject({ isError: true });
    }
    expect(asked).toEqual([]);
  });
});

describe.each(revisions)('the conformance fixtures that need input, under %s', (revision, spec) => {
  const answer = (method: string, params: JsonObject): JsonObject => {
    if (method === 'roots/list') return { roots: [{ uri: 'file:///home/ada' }] };
    if (method !== 'elicitation/create') {
      return { role: 'assistant', content: { type: 'text', text: 'Paris.' }, model: 'm' };
    }
    const { properties } = params.requestedSchema as { readonly properties: JsonObject };
    const fields = Object.keys(properties).map((name) => [name, name === 'ok' ? true : `my ${name}`]);
    return { action: 'accept', content: Object.fromEntries(fields) };
  };
  const connect = (capabilities: ClientCapabilities = { elicitation: {}, sampling: {}, roots: {} }) =>
    connectTestClient(conformance, { spec, revision, capabilities, onRequest: answer });

  it.each([
    ['elicitation', 'Hello, my name!'],
    ['sampling', 'Paris.'],
    ['list_roots', 'file:///home/ada'],
    ['request_state', 'state-ok'],
    ['multiple_inputs', 'accept; {"type":"text","text":"Paris."}; 1 roots'],
    ['multi_round', 'my name likes my color.'],
    ['tampered_state', 'accept'],
    ['capabilities', 'Answered: user_name, capital, client_roots'],
  ])('get it: %s', async (name, text) => {
    const client = await connect();
    expect(await client.callTool(`test_input_required_result_${name}`)).toMatchObject({
      content: [{ text: expect.stringContaining(text) }],
    });
    await client.close();
  });

  it('get it for a prompt', async () => {
    const client = await connect();
    expect(await client.getPrompt('test_input_required_result_prompt')).toMatchObject({
      messages: [{ content: { text: 'The context is: my context' } }],
    });
    await client.close();
  });

  it('ask for nothing that the client did not declare', async () => {
    const client = await connect({ sampling: {} });
    expect(await client.callTool('test_input_required_result_capabilities')).toMatchObject({
      content: [{ text: 'Answered: capital' }],
    });
    await client.close();
  });
});
