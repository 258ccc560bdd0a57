import type { Awaitable } from '../awaitable.js';
import type { Fault } from './fault.js';
import type { JsonSchema } from './schema.js';

/**
 * What decides whether a value fits a JSON Schema 2020-12. The default is ajv, which makes code at run time; where that is
 * not permitted (some edge hosts), another engine can be given.
 *
 * @example
 * import { Validator } from '@cfworker/json-schema';
 * const engine: SchemaValidatorEngine = {
 *   name: 'cfworker',
 *   compile(schema) {
 *     const validator = new Validator(schema, '2020-12');
 *     return { fits: (value) => validator.validate(value).valid };
 *   },
 * };
 */
export interface SchemaValidatorEngine {
  /** Says in an error message which engine refused a schema. */
  readonly name: string;
  /**
   * Called once for each distinct schema, which has passed `checkSchema`.
   *
   * @throws Error when the schema can't be compiled
   */
  compile(schema: JsonSchema, options: EngineOptions): Awaitable<CompiledSchema>;
}

/** What an engine is asked for beside the schema. */
export interface EngineOptions {
  /** Whether `format` is checked. It is not where a library made the schema, since that library checks by its own rules. */
  readonly formats: boolean;
}

/** A schema as an engine has compiled it. */
export interface CompiledSchema {
  /** The hot path: called for each value. It may throw a RangeError for a value that is too deep. */
  fits(value: unknown): boolean;
  /** Whether a text or number has a format, for the faults that are told. Without it no format is at fault. */
  fitsFormat?(format: string, value: string | number): boolean;
  /** What the engine itself says of the value that it has just refused; told when nothing better is known. */
  lastFault?(value: unknown): Fault | undefined;
}
