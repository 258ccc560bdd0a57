import type { JsonObject, Runtime } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { modernRequest, SERVER_INFO, send, serve } from '../test/ask.js';

const REF = { type: 'ref/prompt', name: 'review' };
const ARGUMENT = { name: 'language', value: '' };

async function complete(params: JsonObject, parts: Partial<Runtime> = {}) {
  return send(serve(parts), modernRequest('completion/complete', params));
}

describe('completion/complete', () => {
  it('gives values with their totals, and no cache hints (CP-03, K-06, CP-13)', async () => {
    const { result } = await complete(
      { ref: REF, argument: ARGUMENT },
      { complete: () => ({ values: ['python', 'pyret'], total: 2, hasMore: false }) },
    );
    expect(result).toEqual({
      resultType: 'complete',
      completion: { values: ['python', 'pyret'], total: 2, hasMore: false },
      _meta: SERVER_INFO,
    });
  });

  it('leaves out what is not known (CP-18)', async () => {
    const { result } = await complete({ ref: REF, argument: ARGUMENT }, { complete: () => ({ values: [] }) });
    expect(result?.completion).toEqual({ values: [] });
  });

  it('reads both references, an empty value and what was resolved (CP-02, CP-15)', async () => {
    const ask = vi.fn<Runtime['complete']>(() => ({ values: [] }));
    await complete({ ref: REF, argument: ARGUMENT }, { complete: ask });
    expect(ask).toHaveBeenLastCalledWith({ type: 'prompt', name: 'review' }, ARGUMENT, {}, expect.anything());
    const ref = { type: 'ref/resource', uri: 'demo://notes/{id}' };
    await complete({ ref, argument: ARGUMENT, context: { arguments: { year: '2026' } } }, { complete: ask });
    expect(ask).toHaveBeenLastCalledWith(
      { type: 'resource', uri: 'demo://notes/{id}' },
      ARGUMENT,
      { year: '2026' },
      expect.anything(),
    );
    await complete({ ref: REF, argument: ARGUMENT, context: {} }, { complete: ask });
    expect(ask).toHaveBeenLastCalledWith(expect.anything(), ARGUMENT, {}, expect.anything());
  });

  it.each<[string, JsonObject]>([
    ['no reference', { argument: ARGUMENT }],
    ['another type of reference', { ref: { type: 'prompt', name: 'x' }, argument: ARGUMENT }],
    ['a prompt without a name', { ref: { type: 'ref/prompt', uri: 'x' }, argument: ARGUMENT }],
    ['a resource without a uri', { ref: { type: 'ref/resource', name: 'x' }, argument: ARGUMENT }],
    ['no argument', { ref: REF }],
    ['an argument without a value', { ref: REF, argument: { name: 'x' } }],
    ['a value that is no string', { ref: REF, argument: { name: 'x', value: 1 } }],
    ['a context that is no object', { ref: REF, argument: ARGUMENT, context: [] }],
    ['a context without arguments', { ref: REF, argument: ARGUMENT, context: { other: 1 } }],
    ['a resolved value that is no string', { ref: REF, argument: ARGUMENT, context: { arguments: { a: 1 } } }],
  ])('refuses %s with -32602 (CP-04, CP-15, CP-16)', async (_what, params) => {
    const ask = vi.fn<Runtime['complete']>();
    expect((await complete(params, { complete: ask })).error).toMatchObject({ code: -32602 });
    expect(ask).not.toHaveBeenCalled();
  });

  it('is unknown where nothing completes (CP-01, V3-10)', async () => {
    const features = { tools: true, prompts: true, resources: true, completions: false, elicitation: false, ui: false };
    expect(await complete({ ref: REF, argument: ARGUMENT }, { features })).toMatchObject({
      status: 404,
      error: { code: -32601 },
    });
  });
});
