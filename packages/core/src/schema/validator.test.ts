import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, type Mock, test, vi } from 'vitest';
import * as z from 'zod';
import type { CompiledSchema, SchemaValidatorEngine } from './engine.js';
import { SchemaError } from './error.js';
import { describeFaults, type Fault } from './fault.js';
import { toJsonSchema } from './to-json-schema.js';
import { compileValidator } from './validator.js';

/** An engine that refuses every value, and counts its schemas. */
function refusing(lastFault?: string): SchemaValidatorEngine & { compile: Mock<SchemaValidatorEngine['compile']> } {
  const fault: Fault = { kind: 'rule', path: 'x', expected: lastFault ?? '', got: 'object' };
  const compiled: CompiledSchema = { fits: () => false, ...(lastFault && { lastFault: () => fault }) };
  return { name: 'refusing', compile: vi.fn(() => compiled) };
}

test('A12, Q-04: a value that fits gives nothing, another one gives its faults', async () => {
  const schema = {
    type: 'object',
    properties: { count: { type: 'number' }, mode: { enum: ['a', 'b'] } },
    required: ['count'],
    additionalProperties: false,
  };
  const { validate } = await compileValidator(schema, "input of tool 'f'");
  expect(validate({ count: 1 })).toBeUndefined();
  const faults = validate({ mode: 'c', x: 1 }) ?? [];
  expect(describeFaults(faults, "Invalid arguments for tool 'f'")).toBe(
    [
      "Invalid arguments for tool 'f':",
      '- count: missing, expected number',
      '- mode: expected one of "a", "b"; got "c"',
      '- x: not allowed',
    ].join('\n'),
  );
  expect(validate({ count: 'false' })).toEqual([{ path: 'count', expected: 'number', got: 'string "false"' }]);
});

test('a value is never changed by validation', async () => {
  const { validate } = await compileValidator({ properties: { a: { type: 'number', default: 1 } } }, 's');
  const value = Object.freeze({ b: '1' });
  expect(validate(value)).toBeUndefined();
  expect(value).toEqual({ b: '1' });
});

describe('each distinct schema is compiled once', () => {
  test('by object, by text, and when asked for twice at the same time', async () => {
    const engine = refusing();
    const schema = { type: 'object' };
    const [one, two] = await Promise.all([
      compileValidator(schema, 's', engine),
      compileValidator({ type: 'object' }, 's', engine),
    ]);
    expect(two).toBe(one);
    expect(await compileValidator(schema, 's', engine)).toBe(one);
    expect(engine.compile).toHaveBeenCalledTimes(1);
    await compileValidator({ type: 'string' }, 's', engine);
    expect(engine.compile).toHaveBeenCalledTimes(2);
  });

  test('schemas that come and go are not remembered for ever', async () => {
    const engine = refusing();
    for (let index = 0; index <= 1000; index++) await compileValidator({ title: `${index}` }, 's', engine);
    await compileValidator({ title: '1000' }, 's', engine);
    expect(engine.compile).toHaveBeenCalledTimes(1001);
    await compileValidator({ title: '0' }, 's', engine);
    expect(engine.compile).toHaveBeenCalledTimes(1002);
  });
});

describe('a schema that can not be compiled', () => {
  test('is an error with the subject and the cause', async () => {
    const pending = compileValidator({ $ref: '#/$defs/gone' }, "input of tool 'f'");
    await expect(pending).rejects.toThrow(SchemaError);
    await expect(pending).rejects.toThrow(/^input of tool 'f' can't be compiled by ajv: can't resolve reference/);
  });

  test('is tried again when asked for again', async () => {
    const engine = refusing();
    engine.compile.mockImplementationOnce(() => {
      throw new EvalError('Code generation from strings disallowed for this context');
    });
    await expect(compileValidator({}, 's', engine)).rejects.toThrow(/give another engine/);
    await expect(compileValidator({}, 's', engine)).resolves.toBeDefined();
  });
});

describe('faults', () => {
  test('a value nested too deep is a fault, not a crash', async () => {
    const { validate } = await compileValidator({ type: 'object', properties: { a: { $ref: '#' } } }, 's');
    let value: unknown = {};
    for (let level = 0; level < 100_000; level++) value = { a: value };
    expect(validate(value)).toMatchObject([{ path: '', expected: 'is nested too deep to be checked' }]);
  });

  test('20 are told of 100,000', async () => {
    const { validate } = await compileValidator({ type: 'array', items: { type: 'string' } }, 's');
    expect(validate(Array(100_000).fill(1))).toHaveLength(20);
  });

  test('the word of the engine is taken where nothing better is known', async () => {
    const { validate } = await compileValidator({ type: 'object' }, 's', refusing('is odd'));
    expect(validate({})).toEqual([{ kind: 'rule', path: 'x', expected: 'is odd', got: 'object' }]);
    const other = await compileValidator({ type: 'object' }, 's', refusing());
    expect(other.validate({})).toEqual([
      { kind: 'rule', path: '', expected: 'does not fit the schema', got: 'object' },
    ]);
  });

  test('formats are told by the engine that checked them', async () => {
    const { validate } = await compileValidator({ properties: { a: { type: 'string', format: 'date' } } }, 's');
    expect(validate({ a: '2026-02-30' })).toEqual([
      { path: 'a', expected: 'string (date)', got: 'string "2026-02-30"' },
    ]);
    expect(validate({ a: '2026-02-28' })).toBeUndefined();
  });
});

test('the format of a library is left to the library', async () => {
  const options = { side: 'input', subject: 's' } as const;
  const clock = toJsonSchema(toStandardJsonSchema(v.object({ at: v.pipe(v.string(), v.isoTime()) })), options);
  expect(clock).toMatchObject({ properties: { at: { format: 'time' } } });
  expect((await compileValidator(clock, 's')).validate({ at: '10:30' })).toBeUndefined();
  const byHand = { ...clock };
  expect((await compileValidator(byHand, 's')).validate({ at: '10:30' })).toHaveLength(1);
});

test('a recursive schema of zod is followed', async () => {
  const node = z.object({
    name: z.string(),
    get children() {
      return z.array(node).optional();
    },
  });
  const schema = toJsonSchema(node, { side: 'input', subject: 's' });
  const { validate } = await compileValidator(schema, 's');
  expect(validate({ name: 'a', children: [{ name: 'b' }] })).toBeUndefined();
  expect(validate({ name: 'a', children: [{ name: 'b', children: [{ name: 1 }] }] })).toMatchObject([
    { path: 'children[0].children[0].name', expected: 'string' },
  ]);
});
