import { expect, it } from 'vitest';
import { spyLogger } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { CallContext } from '../application/context.js';
import { defineApplication } from '../define/define-application.js';
import { cachePolicyOf } from './cache-policy.js';

const options = { cacheTtl: 9, cacheScope: 'public' } as const;

async function policyOf(application: Application, logger = spyLogger()) {
  return {
    policy: await cachePolicyOf(application, options, logger)('tools/list', undefined, {} as CallContext),
    logger,
  };
}

it.each([[undefined], [null]])('CA-05 %s leaves it to the options, without a word', async (given) => {
  const { policy, logger } = await policyOf({ cachePolicy: () => given as undefined });
  expect(policy).toEqual({ ttlMs: 9, scope: 'public' });
  expect(logger.warn).not.toHaveBeenCalled();
});

it.each<[string, unknown]>([
  ['a text', 'private'],
  ['a number', 60_000],
  ['not a number', Number.NaN],
  ['true', true],
  ['a function', () => ({ ttlMs: 1, scope: 'private' })],
  ['a list', [1, 'private']],
  ['nothing inside', {}],
  ['a negative time', { ttlMs: -1, scope: 'private' }],
  ['no whole number', { ttlMs: 0.5, scope: 'private' }],
  ['NaN inside', { ttlMs: Number.NaN, scope: 'private' }],
  ['for ever', { ttlMs: Number.POSITIVE_INFINITY, scope: 'private' }],
  ['more than a safe integer', { ttlMs: 2 ** 53, scope: 'private' }],
  ['a time in words', { ttlMs: '5', scope: 'private' }],
  ['a big integer', { ttlMs: 5n, scope: 'private' }],
  ['no scope', { ttlMs: 5 }],
  ['an unknown scope', { ttlMs: 5, scope: 'shared' }],
  ['a scope of the wrong case', { ttlMs: 5, scope: 'Public' }],
])('CA-09 %s is no policy: the options hold, and the log says so', async (_what, given) => {
  for (const cachePolicy of [() => given, async () => given]) {
    const { policy, logger } = await policyOf({ cachePolicy } as Application);
    expect(policy).toEqual({ ttlMs: 9, scope: 'public' });
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith({ operation: 'tools/list', policy: given }, expect.anything());
  }
});

it.each<[string, () => never]>([
  ['throws', () => expect.fail('down')],
  ['rejects', () => Promise.reject(new Error('down')) as never],
  [
    'gives what throws when it is read',
    () =>
      ({
        get ttlMs() {
          return expect.fail('down');
        },
      }) as never,
  ],
])('CA-09 a policy that %s does not fail the result, which is not kept', async (_what, cachePolicy) => {
  const { policy, logger } = await policyOf({ cachePolicy });
  expect(policy).toEqual({ ttlMs: 0, scope: 'private' });
  expect(logger.error).toHaveBeenCalledTimes(1);
});

it('CA-01 only the two members of a policy are taken', async () => {
  const given = { ttlMs: 0, scope: 'private', more: 1 } as const;
  expect((await policyOf({ cachePolicy: () => given })).policy).toEqual({ ttlMs: 0, scope: 'private' });
});

it('CA-09 null of one application does not hide what the others say', async () => {
  const parts: Application[] = [null, { ttlMs: 5, scope: 'private' }].map((given) => ({
    tools: () => [],
    cachePolicy: () => given as never,
  }));
  expect((await policyOf(defineApplication({ include: parts }))).policy).toEqual({ ttlMs: 5, scope: 'private' });
});
