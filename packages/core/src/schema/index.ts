export { ajvEngine } from './ajv-engine.js';
export { checkSchema } from './check.js';
export type { CompiledSchema, EngineOptions, SchemaValidatorEngine } from './engine.js';
export { SchemaError } from './error.js';
export { describeFaults, type Fault } from './fault.js';
export {
  type InferInput,
  type InferOutput,
  isStandardSchema,
  type JsonSchema,
  type Schema,
  type SchemaOptions,
  type SchemaSide,
} from './schema.js';
export { type StandardResult, standardValidate } from './standard-validate.js';
export { toJsonSchema } from './to-json-schema.js';
export { compileValidator, type Validator, validatorFor } from './validator.js';
