import type { JsonObject } from '../json.js';

/**
 * The types that a signature knows. `string` is the default. Each becomes a JSON Schema type: `integer`; `float` and
 * `number` a number; `boolean`; `array` (or `list`) an array; `object` (or `compound`) an object.
 */
export type SignatureType =
  | 'integer'
  | 'float'
  | 'number'
  | 'boolean'
  | 'array'
  | 'list'
  | 'object'
  | 'compound'
  | 'string'
  | (string & {});

/** One parameter or result of a tool. */
export interface SignatureArgument {
  /** Default `arg1`, `arg2` and so on, by position. */
  readonly name?: string | undefined;
  /** `in` for a parameter, `out` for a result, `inout` for one that stands in neither schema. Default `in`. */
  readonly mode?: 'in' | 'out' | 'inout' | undefined;
  /** Default `string`. */
  readonly type?: SignatureType | undefined;
  readonly description?: string | undefined;
  /** Whether it may be left out. Default false. */
  readonly optional?: boolean | undefined;
  /** Replaces the schema made from `type`. */
  readonly schema?: JsonObject | undefined;
}

/**
 * Documented parameters and results of a tool, from which its schemas are made and its method is called. What is wrong in it, an
 * unknown member included, is an `ApplicationError` that names the tool, at the start.
 */
export interface ToolSignature {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** In the order in which the method takes them. */
  readonly arguments?: readonly SignatureArgument[] | undefined;
}
