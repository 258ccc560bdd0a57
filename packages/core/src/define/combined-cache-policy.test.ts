import { describe, expect, it } from 'vitest';
import type { Application } from '../application/application.js';
import type { CachePolicy } from '../application/cache-policy.js';
import type { CallContext } from '../application/context.js';
import { defineApplication } from './define-application.js';

const context = {} as CallContext;
const open: CachePolicy = { ttlMs: 5000, scope: 'public' };
const short: CachePolicy = { ttlMs: 10, scope: 'public' };
const closed: CachePolicy = { ttlMs: 3000, scope: 'private' };

describe('the cache policy of several applications', () => {
  const withTools = (policy?: CachePolicy): Application => ({
    tools: () => [],
    ...(policy && { cachePolicy: () => policy }),
  });
  const listTools = async (...include: readonly Application[]) =>
    defineApplication({ include }).cachePolicy?.('tools/list', undefined, context);

  it('is the strictest for a list that is put together', async () => {
    expect(await listTools(withTools(open), withTools(short))).toEqual({ ttlMs: 10, scope: 'public' });
    expect(await listTools(withTools(short), withTools(closed))).toEqual({ ttlMs: 10, scope: 'private' });
  });

  it('is private where a part says nothing of its share', async () => {
    expect(await listTools(withTools(open), withTools())).toEqual({ ttlMs: 5000, scope: 'private' });
    expect(await listTools(withTools(open), { prompts: () => [] })).toEqual(open);
  });

  it('is that of the application itself before all others', async () => {
    const own = defineApplication({ cachePolicy: async () => open, include: [withTools(closed)] });
    expect(await own.cachePolicy?.('tools/list', undefined, context)).toBe(open);
  });

  it('is left to the options where nobody has one', async () => {
    expect(await listTools({ ...withTools(), cachePolicy: () => undefined })).toBeUndefined();
    expect(defineApplication({ include: [withTools()] })).not.toHaveProperty('cachePolicy');
  });

  it('is that of the application that has the resource for a read', async () => {
    const a: Application = { resources: () => [{ name: 'a', uri: 'a://' }], cachePolicy: () => closed };
    const b: Application = {
      resourceTemplates: () => [{ name: 'b', uriTemplate: 'b://{x}' }],
      cachePolicy: () => open,
    };
    const { cachePolicy } = defineApplication({ include: [a, b] });
    expect(await cachePolicy?.('resources/read', 'a://', context)).toBe(closed);
    expect(await cachePolicy?.('resources/read', 'b://1', context)).toBe(open);
    expect(await cachePolicy?.('server/discover', undefined, context)).toEqual({ ttlMs: 3000, scope: 'private' });
  });
});
