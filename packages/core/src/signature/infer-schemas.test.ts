import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApplicationError } from '../errors.js';
import { inferSchemas, signatureInputs, signatureOutputs } from './infer-schemas.js';

describe('the schemas of a signature', () => {
  it('has parameters in the input and results in the output (SI-01, SI-02)', () => {
    const signature = {
      arguments: [
        { name: 'n', type: 'integer', mode: 'in' },
        { name: 'factorial', type: 'integer', mode: 'out' },
      ],
    } as const;
    expect(inferSchemas(signature)).toEqual({
      input: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      output: { type: 'object', properties: { factorial: { type: 'integer' } }, required: ['factorial'] },
    });
  });

  it.each([
    ['integer', { type: 'integer' }],
    ['float', { type: 'number' }],
    ['number', { type: 'number' }],
    ['boolean', { type: 'boolean' }],
    ['list', { type: 'array' }],
    ['array', { type: 'array' }],
    ['list(integer)', { type: 'array', items: { type: 'integer' } }],
    ['list( list(float) )', { type: 'array', items: { type: 'array', items: { type: 'number' } } }],
    ['array(object)', { type: 'array', items: { type: 'object' } }],
    ['list(_)', { type: 'array' }],
    ['list(term)', { type: 'array' }],
    ['compound', { type: 'object' }],
    ['object', { type: 'object' }],
    ['string', { type: 'string' }],
    [' integer ', { type: 'integer' }],
  ])('maps the type %j (SI-03, SI-12)', (type, schema) => {
    expect(propertyOf({ type })).toEqual(schema);
  });

  it.each([
    'atom',
    'nonvar',
    'term',
    'chars',
    'codes',
    'positive_integer',
    'between(integer, 1, 5)',
    '',
    'constructor',
    '__proto__',
  ])('takes the type %j for a string (SI-04)', (type) => {
    expect(propertyOf({ type })).toEqual({ type: 'string' });
  });

  it('carries the description of an argument (SI-05, SI-12)', () => {
    expect(propertyOf({ type: 'integer', description: 'How many' })).toEqual({
      type: 'integer',
      description: 'How many',
    });
  });

  it('takes the schema given for an argument (SI-06, TP-29)', () => {
    const schema = { type: 'string', format: 'date', 'x-mcp-header': 'Day' };
    expect(propertyOf({ type: 'integer', schema })).toBe(schema);
    expect(propertyOf({ schema, description: 'When' })).toEqual({ ...schema, description: 'When' });
    expect(propertyOf({ schema: { ...schema, description: 'Own' }, description: 'When' })).toMatchObject({
      description: 'Own',
    });
  });

  it('names arguments by position where they have no name (SI-07)', () => {
    const signature = { arguments: [{}, { name: 'b' }, { mode: 'out' }] } as const;
    expect(signatureInputs(signature)).toEqual(['arg1', 'b']);
    expect(signatureOutputs(signature)).toEqual(['arg3']);
  });

  it('takes an argument without mode and type for a string that goes in (SI-08)', () => {
    expect(inferSchemas({ arguments: [{ name: 'x' }] }).input).toEqual({
      type: 'object',
      properties: { x: { type: 'string' } },
      required: ['x'],
    });
  });

  it('leaves out arguments that go both ways (SI-09)', () => {
    const signature = { arguments: [{ name: 'a' }, { name: 'b', mode: 'inout' }, { name: 'c', mode: 'out' }] } as const;
    expect(Object.keys(inferSchemas(signature).input.properties ?? {})).toEqual(['a']);
    expect(Object.keys(inferSchemas(signature).output.properties ?? {})).toEqual(['c']);
    expect(signatureInputs(signature)).toEqual(['a']);
    expect(signatureOutputs(signature)).toEqual(['c']);
  });

  it('requires all arguments in order, but not the optional ones (SI-10)', () => {
    const { input } = inferSchemas({ arguments: [{ name: 'z' }, { name: 'm', optional: true }, { name: 'a' }] });
    expect(Object.keys(input.properties ?? {})).toEqual(['z', 'm', 'a']);
    expect(input.required).toEqual(['z', 'a']);
    expect(inferSchemas({ arguments: [{ name: 'm', optional: true }] }).input).not.toHaveProperty('required');
  });

  it('takes no arguments and promises nothing where there are none (TL-08 for SI-11)', () => {
    const empty = {
      input: { type: 'object', additionalProperties: false },
      output: { type: 'object', properties: {} },
    };
    expect(inferSchemas({})).toEqual(empty);
    expect(inferSchemas({ arguments: [] })).toEqual(empty);
    expect(inferSchemas({ arguments: [{ mode: 'inout' }] })).toEqual(empty);
  });

  it('has no text of its own where nothing is documented (SI-13)', () => {
    expect(JSON.stringify(inferSchemas({ title: 'T', description: 'D', arguments: [{}] }))).not.toContain(
      'description',
    );
  });

  it('refuses two arguments of one name', () => {
    const twice = { arguments: [{ name: 'x' }, { name: 'x', mode: 'out' }] } as const;
    expect(() => inferSchemas(twice, "tool 'double'")).toThrow(
      new ApplicationError("Two arguments of tool 'double' are named 'x'"),
    );
    expect(() => inferSchemas({ arguments: [{ name: 'arg2' }, {}] })).toThrow("of the signature are named 'arg2'");
  });

  it('has a property for each name, whatever it is', () => {
    const names = fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')), {
      minLength: 1,
    });
    fc.assert(
      fc.property(names, (given) => {
        const signature = { arguments: given.map((name) => ({ name })) };
        const { input } = inferSchemas(signature);
        expect(Object.keys(input.properties ?? {}).sort()).toEqual([...given].sort());
        expect(input.required).toEqual(given);
        expect(signatureInputs(signature)).toEqual(given);
      }),
    );
  });
});

function propertyOf(argument: object): unknown {
  const { input } = inferSchemas({ arguments: [{ ...argument, name: 'x' }] });
  return (input.properties as Record<string, unknown>).x;
}
