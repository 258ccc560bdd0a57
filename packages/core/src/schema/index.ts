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
} from './schema.js';
export { standardValidate } from './standard-validate.js';
export { toJsonSchema } from './to-json-schema.js';
export { compileValidator, type Validator } from './validator.js';
