import { type Application, type JsonObject, UriTemplateError } from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { spec20250618 } from '../src/index.js';
import { Completions, Everything, Prompts, Resources, Tools } from './applications.js';
import { type Client, connected } from './client.js';

/**
 * The tests of the reference library for 2025-06-18, under their names there. Those about elicitation and about the framing
 * of streams are elsewhere. Where the published protocol says otherwise, it wins, and the title says so.
 */

const open = (application: Application): Promise<Client> => connected(application, { spec: spec20250618 });

const asking = async (application: Application, protocolVersion: string): Promise<JsonObject> => {
  const client = await connected(application, { spec: spec20250618, revision: protocolVersion });
  return client.opening;
};

const named = (list: readonly JsonObject[], name: string): JsonObject =>
  list.find((item) => item.name === name) ?? expect.fail(`${name} is not listed`);

const textOf = (result: JsonObject): unknown => (result.content as readonly JsonObject[])[0]?.text;

describe('lifecycle', () => {
  test('mcp_server_initialize_01: answers with the revision, the name and the id', async () => {
    const client = await open(new Tools());
    expect(client.opening).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'test-server' } });
  });

  test.each([
    ['mcp_server_initialize_newer_version_01', '2026-01-01'],
    ['mcp_server_initialize_older_version_01', '2024-11-05'],
    ['mcp_server_initialize_exact_version_01', '2025-06-18'],
  ])('%s: %s is answered with 2025-06-18', async (_name, version) => {
    expect((await asking(new Tools(), version)).protocolVersion).toBe('2025-06-18');
  });

  test('mcp_server_ping_01: ping is answered with its id', async () => {
    const client = await open(new Tools());
    expect(await client.request('ping', undefined, 'p-1')).toEqual({ jsonrpc: '2.0', id: 'p-1', result: {} });
  });

  test('mcp_server_unknown_method_01: -32601', async () => {
    const client = await open(new Tools());
    expect(await client.error('tools/rename')).toMatchObject({
      code: -32601,
      message: 'Method not found: tools/rename',
    });
  });

  test('mcp_server_multiple_calls_01: three requests of one client, each with its id', async () => {
    const client = await open(new Tools());
    const ids = await Promise.all([1, 2, 3].map(async (id) => client.request('ping', undefined, `call ${id}`)));
    expect(ids.map((answer) => 'id' in answer && answer.id)).toEqual(['call 1', 'call 2', 'call 3']);
  });

  test('mcp_server_server_title_01: the title option is in serverInfo', async () => {
    const client = await connected(new Tools(), { spec: spec20250618, server: { title: 'Test Server' } });
    expect(client.opening.serverInfo).toMatchObject({ title: 'Test Server' });
  });

  test('mcp_server_server_no_title_01: without it the title is the name', async () => {
    expect((await open(new Tools())).opening.serverInfo).toMatchObject({ title: 'test-server' });
  });
});

describe('capabilities', () => {
  /** What is advertised where nothing is remembered of a client: the reference library has neither logs nor notifications. */
  const capabilities = async (application: Application): Promise<unknown> =>
    (await connected(application, { spec: spec20250618, http: true })).opening.capabilities;

  test('mcp_server_initialize_capabilities_01: tools alone, as an empty object (V1-14)', async () => {
    expect(await capabilities(new Tools())).toEqual({ tools: {} });
  });

  test('mcp_server_initialize_elicit_capabilities_01: elicitation is never a capability of a server (TP-03)', async () => {
    class Asks extends Tools {
      callToolWithElicitation(): undefined {
        return undefined;
      }
    }
    expect(await capabilities(new Asks())).toEqual({ tools: {} });
  });

  test('mcp_server_initialize_prompt_capabilities_01: prompts where there are any', async () => {
    expect(await capabilities(new Prompts())).toEqual({ prompts: {} });
  });

  test('mcp_server_initialize_no_prompt_capabilities_01: not otherwise', async () => {
    expect(await capabilities(new Tools())).not.toHaveProperty('prompts');
  });

  test('mcp_server_completion_capability_01: completions where they are implemented', async () => {
    expect(await capabilities(new Completions())).toMatchObject({ completions: {} });
  });

  test('mcp_server_initialize_resource_capabilities_01: resources where there are any', async () => {
    expect(await capabilities(new Resources())).toEqual({ resources: {} });
  });

  test('mcp_server_initialize_no_resource_capabilities_01: not otherwise', async () => {
    expect(await capabilities(new Tools())).not.toHaveProperty('resources');
  });

  test('mcp_server_tools_and_prompts_capabilities_01, mcp_server_all_capabilities_01: all together', async () => {
    expect(await capabilities(new Everything())).toEqual({ tools: {}, prompts: {}, resources: {} });
  });

  test('mcp_server_tools_and_prompts_tool_call_01, …_prompt_get_01, mcp_server_all_capabilities_resource_read_01: all work side by side', async () => {
    const client = await open(new Everything());
    expect(textOf(await client.call('add', { A: 3, B: 4 }))).toContain('7');
    expect(await client.result('prompts/get', { name: 'dialogue' })).toHaveProperty('messages');
    expect(await client.result('resources/read', { uri: 'notes://welcome' })).toHaveProperty('contents');
  });
});

describe('tools', () => {
  test('mcp_server_tools_list_01: factorial is listed', async () => {
    named(await (await open(new Tools())).list('tools/list', 'tools'), 'factorial');
  });

  test('mcp_server_tools_call_auto_dispatch_01, …_structured_01: the greeting is there as text and as data', async () => {
    const result = await (await open(new Tools())).call('greet', { Name: 'World' });
    expect(textOf(result)).toContain('Hello, World!');
    expect(result.structuredContent).toEqual({ Greeting: 'Hello, World!' });
  });

  test('mcp_server_tools_call_add_01: 3 + 4 shows 7', async () => {
    expect(textOf(await (await open(new Tools())).call('add', { A: 3, B: 4 }))).toContain('7');
  });

  test('mcp_server_tools_call_failure_01: isError with the text of the failure', async () => {
    expect(await (await open(new Tools())).call('failing')).toEqual({
      content: [{ type: 'text', text: 'Tool predicate failed' }],
      isError: true,
    });
  });

  test('mcp_server_tool_not_found_01: an error, by the published protocol -32602 (X-08, YT-07)', async () => {
    expect(await (await open(new Tools())).error('tools/call', { name: 'nope' })).toMatchObject({
      code: -32602,
      message: "Unknown tool 'nope'",
    });
  });

  test('mcp_server_results_format_01: two blocks of content', async () => {
    const { content } = await (await open(new Tools())).call('two_parts');
    expect(content).toEqual([
      { type: 'text', text: 'first' },
      { type: 'text', text: 'second' },
    ]);
  });

  test('mcp_server_tool_exception_01: isError with the text of the exception (V1-06)', async () => {
    expect(await (await open(new Tools())).call('throwing')).toEqual({
      content: [{ type: 'text', text: 'Out of order' }],
      isError: true,
    });
  });

  test('mcp_server_tool_title_from_info_01, …_fallback_01: the documented title, or the name of the method', async () => {
    const tools = await (await open(new Tools())).list('tools/list', 'tools');
    expect(named(tools, 'factorial').title).toBe('Factorial Calculator');
    expect(named(tools, 'greet').title).toBe('greet');
  });

  test('mcp_server_tool_title_always_present_01: on every tool that has a signature', async () => {
    const tools = await (await open(new Tools())).list('tools/list', 'tools');
    for (const name of ['factorial', 'greet', 'add', 'overridden']) expect(named(tools, name)).toHaveProperty('title');
  });

  test('mcp_server_tool_output_schema_01, …_inferred_01: an object with the output F of type integer', async () => {
    const tools = await (await open(new Tools())).list('tools/list', 'tools');
    expect(named(tools, 'factorial').outputSchema).toMatchObject({
      type: 'object',
      properties: { F: { type: 'integer' } },
    });
  });

  test('mcp_server_tool_input_schema_override_01, …_output_schema_override_01: given schemas replace inferred ones', async () => {
    const tool = named(await (await open(new Tools())).list('tools/list', 'tools'), 'overridden');
    expect(tool.inputSchema).toEqual({ type: 'object', properties: { custom_in: { type: 'string' } } });
    expect(tool.outputSchema).toEqual({ type: 'object', properties: { y: { type: 'string' } } });
  });

  test('mcp_server_structured_content_01: data, also for arguments that the given input schema does not name', async () => {
    const result = await (await open(new Tools())).call('overridden', { X: 'other' });
    expect(result.structuredContent).toEqual({ y: 'yes' });
  });

  test('mcp_server_structured_content_auto_text_01: the text is made from the data, as JSON (X-19)', async () => {
    expect(textOf(await (await open(new Tools())).call('structured'))).toBe('{"sum":3}');
  });

  test('mcp_server_structured_content_with_items_01: the given blocks and the data', async () => {
    expect(await (await open(new Tools())).call('structured_with_items')).toEqual({
      content: [{ type: 'text', text: '1 + 2 = 3' }],
      structuredContent: { sum: 3 },
    });
  });

  test('mcp_server_resource_link_01, …_with_details_01: links with what they say', async () => {
    const client = await open(new Tools());
    const link = { type: 'resource_link', uri: 'notes://1', name: 'note' };
    expect((await client.call('link')).content).toEqual([link]);
    const details = { description: 'A note', mimeType: 'text/plain' };
    expect((await client.call('link_with_details')).content).toEqual([{ ...link, ...details }]);
  });
});

describe('prompts', () => {
  test('mcp_server_prompts_list_01, …_02: all prompts are listed by name', async () => {
    const prompts = await (await open(new Prompts())).list('prompts/list', 'prompts');
    expect(prompts.map(({ name }) => name)).toEqual(['review', 'summary', 'dialogue']);
  });

  test('mcp_server_prompts_list_03: an application without prompts lists none (V1-21)', async () => {
    expect(await (await open(new Tools())).result('prompts/list')).toEqual({ prompts: [] });
  });

  test('mcp_server_prompts_list_arguments_01, …_no_args_01: arguments with what they say, or an empty list', async () => {
    const prompts = await (await open(new Prompts())).list('prompts/list', 'prompts');
    expect(named(prompts, 'review')).toMatchObject({
      description: 'Reviews code',
      arguments: [{ name: 'code', description: 'The code', required: true }],
    });
    expect(named(prompts, 'summary').arguments).toEqual([]);
  });

  test('mcp_server_prompt_title_01: the title', async () => {
    const prompts = await (await open(new Prompts())).list('prompts/list', 'prompts');
    expect(named(prompts, 'review').title).toBe('Code Review');
  });

  test('mcp_server_prompts_get_01: the argument is in the message of the user', async () => {
    const client = await open(new Prompts());
    expect(await client.result('prompts/get', { name: 'review', arguments: { code: 'x = 1' } })).toEqual({
      description: 'Reviews code',
      messages: [{ role: 'user', content: { type: 'text', text: 'Please review: x = 1' } }],
    });
  });

  test('mcp_server_prompts_get_02, …_03: description and text, without any arguments', async () => {
    expect(await (await open(new Prompts())).result('prompts/get', { name: 'summary' })).toEqual({
      description: 'A summary',
      messages: [{ role: 'user', content: { type: 'text', text: 'Please sum up.' } }],
    });
  });

  test('mcp_server_prompts_get_multi_turn_01: user, then assistant', async () => {
    const { messages } = await (await open(new Prompts())).result('prompts/get', { name: 'dialogue' });
    expect((messages as readonly JsonObject[]).map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  test('mcp_server_prompts_get_not_found_01: an error, by the published protocol -32602 (X-08, YR-03)', async () => {
    expect(await (await open(new Prompts())).error('prompts/get', { name: 'nope' })).toMatchObject({ code: -32602 });
  });
});

describe('completions', () => {
  const complete = async (name: string, more: JsonObject = {}): Promise<unknown> => {
    const client = await open(new Completions());
    const ref = { type: 'ref/prompt', name: 'code' };
    return (await client.result('completion/complete', { ref, argument: { name, value: '' }, ...more })).completion;
  };

  const failure = async (ref: JsonObject, name: string): Promise<JsonObject> => {
    const client = await open(new Completions());
    return { ...(await client.error('completion/complete', { ref, argument: { name, value: '' } })) };
  };

  const prompt = { type: 'ref/prompt', name: 'code' };
  const template = { type: 'ref/resource', uri: 'notes://item/{id}' };

  test('mcp_server_prompt_completion_01: values that depend on what is resolved', async () => {
    expect(await complete('framework', { context: { arguments: { language: 'python' } } })).toEqual({
      values: ['flask', 'django'],
    });
  });

  test('mcp_server_resource_completion_01: total and hasMore as given', async () => {
    const client = await open(new Completions());
    const result = await client.result('completion/complete', { ref: template, argument: { name: 'id', value: '1' } });
    expect(result).toEqual({ completion: { values: ['1', '12'], total: 2, hasMore: true } });
  });

  test('mcp_server_resource_completion_unknown_argument_01: -32602', async () => {
    expect(await failure(template, 'other')).toMatchObject({ code: -32602 });
  });

  test('mcp_server_completion_unknown_prompt_argument_01: -32602', async () => {
    expect(await failure(prompt, 'other')).toMatchObject({ code: -32602 });
  });

  test('mcp_server_completion_unknown_reference_01: -32602', async () => {
    expect(await failure({ type: 'ref/prompt', name: 'nope' }, 'language')).toMatchObject({ code: -32602 });
  });

  test('mcp_server_completion_unadvertised_01: -32601 (V1-22)', async () => {
    const client = await open(new Prompts());
    const params = { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'code', value: '' } };
    expect(await client.error('completion/complete', params)).toMatchObject({ code: -32601 });
  });

  test('mcp_server_completion_truncates_values_01: 100 of 101, with hasMore', async () => {
    const completion = (await complete('many')) as JsonObject;
    expect(completion.values).toHaveLength(100);
    expect(completion.hasMore).toBe(true);
    expect(completion).not.toHaveProperty('total');
  });

  test('mcp_server_completion_truncates_values_with_metadata_01: the total stays, hasMore becomes true', async () => {
    expect(await complete('many_of')).toMatchObject({ total: 101, hasMore: true });
  });

  test('mcp_server_completion_malformed_result_01, …_exception_01: -32603 (CP-21)', async () => {
    const failed = { code: -32603, message: expect.any(String) };
    expect(await failure(prompt, 'malformed')).toEqual(failed);
    expect(await failure(prompt, 'throwing')).toEqual(failed);
  });
});

describe('resources', () => {
  test('mcp_server_resources_list_01, …_02, …_fields_01, mcp_server_resource_title_01: all, with what they say', async () => {
    expect(await (await open(new Resources())).list('resources/list', 'resources')).toEqual([
      { uri: 'notes://welcome', name: 'welcome', title: 'A Welcome', description: 'Greets', mimeType: 'text/plain' },
      { uri: 'notes://settings', name: 'settings', mimeType: 'application/json' },
      { uri: 'notes://both', name: 'both' },
    ]);
  });

  test('mcp_server_resources_list_03: an application without resources lists none', async () => {
    expect(await (await open(new Tools())).result('resources/list')).toEqual({ resources: [] });
  });

  test('mcp_server_resource_templates_list_01, …_fields_01: templates, with a title in the titled form', async () => {
    expect(await (await open(new Resources())).list('resources/templates/list', 'resourceTemplates')).toEqual([
      { uriTemplate: 'notes://item/{id}', name: 'item', description: 'One item', mimeType: 'text/plain' },
      { uriTemplate: 'notes://day/{day}', name: 'day', title: 'A Day' },
    ]);
  });

  test('mcp_server_resource_templates_list_empty_01: none without templates', async () => {
    expect(await (await open(new Tools())).result('resources/templates/list')).toEqual({ resourceTemplates: [] });
  });

  test('mcp_server_resource_templates_list_invalid_01: a bad template is found before the first client comes', async () => {
    const application: Application = {
      resourceTemplates: () => [{ uriTemplate: 'notes://{id', name: 'bad' }],
      readResource: () => undefined,
    };
    await expect(open(application)).rejects.toThrow(UriTemplateError);
  });

  test('mcp_server_resource_template_read_01: a URI that a template stands for', async () => {
    expect(await (await open(new Resources())).result('resources/read', { uri: 'notes://item/7' })).toEqual({
      contents: [{ uri: 'notes://item/7', mimeType: 'text/plain', text: 'Item 7' }],
    });
  });

  test('mcp_server_resources_read_01, …_02: text with its URI and its MIME type', async () => {
    const client = await open(new Resources());
    expect(await client.result('resources/read', { uri: 'notes://welcome' })).toEqual({
      contents: [{ uri: 'notes://welcome', mimeType: 'text/plain', text: 'Welcome!' }],
    });
    const settings = await client.result('resources/read', { uri: 'notes://settings' });
    expect(settings.contents).toMatchObject([{ mimeType: 'application/json' }]);
  });

  test('mcp_server_resources_read_multi_01: two items', async () => {
    const { contents } = await (await open(new Resources())).result('resources/read', { uri: 'notes://both' });
    expect(contents).toMatchObject([{ text: 'one' }, { text: 'two' }]);
  });

  test('mcp_server_resources_read_not_found_01: an error, by the published protocol -32002 (X-08, YR-11)', async () => {
    expect(await (await open(new Resources())).error('resources/read', { uri: 'notes://nope' })).toMatchObject({
      code: -32002,
      data: { uri: 'notes://nope' },
    });
  });
});
