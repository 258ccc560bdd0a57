// Questions to the client in the middle of a request: behaviours of the reference library, under the revisions that have them.
import type { Application, ElicitAnswer, JsonObject } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { serverFaults } from '../../../schema/official-schema.js';
import { open } from './open-client.js';
import { StdioTalk } from './stdio-talk.js';

const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const color = {
  type: 'object',
  properties: { color: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] } },
};
const page = 'https://example.com/pay';

const said = (answer: ElicitAnswer): string =>
  answer.action === 'accept' ? `accept ${JSON.stringify(answer.content)}` : answer.action;
const application: Application = {
  tools: () => [
    { name: 'greet', description: 'Greets whom the user names.' },
    { name: 'paint', description: 'Paints as the user likes it.' },
    {
      name: 'pay',
      description: 'Sends the user to a page.',
      requires: { elicitation: { url: {} } },
      run: async (_args, { elicitUrl }) => said((await elicitUrl?.('Please pay.', page)) ?? { action: 'cancel' }),
    },
  ],
  callToolWithElicitation: async (tool, _args, elicit) => {
    if (tool === 'greet') return said(await elicit('Who are you?', name));
    return tool === 'paint' ? said(await elicit('Which color?', color)) : undefined;
  },
};

describe.each(['2025-06-18', '2025-11-25'] as const)('under %s', (revision) => {
  const call = async (tool: string, answer: JsonObject, capabilities: JsonObject = { elicitation: {} }) => {
    const onRequest = vi.fn((_method: string, _params: JsonObject) => answer);
    const client = await open(application, revision, { capabilities, onRequest });
    const result = await client.call(tool);
    const [[method, params = {}] = []] = onRequest.mock.calls;
    expect(serverFaults({ jsonrpc: '2.0', id: 1, method, params }, revision)).toEqual([]);
    return { result, method, params };
  };

  it.each<[string, JsonObject, string]>([
    ['mcp_server_elicitation_accept_01', { action: 'accept', content: { name: 'Ada' } }, 'accept {"name":"Ada"}'],
    ['mcp_server_elicitation_decline_01', { action: 'decline' }, 'decline'],
    ['mcp_server_elicitation_cancel_01', { action: 'cancel' }, 'cancel'],
  ])('%s: a tool asks, and gets the answer', async (_test, answer, text) => {
    const { result, method } = await call('greet', answer);
    expect(method).toBe('elicitation/create');
    expect(result).toMatchObject({ content: [{ text }] });
  });

  it('ST-09, V1-02, V1-27, mcp_server_elicitation_request_structure_01: over stdio the question is a line; other requests are answered meanwhile, and the answer is known by its id', async () => {
    const talk = await StdioTalk.open(application, revision, { capabilities: { elicitation: {} } });
    talk.say({ id: 1, method: 'tools/call', params: { name: 'greet', arguments: {} } });
    const asked = await talk.next();
    expect(asked).toEqual({
      jsonrpc: '2.0',
      id: expect.anything(),
      method: 'elicitation/create',
      params: {
        ...(revision === '2025-11-25' && { mode: 'form' }),
        message: 'Who are you?',
        requestedSchema: name,
      },
    });
    talk.say({ id: 2, method: 'ping' });
    talk.say({ id: 'nobody asked', result: { action: 'decline' } });
    expect(await talk.next()).toMatchObject({ id: 2, result: {} });
    talk.say({ id: asked.id, result: { action: 'accept', content: { name: 'Ada' } } });
    expect(await talk.next()).toMatchObject({ id: 1, result: { content: [{ text: 'accept {"name":"Ada"}' }] } });
    await talk.server.close();
  });

  it('V2-10, spec_2025_11_25_enum_schema_01: the schema of a form is sent as it was written', async () => {
    const { result, params } = await call('paint', { action: 'accept', content: { color: 'g' } });
    expect(params.requestedSchema).toEqual(color);
    expect(result).toMatchObject({ content: [{ text: 'accept {"color":"g"}' }] });
  });
});

it('V2-08, V2-09, spec_2025_11_25_url_elicitation_01: under 2025-11-25 a user may be sent to a page', async () => {
  const onRequest = vi.fn((_method: string, _params: JsonObject): JsonObject => ({ action: 'accept' }));
  const client = await open(application, '2025-11-25', { capabilities: { elicitation: { url: {} } }, onRequest });
  expect(await client.call('pay')).toMatchObject({ content: [{ text: 'accept {}' }] });
  expect(onRequest).toHaveBeenCalledExactlyOnceWith('elicitation/create', {
    mode: 'url',
    message: 'Please pay.',
    url: page,
    elicitationId: expect.any(String),
  });
});
