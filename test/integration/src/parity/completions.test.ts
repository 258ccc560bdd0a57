// Completions: behaviours of the reference library, over every revision.
import { type Application, type CompletionReturn, completion, type JsonObject, silentLogger } from '@polyspec/core';
import { prepare } from 'polyspec';
import { describe, expect, it, vi } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { ask } from './http-handler.js';
import { open } from './open-client.js';

const lists: Application = {
  prompts: () => [{ name: 'trip', arguments: [{ name: 'city' }, { name: 'day' }] }],
  getPrompt: () => 'x',
  resources: () => [{ uri: 'city://all', name: 'all' }],
  resourceTemplates: () => [{ uriTemplate: 'city://{country}/{name}', name: 'city' }],
  readResource: () => 'x',
};
const PROMPT = { type: 'ref/prompt', name: 'trip' };
const TEMPLATE = { type: 'ref/resource', uri: 'city://{country}/{name}' };
const many = Array.from({ length: 101 }, (_, index) => `value ${index}`);

const giving = (value: unknown): Application => ({ ...lists, complete: () => value as CompletionReturn });

describe.each(REVISIONS)('under %s', (revision) => {
  const values = async (value: unknown, ref: JsonObject = PROMPT, name = 'city'): Promise<unknown> => {
    const client = await open(giving(value), revision);
    return (await client.result('completion/complete', { ref, argument: { name, value: 'p' } })).completion;
  };
  const failing = async (value: unknown, ref: JsonObject = PROMPT, name = 'city'): Promise<JsonObject> => {
    const client = await open(giving(value), revision, { server: { exposeErrors: false, logger: silentLogger } });
    return { ...(await client.error('completion/complete', { ref, argument: { name, value: 'p' } })) };
  };

  it('CP-01 to CP-04, CP-14, CP-15 complete gets the reference, the argument and what is resolved', async () => {
    const complete = vi.fn(() => ['Paris']);
    const client = await open({ ...lists, complete }, revision);
    const argument = { name: 'city', value: '' };
    const context = { arguments: { day: 'Monday' } };
    await client.result('completion/complete', { ref: PROMPT, argument, context });
    const seen = expect.objectContaining({ revision });
    expect(complete).toHaveBeenLastCalledWith({ type: 'prompt', name: 'trip' }, argument, { day: 'Monday' }, seen);
    const variable = { name: 'country', value: 'F' };
    await client.result('completion/complete', { ref: TEMPLATE, argument: variable });
    expect(complete).toHaveBeenLastCalledWith({ type: 'resource', uri: TEMPLATE.uri }, variable, {}, seen);
  });

  it('CP-05, CP-06, CP-18 values keep their order and their doubles; only what was given is sent', async () => {
    expect(await values(['b', 'a', 'b'])).toEqual({ values: ['b', 'a', 'b'] });
    expect(await values(completion(['a'], 7, true))).toEqual({ values: ['a'], total: 7, hasMore: true });
    expect(await values(completion(['a'], 1, false))).toEqual({ values: ['a'], total: 1, hasMore: false });
  });

  it('CP-08, CP-18, CP-19 of more than a hundred the first stay, with hasMore; a total stays as given', async () => {
    expect(await values(many)).toEqual({ values: many.slice(0, 100), hasMore: true });
    expect(await values(completion(many, 101, false))).toEqual({
      values: many.slice(0, 100),
      total: 101,
      hasMore: true,
    });
  });

  it.each<[string, unknown]>([
    ['CP-07 a negative total', { values: [], total: -1 }],
    ['CP-07 hasMore that is no boolean', { values: [], hasMore: 'yes' }],
    ['CP-20 a number past the hundredth', [...many, 5]],
    ['CP-11 no list', { values: 'x' }],
  ])('%s is -32603, without the details (CP-21)', async (_what, value) => {
    expect(await failing(value)).toEqual({
      code: -32603,
      message: expect.stringMatching(/^Internal error \(reference /),
    });
  });

  it('CP-21 so is an exception, whose words are for the log alone', async () => {
    const error = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error };
    const complete = (): never => {
      throw new Error('the database is down');
    };
    const client = await open({ ...lists, complete }, revision, { server: { logger, exposeErrors: false } });
    const params = { ref: PROMPT, argument: { name: 'city', value: '' } };
    expect(await client.error('completion/complete', params)).toEqual({
      code: -32603,
      message: expect.stringMatching(/^Internal error \(reference /),
    });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ err: expect.objectContaining({ message: 'the database is down' }) }),
      expect.any(String),
    );
  });

  it.each<[string, JsonObject, string]>([
    ['CP-09 an unknown prompt', { type: 'ref/prompt', name: 'nope' }, 'city'],
    ['CP-09 an undeclared argument', PROMPT, 'nope'],
    ['CP-10 an unknown resource', { type: 'ref/resource', uri: 'city://none' }, 'name'],
    ['CP-10 a URI that only a template matches', { type: 'ref/resource', uri: 'city://fr/paris' }, 'name'],
    ['CP-17, X-26 a name that is no variable', TEMPLATE, 'nope'],
  ])('%s is -32602 (CP-11)', async (_what, ref, name) => {
    expect(await failing([], ref, name)).toMatchObject({ code: -32602 });
  });

  it('CP-17 a listed URI takes any name', async () => {
    expect(await values(['x'], { type: 'ref/resource', uri: 'city://all' }, 'anything')).toEqual({ values: ['x'] });
  });

  it.each<[string, JsonObject]>([
    [
      'CP-15 an unknown kind of reference',
      { ref: { type: 'ref/tool', name: 'x' }, argument: { name: 'a', value: '' } },
    ],
    ['CP-15 no value', { ref: PROMPT, argument: { name: 'city' } }],
    ['CP-16 a context without arguments', { ref: PROMPT, argument: { name: 'city', value: '' }, context: { a: 'b' } }],
    [
      'CP-16 a resolved number',
      { ref: PROMPT, argument: { name: 'city', value: '' }, context: { arguments: { day: 1 } } },
    ],
  ])('%s is -32602 (CP-11)', async (_what, params) => {
    const client = await open(giving([]), revision);
    expect((await client.error('completion/complete', params)).code).toBe(-32602);
  });

  it('CP-16 no context and an empty one mean that nothing is resolved', async () => {
    const complete = vi.fn(() => []);
    const client = await open({ ...lists, complete }, revision);
    const params = { ref: PROMPT, argument: { name: 'city', value: '' } };
    for (const context of [{}, { context: {} }, { context: { arguments: {} } }]) {
      await client.result('completion/complete', { ...params, ...context });
      expect(complete).toHaveBeenLastCalledWith(expect.anything(), params.argument, {}, expect.anything());
    }
  });

  it('CP-11, V1-22, V3-32 where it is not advertised the method is unknown', async () => {
    const client = await open(lists, revision);
    const params = { ref: PROMPT, argument: { name: 'city', value: '' } };
    expect((await client.error('completion/complete', params)).code).toBe(-32601);
  });

  it('CP-13, LI-16, CA-03 a completion has no cache fields', async () => {
    const client = await open({ ...giving(['x']), cachePolicy: () => ({ ttlMs: 5, scope: 'public' }) }, revision);
    const result = await client.result('completion/complete', { ref: PROMPT, argument: { name: 'city', value: '' } });
    expect(result).not.toHaveProperty('ttlMs');
    expect(result).not.toHaveProperty('cacheScope');
  });

  it('CP-12 what to tell to whom is for the application to decide, which knows who is asking', async () => {
    const own: Application = {
      ...lists,
      complete: (_ref, _argument, _resolved, { caller }) => [`for ${caller?.subject}`],
    };
    const guard = { authenticate: () => ({ caller: { subject: 'ada', scopes: [] } }) };
    const mcp = await prepare('own', own, { guard });
    const params = { ref: PROMPT, argument: { name: 'city', value: '' } };
    const { messages } = await ask(mcp.fetchHandler(), revision, 'completion/complete', params);
    expect(messages[0]).toMatchObject({ result: { completion: { values: ['for ada'] } } });
    await mcp.close();
  });

  it('CP-22 completions that are declared but not implemented stop the start', async () => {
    await expect(open({ ...lists, capabilities: () => ['completions'] }, revision)).rejects.toMatchObject({
      code: 'POLYSPEC_APPLICATION',
    });
  });
});
