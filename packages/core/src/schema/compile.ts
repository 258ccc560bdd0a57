import { ajvEngine } from './ajv-engine.js';
import { describeValue } from './describe-value.js';
import { documentOf, type SchemaDocument } from './document.js';
import type { CompiledSchema, SchemaValidatorEngine } from './engine.js';
import { SchemaError } from './error.js';
import { explain } from './explain/explain.js';
import type { Fault } from './fault.js';
import type { JsonSchema } from './schema.js';
import type { Validator } from './validator.js';

export { loadAjv } from './ajv-engine.js';

/**
 * Compiles one schema.
 *
 * @param engine ajv when absent
 * @param formats whether `format` is checked
 * @throws SchemaError when the engine can't
 */
export async function compile(
  schema: JsonSchema,
  subject: string,
  engine: SchemaValidatorEngine = ajvEngine,
  formats: boolean,
): Promise<Validator> {
  let compiled: CompiledSchema;
  try {
    compiled = await engine.compile(schema, { formats });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice =
      error instanceof EvalError ? '; this host does not permit generated code, so give another engine' : '';
    throw new SchemaError(subject, `can't be compiled by ${engine.name}: ${reason}${advice}`, '', { cause: error });
  }
  let document: SchemaDocument | undefined;
  return {
    validate(value) {
      try {
        if (compiled.fits(value)) return undefined;
      } catch (error) {
        if (error instanceof RangeError) return [TOO_DEEP];
        throw error;
      }
      document ??= documentOf(schema);
      const faults = explain(document, value, (format, text) => compiled.fitsFormat?.(format, text) ?? true);
      if (faults.length > 0) return faults;
      return [compiled.lastFault?.(value) ?? { ...UNKNOWN, got: describeValue(value) }];
    },
  };
}

const TOO_DEEP: Fault = {
  kind: 'rule',
  path: '',
  expected: 'is nested too deep to be checked',
  got: 'a value nested too deep',
};
const UNKNOWN = { kind: 'rule', path: '', expected: 'does not fit the schema' } as const;
