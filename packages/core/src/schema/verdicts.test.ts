import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../json.js';
import { ajvEngine } from './ajv-engine.js';
import { checkSchema } from './check.js';
import { documentOf } from './document.js';
import { explain } from './explain/explain.js';
import type { JsonSchema } from './schema.js';
import { translate } from './translate.js';

// Small alphabets, so that generated values meet generated schemas.
const name = fc.constantFrom('a', 'b', 'c', 'a/b', 'constructor');
const scalar = fc.constantFrom(0, 1, 2, 1.5, -1, '', 'a', 'ab', 'abc', '😀', true, false, null);

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const names = fc.uniqueArray(name, { maxLength: 2 });
const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null');
const bound = fc.nat({ max: 3 });

function mapOf<T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true });
}

/** Schemas of draft-07, or of 2020-12, that refer to each other. */
function schemasOf(dialect: 'draft-07' | '2020-12'): fc.Arbitrary<JsonSchema> {
  const { schema } = fc.letrec<{ schema: JsonSchema; sub: JsonSchema | boolean }>((tie) => {
    const sub = tie('sub');
    const subs = fc.array(sub, { minLength: 1, maxLength: 3 });
    const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
      type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
      enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
      const: fc.oneof(scalar, fc.constant([1]), fc.constant({ a: 1 })),
      minimum: bound,
      exclusiveMaximum: bound,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: bound,
      maxLength: bound,
      pattern: fc.constantFrom('^a', 'b$', '^.$'),
      minItems: bound,
      maxItems: bound,
      uniqueItems: fc.boolean(),
      minProperties: bound,
      maxProperties: bound,
      required: names,
      properties: mapOf(name, sub),
      patternProperties: mapOf(fc.constantFrom('^a', 'b'), sub),
      additionalProperties: sub,
      propertyNames: sub,
      allOf: subs,
      anyOf: subs,
      oneOf: subs,
      not: sub,
      if: sub,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: sub,
      else: sub,
      $ref: fc.constantFrom('#', '#/definitions/x', '#/definitions/y', '#/definitions/x~1y', '#/definitions/t'),
      ...(dialect === 'draft-07'
        ? {
            items: fc.oneof(sub, subs),
            additionalItems: sub,
            dependencies: mapOf(name, fc.oneof(sub, names)),
          }
        : {
            prefixItems: subs,
            items: sub,
            dependentRequired: mapOf(name, names),
            dependentSchemas: mapOf(name, sub),
          }),
    };
    const single = Object.entries(keywords).map(([keyword, value]) => value.map((item) => ({ [keyword]: item })));
    const some = fc
      .array(fc.oneof(...single), { minLength: 1, maxLength: 4 })
      .map((parts): Record<string, JsonValue> => Object.assign({}, ...parts))
      // ajv heeds `type` beside `$ref` in draft-07, by the letter of which it is ignored.
      .map(({ type, ...rest }) => (type === undefined || '$ref' in rest ? rest : { type, ...rest }));
    return {
      schema: some,
      sub: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.boolean(), fc.record({ type: types }), some),
    };
  });
  return fc.tuple(schema, schema, schema, schema).map(([root, x, y, z]) => ({
    ...root,
    definitions: { x, y, 'x/y': z, t: { items: dialect === 'draft-07' ? [x, y] : x } },
  }));
}

function isCheckable(schema: JsonSchema): boolean {
  try {
    checkSchema(schema, { side: 'output', subject: 's' });
    return true;
  } catch {
    return false;
  }
}

test('A9: a schema of draft-07 and its translation agree on every value', async () => {
  await fc.assert(
    fc.asyncProperty(
      schemasOf('draft-07'),
      fc.array(values, { minLength: 5, maxLength: 10 }),
      async (schema, samples) => {
        const older = { $schema: 'http://json-schema.org/draft-07/schema#', ...schema };
        const translated = translate(older, 's');
        // What refers to itself without end is refused, whatever its dialect.
        fc.pre(isCheckable(translated));
        const ajv = new Ajv({
          strict: false,
          logger: false,
          ownProperties: true,
          ignoreKeywordsWithRef: true,
          validateSchema: false,
        });
        const fits = ajv.compile(older);
        const compiled = await ajvEngine.compile(translated, { formats: false });
        for (const sample of samples) expect(compiled.fits(sample)).toBe(fits(sample));
      },
    ),
    { numRuns: 300 },
  );
});

test('A12: the walk that explains finds a fault where, and only where, ajv does', async () => {
  await fc.assert(
    fc.asyncProperty(
      schemasOf('2020-12'),
      fc.array(values, { minLength: 5, maxLength: 10 }),
      async (schema, samples) => {
        fc.pre(isCheckable(schema));
        const compiled = await ajvEngine.compile(schema, { formats: false });
        const document = documentOf(schema);
        for (const sample of samples) {
          const faults = explain(document, sample, () => true);
          expect({ sample, faults, fits: faults.length === 0 }).toEqual({
            sample,
            faults,
            fits: compiled.fits(sample),
          });
        }
      },
    ),
    { numRuns: 300 },
  );
});
