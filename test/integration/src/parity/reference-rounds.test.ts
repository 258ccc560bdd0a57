/**
 * The tests of the reference library for rounds, under their names there. Where the published protocol says otherwise, it wins,
 * and the title says so.
 */
import {
  type Application,
  complete,
  error,
  formElicitation,
  inputRequired,
  type JsonObject,
  type RoundContext,
  type RoundResult,
  silentLogger,
} from '@polyspec/core';
import { prepare } from 'polyspec';
import { describe, expect, test } from 'vitest';
import { requestOf } from '../wire/messages.js';
import { ask } from './http-handler.js';
import { type Client, open } from './open-client.js';
import { run } from './stdio-run.js';

const REVISION = '2026-07-28';
const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const who = formElicitation('Who are you?', schema);

/** Asks who it is, then says so. */
function greeting({ inputResponses, requestState }: RoundContext): RoundResult<string> {
  const answer = inputResponses.get('who');
  if (answer === undefined || !('action' in answer)) return inputRequired({ who }, 'asked');
  return complete(answer.action === 'accept' ? `Hello, ${answer.content.name} (${requestState})` : 'Hello, nobody');
}

const ROUNDS: Readonly<Record<string, (round: RoundContext) => RoundResult<string> | undefined>> = {
  greet: greeting,
  empty: () => inputRequired({}),
  list: () => inputRequired([who, who] as never, 'state'),
  both: () => inputRequired({ who }, { step: 1 }),
  waiting: () => inputRequired({}, 'come again'),
};
const application: Application = {
  tools: () => Object.keys(ROUNDS).map((name) => ({ name, description: `Is ${name}.` })),
  callToolRound: (name, _args, round) => ROUNDS[name]?.(round),
  prompts: () => [{ name: 'greet' }],
  getPrompt: () => error('It asks first'),
  getPromptRound: (_name, _args, round) => greeting(round),
  resources: () => [{ uri: 'a:greet', name: 'greet' }],
  readResource: () => error('It asks first'),
  readResourceRound: (_uri, _variables, round) => greeting(round),
};

const ASKED: JsonObject = {
  resultType: 'input_required',
  inputRequests: {
    who: {
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Who are you?', requestedSchema: schema },
    },
  },
  requestState: expect.any(String),
};
const accepting = { who: { action: 'accept', content: { name: 'Ada' } } };
const declining = { who: { action: 'decline' } };
const canBeAsked = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
const greet = { name: 'greet', arguments: {} };

const start = (): Promise<Client> =>
  open(application, REVISION, { capabilities: { elicitation: {} }, server: { cacheTtl: 1000, logger: silentLogger } });
const withoutHints = (result: JsonObject): void => {
  expect(result).not.toHaveProperty('ttlMs');
  expect(result).not.toHaveProperty('cacheScope');
};

describe('a tool', () => {
  test('mcp26_mrtr_first_round_01: asks by its result, which has a state and no cache fields (TL-24)', async () => {
    const result = await (await start()).call('greet');
    expect(result).toMatchObject(ASKED);
    withoutHints(result);
  });

  test.each([
    ['mcp26_mrtr_second_round_accept_01', accepting, 'Hello, Ada (asked)'],
    ['mcp26_mrtr_decline_01', declining, 'Hello, nobody'],
  ])('%s: completes with the answer, which comes by its key', async (_test, inputResponses, text) => {
    const client = await start();
    const { requestState } = await client.call('greet');
    const result = await client.result('tools/call', { ...greet, inputResponses, requestState: String(requestState) });
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text }] });
  });
});

test('mcp26_prompts_get_mrtr_01: a prompt asks in the same way (PP-08, PR-11)', async () => {
  const client = await start();
  const { requestState, ...asked } = await client.result('prompts/get', { name: 'greet' });
  expect({ ...asked, requestState }).toMatchObject(ASKED);
  expect(
    await client.result('prompts/get', {
      name: 'greet',
      inputResponses: accepting,
      requestState: String(requestState),
    }),
  ).toMatchObject({ messages: [{ content: { text: 'Hello, Ada (asked)' } }] });
});

test('mcp26_resources_read_mrtr_01: so does a resource, and what was read after that is not to be kept (RS-18)', async () => {
  const client = await start();
  const asked = await client.result('resources/read', { uri: 'a:greet' });
  expect(asked).toMatchObject(ASKED);
  withoutHints(asked);
  const requestState = String(asked.requestState);
  expect(
    await client.result('resources/read', { uri: 'a:greet', inputResponses: accepting, requestState }),
  ).toMatchObject({ contents: [{ text: 'Hello, Ada (asked)' }], ttlMs: 0, cacheScope: 'private' });
});

describe('a round', () => {
  test('mrtr_validation_empty_requests_and_none_state_01: that asks for nothing and leaves nothing is -32603', async () => {
    const { code, message } = await (await start()).error('tools/call', { name: 'empty', arguments: {} });
    expect([code, message]).toEqual([-32603, expect.stringContaining('inputRequests')]);
  });

  test('mrtr_validation_duplicate_keys_01: with a list, in which keys could be doubled, is -32603 (MR-16)', async () => {
    const { code, message } = await (await start()).error('tools/call', { name: 'list', arguments: {} });
    expect([code, message]).toEqual([-32603, expect.stringContaining('must be an object of requests by key')]);
  });

  test('mrtr_validation_ok_input_required_01: with requests and a state passes', async () => {
    expect(await (await start()).call('both')).toMatchObject(ASKED);
  });

  test('mrtr_validation_ok_state_only_01: with a state alone passes, without inputRequests (MR-17)', async () => {
    const result = await (await start()).call('waiting');
    expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
    expect(result).not.toHaveProperty('inputRequests');
  });
});

test('stdio_render_mrtr_2026_01: over stdio it is a line', async () => {
  const lines = await run(application, REVISION, [
    requestOf(REVISION, 1, 'tools/call', { ...greet, _meta: canBeAsked }),
  ]);
  expect(lines).toMatchObject([{ id: 1, result: ASKED }]);
});

test('http_mrtr_input_required_01, http_mrtr_complete_01: over HTTP it is one JSON answer', async () => {
  const mcp = await prepare('rounds', application, { logger: silentLogger });
  const answerTo = async (params: JsonObject): Promise<JsonObject> => {
    const { status, headers, messages } = await ask(mcp.fetchHandler(), REVISION, 'tools/call', {
      ...greet,
      ...params,
      _meta: canBeAsked,
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    return messages[0]?.result as JsonObject;
  };
  const asked = await answerTo({});
  expect(asked).toMatchObject(ASKED);
  expect(await answerTo({ inputResponses: accepting, requestState: String(asked.requestState) })).toMatchObject({
    resultType: 'complete',
    content: [{ text: 'Hello, Ada (asked)' }],
  });
  await mcp.close();
});

describe('what a client sends', () => {
  test('MR-10, LI-19 of a state is opened only as it was given; what is in it is nobody’s to read', async () => {
    const client = await start();
    const state = String((await client.call('greet')).requestState);
    expect(state + Buffer.from(state, 'base64url').toString('latin1')).not.toContain('asked');
    const retry = { ...greet, inputResponses: accepting };
    for (const requestState of [`${state}A`, state.slice(0, -2), 'asked', '']) {
      expect((await client.error('tools/call', { ...retry, requestState })).code).toBe(-32602);
    }
    expect(await client.result('tools/call', { ...retry, requestState: state })).toMatchObject({
      resultType: 'complete',
    });
  });

  test('MR-26 of what it can do has to be there, may be nothing, and then it is not asked', async () => {
    const mcp = await prepare('rounds', application, { logger: silentLogger });
    const key = 'io.modelcontextprotocol/clientCapabilities';
    const missing = requestOf(REVISION, 1, 'tools/call', greet);
    delete (missing.params._meta as Record<string, unknown>)[key];
    const absent = await ask(mcp.fetchHandler(), REVISION, 'tools/call', greet, { body: JSON.stringify(missing) });
    expect([absent.status, absent.messages[0]]).toMatchObject([400, { error: { code: -32602 } }]);
    const nothing = await ask(mcp.fetchHandler(), REVISION, 'tools/call', { ...greet, _meta: { [key]: {} } });
    expect([nothing.status, nothing.messages[0]]).toMatchObject([
      400,
      { error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } } },
    ]);
    await mcp.close();
  });
});
