import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { SchemaError } from './error.js';
import { FlaggedPatterns } from './flagged-patterns.js';
import { withObjectRoot } from './object-root.js';
import { isStandardSchema, type JsonSchema, type Schema, type SchemaOptions, type SchemaSide } from './schema.js';
import { translate } from './translate.js';

/**
 * The JSON Schema 2020-12 of a schema of any kind, ready to be published. `side: 'input'` means what may be passed in, before
 * defaults and transforms; `output` what comes out after them.
 *
 * - Plain JSON Schema without `$schema`, or with that of 2020-12, is returned as it is, the same object.
 * - Plain JSON Schema that names an older dialect, at any depth, is translated; the author's object is left alone.
 * - A schema object of a library is asked for its JSON Schema (Standard JSON Schema, https://standardschema.dev). A regular
 *   expression that needs its flags, such as `/^a+$/i`, is left to the library, since a `pattern` has none.
 *
 * The result of a translation or a conversion is kept for as long as the schema object lives, so asking again is cheap and
 * gives the same object. A schema must therefore not be changed afterwards.
 *
 * @throws SchemaError when the library can't describe the schema as JSON Schema (zod 3, a `Date`, a transform on the
 *   output side), for an unknown dialect, and for anything that is no schema
 *
 * @example
 * const advertised = toJsonSchema(z.object({ a: z.number() }), { side: 'input', subject: "input of tool 'add'" });
 */
export function toJsonSchema(schema: Schema, options: SchemaOptions): JsonSchema {
  const { side, subject } = options;
  if (typeof schema !== 'function' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
    throw new SchemaError(subject, `must be a JSON Schema object or a Standard Schema, got ${kindOf(schema)}`);
  }
  const made = MADE[side];
  const kept = made.get(schema);
  if (kept !== undefined) return kept;
  const result = isStandardSchema(schema) ? fromLibrary(schema, side, subject) : fromAuthor(schema, side, subject);
  made.set(schema, result);
  return result;
}

/**
 * Whether a JSON Schema was made by {@link toJsonSchema} from the schema of a library. Such a library also validates by
 * itself, and by its own reading of formats: the `time` of valibot, for one, has no offset.
 */
export function isFromLibrary(schema: JsonSchema): boolean {
  return FROM_LIBRARY.has(schema);
}

const MADE: Record<SchemaSide, WeakMap<object, JsonSchema>> = { input: new WeakMap(), output: new WeakMap() };
const FROM_LIBRARY = new WeakSet<JsonSchema>();

function fromAuthor(schema: JsonSchema, side: SchemaSide, subject: string): JsonSchema {
  if (typeof schema === 'function') {
    throw new SchemaError(subject, 'must be a JSON Schema object or a Standard Schema, got a function');
  }
  const shape = Object.entries(schema).find(([, member]) => isStandardSchema(member));
  if (shape !== undefined) {
    throw new SchemaError(
      subject,
      `is a plain object with a schema as member '${shape[0]}'; wrap it in the object schema of its library, for example z.object({ … })`,
    );
  }
  const translated = translate(schema, subject);
  return translated === schema || side === 'output' ? translated : withObjectRoot(translated);
}

function fromLibrary(schema: StandardSchemaV1, side: SchemaSide, subject: string): JsonSchema {
  const standard: StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props> = schema['~standard'];
  const convert = standard.jsonSchema?.[side];
  if (typeof convert !== 'function') throw new SchemaError(subject, withoutJsonSchema(schema, standard.vendor));
  let converted: Record<string, unknown>;
  const flagged = new FlaggedPatterns(schema, standard.vendor);
  try {
    const libraryOptions = LIBRARY_OPTIONS[standard.vendor] ?? flagged.libraryOptions;
    converted = convert({ target: 'draft-2020-12', ...(libraryOptions && { libraryOptions }) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice =
      side === 'output'
        ? 'describe what the client gets: a type that JSON has, after any transform'
        : 'describe what the client sends: a type that JSON has, before any transform';
    throw new SchemaError(
      subject,
      `${standard.vendor} can't describe its schema as JSON Schema: ${reason}; ${advice}`,
      '',
      {
        cause: error,
      },
    );
  }
  // The copy leaves behind what a library hides in its result, such as a `~standard` of its own.
  const translated = translate({ ...converted } as JsonSchema, subject);
  flagged.removeFrom(translated);
  const result = side === 'input' ? withObjectRoot(translated) : translated;
  FROM_LIBRARY.add(result);
  return result;
}

/** What each library needs to be told, so that what JSON does not have is an error and not a schema that accepts anything. */
const LIBRARY_OPTIONS: Readonly<Record<string, Record<string, unknown>>> = {
  arktype: {
    fallback: {
      date: () => fail('Date'),
      domain: ({ domain }: { domain: string }) => fail(domain),
      proto: ({ proto }: { proto: { name: string } }) => fail(proto.name),
      symbolKey: () => fail('a symbol as key'),
    },
  },
};

function fail(type: string): never {
  throw new TypeError(`${type} is not a JSON type`);
}

function withoutJsonSchema(schema: object, vendor: string): string {
  const definition: unknown = '_def' in schema ? schema._def : undefined;
  if (typeof definition === 'object' && definition !== null && 'typeName' in definition) {
    return 'is a schema of zod 3, which can not describe itself as JSON Schema; use zod 4.2 or newer, or give plain JSON Schema';
  }
  if (vendor === 'zod') {
    return 'is a schema of zod/mini or of a zod before 4.2, which do not describe themselves as JSON Schema; use zod 4.2 or newer, or pass z.toJSONSchema(schema)';
  }
  if (vendor === 'valibot') {
    return 'is a valibot schema without its JSON Schema; pass toStandardJsonSchema(schema) of @valibot/to-json-schema';
  }
  return `is a schema of ${vendor}, which does not describe itself as JSON Schema (~standard.jsonSchema); use a version that does, or give plain JSON Schema`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value;
}
