import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { z as z3 } from 'zod3';
import { describeFaults } from './fault.js';
import { type StandardResult, standardValidate } from './standard-validate.js';

test('D-5: defaults and transforms apply, and without asynchronous parts there is no promise', () => {
  const schema = z.object({ n: z.number().default(1), when: z.string().transform((text) => text.length) });
  const result = standardValidate(schema, { when: 'abc', extra: 1 });
  expect(result).toEqual({ value: { n: 1, when: 3 } });
  expectTypeOf<Awaited<typeof result>>().toEqualTypeOf<StandardResult<{ n: number; when: number }>>();
  expect(standardValidate(v.object({ a: v.optional(v.number(), 2) }), {})).toEqual({ value: { a: 2 } });
  expect(standardValidate(type({ a: 'string.numeric.parse' }), { a: '5' })).toEqual({ value: { a: 5 } });
});

test('an asynchronous refinement is awaited', async () => {
  const schema = z.object({ a: z.string().refine(async (text) => text === 'free', 'is taken') });
  const result = standardValidate(schema, { a: 'x' });
  expect(result).toBeInstanceOf(Promise);
  expect(await result).toEqual({ faults: [{ kind: 'rule', path: 'a', expected: 'is taken', got: 'string "x"' }] });
  expect(await standardValidate(schema, { a: 'free' })).toEqual({ value: { a: 'free' } });
});

describe('faults carry the path and the words of the library', () => {
  test.each([
    ['zod 4', z.object({ list: z.array(z.object({ n: z.number() })) })],
    ['zod 3', z3.object({ list: z3.array(z3.object({ n: z3.number() })) })],
    ['valibot', v.object({ list: v.array(v.object({ n: v.number() })) })],
    ['arktype', type({ list: type({ n: 'number' }).array() })],
  ])('%s', async (_, schema) => {
    const result = await standardValidate(schema, { list: [{ n: 'x' }] });
    expect(result).toMatchObject({ faults: [{ kind: 'rule', path: 'list[0].n', got: 'string "x"' }] });
    const faults = 'faults' in result ? result.faults : [];
    expect(describeFaults(faults, 'Bad')).toMatch(/^Bad:\n- list\[0\]\.n: .*number/);
  });
});

test('a long message is cut, on one line, and 20 faults are enough', async () => {
  const schema = z.array(z.string().refine(() => false, `line\n${'x'.repeat(1000)}`));
  const result = await standardValidate(schema, Array(50).fill('a'));
  const faults = 'faults' in result ? result.faults : [];
  expect(faults).toHaveLength(20);
  expect(faults[0]?.expected).toMatch(/^line x+…$/);
  expect(faults[0]?.expected.length).toBeLessThan(210);
});

test("an exception in the author's own code is not hidden", async () => {
  const schema = z.string().refine(() => {
    throw new Error('mine');
  });
  await expect(async () => standardValidate(schema, 'x')).rejects.toThrow('mine');
});
