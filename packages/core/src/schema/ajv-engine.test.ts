import { describe, expect, test } from 'vitest';
import { ajvEngine } from './ajv-engine.js';
import type { CompiledSchema } from './engine.js';
import type { JsonSchema } from './schema.js';

const compile = async (schema: unknown, formats = true): Promise<CompiledSchema> =>
  ajvEngine.compile(schema as JsonSchema, { formats });

/** Whether each of the values fits. */
async function verdicts(schema: unknown, ...values: unknown[]): Promise<boolean[]> {
  const compiled = await compile(schema);
  return values.map((value) => compiled.fits(value));
}

describe('what ajv does not do by itself', () => {
  test('unknown keywords and formats, and a keyword id, are no errors', async () => {
    expect(
      await verdicts({ 'x-mcp-header': 'A', id: 'x', format: 'own', minimum: 1, enumNames: ['a'] }, 1, 'x'),
    ).toEqual([true, true]);
  });

  test('only own members count', async () => {
    expect(await verdicts({ required: ['constructor'] }, {}, { constructor: 1 })).toEqual([false, true]);
    expect(await verdicts({ properties: { toString: { type: 'string' } } }, {})).toEqual([true]);
    const text = '{"__proto__": 1}';
    expect(await verdicts({ additionalProperties: false }, {}, JSON.parse(text))).toEqual([true, false]);
  });

  test('NaN and Infinity are no numbers', async () => {
    expect(await verdicts({ type: 'number' }, 1, Number.NaN, Number.POSITIVE_INFINITY)).toEqual([true, false, false]);
  });

  test('patterns that are only legal without Unicode compile, beside others', async () => {
    const schema = { properties: { a: { pattern: '^[\\w-.]+$' }, b: { pattern: '^.$' } } };
    expect(await verdicts(schema, { a: 'x-y' }, { a: '!' }, { b: '😀' })).toEqual([true, false, true]);
    expect(await verdicts({ patternProperties: { '^a\\-b$': false } }, { 'a-b': 1 }, { ab: 1 })).toEqual([false, true]);
  });

  test('multiples are decimal', async () => {
    expect(await verdicts({ multipleOf: 0.01 }, 19.99, 0.07, 19.995, 0)).toEqual([true, true, false, true]);
    expect(await verdicts({ multipleOf: 3 }, 9, 10)).toEqual([true, false]);
  });

  test('J-09: distinct items take no time that grows with the square', async () => {
    const schema = { type: 'array', uniqueItems: true };
    expect(await verdicts(schema, [1, '1', {}, []], [{ a: 1 }, { a: 1 }], [])).toEqual([true, false, true]);
    expect(await verdicts({ uniqueItems: false }, [1, 1])).toEqual([true]);
    const { fits } = await compile(schema);
    const start = performance.now();
    expect(fits(Array.from({ length: 50_000 }, (_, index) => ({ index })))).toBe(true);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test('a text that is too long never meets the pattern', async () => {
    const { fits } = await compile({ type: 'string', pattern: '^(a+)+$', maxLength: 20 });
    const start = performance.now();
    expect(fits(`${'a'.repeat(200)}!`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe('formats', () => {
  test('are checked where they are asked for', async () => {
    expect(await verdicts({ format: 'email' }, 'a@b.co', 'nope', 5)).toEqual([true, false, true]);
    const { fits, fitsFormat } = await compile({ format: 'email' }, false);
    expect(fits('nope')).toBe(true);
    expect(fitsFormat?.('email', 'nope')).toBe(true);
  });

  test('are told one by one', async () => {
    const { fitsFormat } = await compile({ format: 'date' });
    expect(fitsFormat?.('date', '2026-02-30')).toBe(false);
    expect(fitsFormat?.('date', '2026-02-28')).toBe(true);
    expect(fitsFormat?.('ipv4', 'x')).toBe(false);
    expect(fitsFormat?.('int32', 1.5)).toBe(false);
    expect(fitsFormat?.('own', 'x')).toBe(true);
  });
});

describe('references', () => {
  test('to the root and to names', async () => {
    const schema = {
      properties: { next: { $ref: '#' }, a: { $ref: '#a' } },
      $defs: { x: { $anchor: 'a', type: 'string' } },
    };
    expect(await verdicts({ ...schema, type: 'object' }, { next: { next: {} } }, { next: 1 }, { a: 1 })).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('two schemas with the same address, outside or inside, do not meet', async () => {
    const make = (type: string): object => ({
      $id: 'https://example.com/a',
      properties: { a: { $id: 'b', type }, c: { $ref: 'b' } },
    });
    expect(await verdicts(make('string'), { c: 'x' }, { c: 1 })).toEqual([true, false]);
    expect(await verdicts(make('number'), { c: 'x' }, { c: 1 })).toEqual([false, true]);
  });
});

describe('refused', () => {
  test('a schema that ajv would make asynchronous, and so always true', async () => {
    await expect(compile({ $async: true, type: 'string' })).rejects.toThrow('$async is no keyword of JSON Schema');
  });
});

describe('what ajv gets wrong is right', () => {
  test('members and items that nothing looked at', async () => {
    const schema = {
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      properties: { id: { format: 'date' } },
      unevaluatedProperties: false,
    };
    expect(await verdicts(schema, { kind: 'a' }, { kind: 'b' }, {}, { id: 'x' })).toEqual([true, false, true, false]);
    const lists = { items: { contains: { type: 'number' } } };
    expect(await verdicts(lists, [[1], ['a', 1]], [[1], []])).toEqual([true, false]);
    const items = { contains: { type: 'string' }, unevaluatedItems: false };
    expect(await verdicts(items, ['a'], ['a', 1])).toEqual([true, false]);
    // ajv throws a TypeError here.
    const odd = {
      oneOf: [true, { properties: { a: { type: 'string' } }, oneOf: [{ type: 'string' }] }],
      patternProperties: { '^a': true },
    };
    expect(await verdicts(odd, { a: 0 })).toEqual([true]);
  });

  test('dynamic references', async () => {
    const tree = {
      $id: 'https://example.com/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          properties: { data: true, children: { items: { $dynamicRef: '#node' } } },
        },
      },
    };
    expect(await verdicts(tree, { children: [{ data: 1 }] }, { children: [{ daat: 1 }] })).toEqual([true, false]);
  });

  test('references between schemas with addresses', async () => {
    const schema = {
      $id: 'https://example.com/a',
      $ref: 'b',
      $defs: {
        inner: { $id: 'b', type: 'object', properties: { next: { $ref: '#' }, back: { $ref: 'a#/$defs/text' } } },
        text: { type: 'string' },
      },
    };
    expect(await verdicts(schema, { next: { back: 'x' } }, { next: { back: 1 } })).toEqual([true, false]);
  });
});

test('the last fault says what ajv says, at its place', async () => {
  const { fits, lastFault } = await compile({ properties: { a: { items: { required: ['b'] } } } });
  const value = { a: [{ b: 1 }, {}] };
  expect(fits(value)).toBe(false);
  expect(lastFault?.(value)).toEqual({
    kind: 'rule',
    path: 'a[1]',
    expected: "does not fit the schema, it must have required property 'b'",
    got: 'object',
  });
  expect(fits({ a: [{ b: 1 }] })).toBe(true);
  expect(lastFault?.(value)).toBeUndefined();
});

test('a compiled schema outlives the instance of ajv that made it', async () => {
  const { fits } = await compile({ properties: { a: { type: 'string' } } });
  for (let index = 0; index <= 1000; index++) await compile({ title: `${index}` });
  expect([fits({ a: 1 }), fits({ a: 'x' })]).toEqual([false, true]);
}, 30_000);
