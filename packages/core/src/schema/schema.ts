import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonObject } from '../json.js';

/** A JSON Schema as an object. Without `$schema` it is 2020-12; `toJsonSchema` translates the older dialects. */
export type JsonSchema = JsonObject;

/**
 * A schema as an author gives it: plain JSON Schema, or an object of a library that implements Standard Schema and can
 * describe itself as JSON Schema (zod 4, arktype, valibot through `toStandardJsonSchema()`). No library is a dependency;
 * only the interface of https://standardschema.dev is used.
 */
export type Schema = JsonSchema | StandardSchemaV1;

/** Which half of a tool a schema describes: the arguments it takes, or the structured result that it gives. */
export type SchemaSide = 'input' | 'output';

/** What the functions of this folder must know about a schema beside the schema itself. */
export interface SchemaOptions {
  readonly side: SchemaSide;
  /** What the schema belongs to, such as `input of tool 'add'`; begins every error message. */
  readonly subject: string;
}

/**
 * What may be passed in to a schema: before defaults and transforms. `Plain` is the type where `S` is plain JSON Schema,
 * from which nothing is inferred.
 *
 * @example
 * const schema = z.object({ count: z.number().default(1) });
 * type In = InferInput<typeof schema>; // { count?: number | undefined }
 */
export type InferInput<S, Plain = JsonObject> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : Plain;

/**
 * What comes out of a schema: after defaults and transforms. `Plain` is the type where `S` is plain JSON Schema, from
 * which nothing is inferred.
 *
 * @example
 * const schema = z.object({ count: z.number().default(1) });
 * type Out = InferOutput<typeof schema>; // { count: number }
 */
export type InferOutput<S, Plain = JsonObject> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : Plain;

/** Whether a value is a Standard Schema object. Some libraries' schemas are functions, so `typeof` does not tell. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false;
  if (!('~standard' in value)) return false;
  const standard = value['~standard'];
  return (
    typeof standard === 'object' &&
    standard !== null &&
    'validate' in standard &&
    typeof standard.validate === 'function'
  );
}
