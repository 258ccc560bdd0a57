import type { Application, JsonObject } from '@polyspec/core';
import { expect, test } from 'vitest';
import { connected } from '../test/client.js';

let asked: unknown;
const application: Application = {
  prompts: () => [{ name: 'code', arguments: [{ name: 'language' }] }],
  getPrompt: () => 'x',
  complete: (reference, argument, resolved) => {
    asked = { reference, argument, resolved };
    return ['python'];
  },
};
const ref = { type: 'ref/prompt', name: 'code' };
const argument = { name: 'language', value: '' };

test('what was asked reaches the application, without values that nobody gave (CP-15, CP-18)', async () => {
  const client = await connected(application);
  const context = { arguments: { framework: 'flask' } };
  expect(await client.result('completion/complete', { ref, argument, context })).toEqual({
    completion: { values: ['python'] },
  });
  expect(asked).toEqual({
    reference: { type: 'prompt', name: 'code' },
    argument: { name: 'language', value: '' },
    resolved: { framework: 'flask' },
  });
});

test.each<[string, JsonObject]>([
  ['no context', {}],
  ['an empty context', { context: {} }],
  ['a context without values', { context: { arguments: {} } }],
])('%s means that nothing is resolved (CP-16)', async (_what, context) => {
  await (await connected(application)).result('completion/complete', { ref, argument, ...context });
  expect(asked).toMatchObject({ resolved: {} });
});

test.each<[string, JsonObject | undefined, string]>([
  ['no params', undefined, 'ref must be an object, got nothing'],
  ['a string as ref', { ref: 'code', argument }, 'ref must be an object, got a string'],
  [
    'an unknown type',
    { ref: { type: 'ref/tool' }, argument },
    "ref.type must be 'ref/prompt' or 'ref/resource', got a string",
  ],
  ['no name', { ref: { type: 'ref/prompt' }, argument }, 'ref.name must be a string, got nothing'],
  ['no URI', { ref: { type: 'ref/resource' }, argument }, 'ref.uri must be a string, got nothing'],
  ['no argument', { ref }, 'argument must be an object, got nothing'],
  ['no value', { ref, argument: { name: 'language' } }, 'argument.value must be a string, got nothing'],
  [
    'a number as value',
    { ref, argument: { name: 'language', value: 1 } },
    'argument.value must be a string, got a number',
  ],
  ['a list as context', { ref, argument, context: [] }, 'context must be an object, got an array'],
  [
    'a context without arguments',
    { ref, argument, context: { a: 'b' } },
    'context.arguments must be an object, got nothing',
  ],
  [
    'a resolved number',
    { ref, argument, context: { arguments: { a: 1 } } },
    'context.arguments.a must be a string, got a number',
  ],
])('with %s it is -32602 (CP-15, CP-16)', async (_what, params, text) => {
  const client = await connected(application);
  expect(await client.error('completion/complete', params)).toEqual({
    code: -32602,
    message: `Invalid params: ${text}`,
  });
});
