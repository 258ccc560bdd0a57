/**
 * The tests of the reference library for its example of birds, under their names there, with the birds of ours. Where these do
 * otherwise, the title says so.
 */
import { randomBytes } from 'node:crypto';
import { type JsonObject, silentLogger } from '@polyspec/core';
import { createBirds } from '@polyspec/examples/birds/birds';
import { type FetchHandler, type PreparedServer, prepare } from 'polyspec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOf } from '../wire/messages.js';
import { ask, type Changes, send } from './http-handler.js';
import { open } from './open-client.js';
import { run } from './stdio-run.js';

const ELICITATION = { elicitation: {} };
/** What a client that can be asked says with each request of 2026-07-28. */
const asked = { _meta: { 'io.modelcontextprotocol/clientCapabilities': ELICITATION } };

const identify = { name: 'identify_bird', arguments: {} };

type Questions = Readonly<Record<string, { readonly params: JsonObject }>>;

/** A round that ended with a question, and what the user answers to it. */
function answering({ inputRequests, requestState }: JsonObject, answer: (key: string) => JsonObject): JsonObject {
  const keys = Object.keys(inputRequests as Questions);
  return {
    ...identify,
    ...asked,
    inputResponses: Object.fromEntries(keys.map((key) => [key, answer(key)])),
    requestState: requestState as string,
  };
}

const choosing = (value: string) => (key: string) => ({ action: 'accept', content: { [key]: value } });
const cancelling = (): JsonObject => ({ action: 'cancel' });

const FIRST_ROUND = {
  resultType: 'input_required',
  requestState: expect.any(String),
  inputRequests: {
    bill: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: '40 birds are left. What shape is its bill?',
        requestedSchema: { required: ['bill'] },
      },
    },
  },
};
const SECOND_ROUND = {
  resultType: 'input_required',
  requestState: expect.any(String),
  inputRequests: { back: { method: 'elicitation/create' } },
};
const STOPPED = {
  structuredContent: { outcome: 'stopped' },
  content: [{ text: expect.stringMatching(/^The user did not want to go on\./) }],
};

describe('under 2025-06-18', () => {
  test('birds_mcp_initialize_01: tells its name and tools, and of no elicitation, which is for clients to declare', async () => {
    const { facts, revision } = await open(createBirds(), '2025-06-18');
    expect(revision).toBe('2025-06-18');
    expect(facts.serverInfo).toMatchObject({ name: expect.any(String), version: expect.any(String) });
    expect(facts.capabilities).toHaveProperty('tools');
    expect(facts.capabilities).not.toHaveProperty('elicitation');
  });

  test('birds_mcp_tools_list_01: lists identify_bird, whose arguments are an object', async () => {
    const tools = await (await open(createBirds(), '2025-06-18')).tools();
    expect(tools).toContainEqual(
      expect.objectContaining({ name: 'identify_bird', inputSchema: expect.objectContaining({ type: 'object' }) }),
    );
  });

  test('birds_mcp_elicitation_capability_required_01: gives a client that can’t be asked the questions, where the reference gives an error', async () => {
    const client = await open(createBirds(), '2025-06-18');
    const { structuredContent, isError } = await client.call('identify_bird');
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({ outcome: 'several', questions: [{ feature: 'bill' }, {}, {}] });
    // What has nothing to give without an answer is refused there as well.
    expect(await client.call('show_pictures', { name: 'osprey' })).toMatchObject({ isError: true });
  });

  test('birds_mcp_elicitation_cancel_01: asks for a choice, and ends when it is cancelled', async () => {
    const forms: JsonObject[] = [];
    const client = await open(createBirds(), '2025-06-18', {
      capabilities: ELICITATION,
      onRequest: (method, params) => {
        expect(method).toBe('elicitation/create');
        forms.push(params);
        return { action: 'cancel' };
      },
    });
    expect(await client.call('identify_bird')).toMatchObject(STOPPED);
    expect(forms).toMatchObject([
      {
        requestedSchema: {
          type: 'object',
          properties: { bill: { type: 'string', enum: expect.arrayContaining(['hooked']) } },
        },
      },
    ]);
  });
});

describe('under 2026-07-28 over stdio', () => {
  const keys = [randomBytes(32)];
  /** Each call a server of its own, as the reference has it; all with the same keys. */
  const resultOf = async (method: string, params: JsonObject = {}): Promise<JsonObject> => {
    const [answer] = await run(createBirds(), '2026-07-28', [requestOf('2026-07-28', 1, method, params)], {
      spec: '2026-07-28',
      keys,
    });
    return answer?.result as JsonObject;
  };
  const first = (): Promise<JsonObject> => resultOf('tools/call', { ...identify, ...asked });

  test('birds_mcp26_discover_01: is discovered', async () => {
    expect(await resultOf('server/discover')).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
    });
  });

  test('birds_mcp26_tools_list_01: lists identify_bird', async () => {
    const { tools } = await resultOf('tools/list');
    expect(tools).toContainEqual(expect.objectContaining({ name: 'identify_bird' }));
  });

  test('birds_mcp26_mrtr_round1_01: ends the first round with a question and a state', async () => {
    expect(await first()).toMatchObject(FIRST_ROUND);
  });

  test('birds_mcp26_mrtr_round2_01: goes on with the state at a fresh server', async () => {
    expect(await resultOf('tools/call', answering(await first(), choosing('chisel')))).toMatchObject({
      resultType: 'input_required',
      inputRequests: { size: { method: 'elicitation/create' } },
    });
    expect(await resultOf('tools/call', answering(await first(), choosing('triangular')))).toMatchObject({
      resultType: 'complete',
      structuredContent: { outcome: 'identified', birds: [{ name: 'atlantic-puffin' }] },
    });
  });

  test('birds_mcp26_mrtr_cancel_01: completes when it is cancelled', async () => {
    const result = await resultOf('tools/call', answering(await first(), cancelling));
    expect(result).toMatchObject({ resultType: 'complete', ...STOPPED });
  });
});

describe('under 2026-07-28 over HTTP', () => {
  let server: PreparedServer;
  let handler: FetchHandler;
  beforeAll(async () => {
    server = await prepare('birds', createBirds(), { logger: silentLogger, spec: '2026-07-28' });
    handler = server.fetchHandler();
  });
  afterAll(() => server.close());
  const answerTo = async (method: string, params: JsonObject = {}, changes?: Changes): Promise<JsonObject> =>
    (await ask(handler, '2026-07-28', method, params, changes)).messages.at(-1) as JsonObject;
  const resultOf = async (method: string, params?: JsonObject): Promise<JsonObject> =>
    (await answerTo(method, params)).result as JsonObject;
  const first = (): Promise<JsonObject> => resultOf('tools/call', { ...identify, ...asked });

  test('birds_http_discover_01: is discovered', async () => {
    expect(await resultOf('server/discover')).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
    });
  });

  test('birds_http_tools_list_01: lists identify_bird', async () => {
    const { tools } = await resultOf('tools/list');
    expect(tools).toContainEqual(expect.objectContaining({ name: 'identify_bird' }));
  });

  test('birds_http_mrtr_round1_01: ends the first round with a question and a state', async () => {
    expect(await first()).toMatchObject(FIRST_ROUND);
  });

  test('birds_http_mrtr_round2_01: goes on with the state', async () => {
    expect(await resultOf('tools/call', answering(await first(), choosing('stout')))).toMatchObject(SECOND_ROUND);
  });

  test('birds_http_mrtr_cancel_01: completes when it is cancelled', async () => {
    const result = await resultOf('tools/call', answering(await first(), cancelling));
    expect(result).toMatchObject({ resultType: 'complete', ...STOPPED });
  });

  test('birds_http_method_not_allowed_01: has nothing to GET', async () => {
    expect(await send(handler, { method: 'GET' })).toMatchObject({ status: 405 });
  });

  test('birds_http_ping_01: has no ping', async () => {
    expect(await answerTo('ping')).toMatchObject({ error: { code: -32601 } });
  });
});
