import { ajvEngine } from './ajv-engine.js';
import { describeValue } from './describe-value.js';
import { documentOf, type SchemaDocument } from './document.js';
import type { CompiledSchema, SchemaValidatorEngine } from './engine.js';
import { SchemaError } from './error.js';
import { explain } from './explain/explain.js';
import type { Fault } from './fault.js';
import type { JsonSchema } from './schema.js';
import { isFromLibrary } from './to-json-schema.js';

/** Decides whether values fit one schema. */
export interface Validator {
  /**
   * `undefined` when the value fits; otherwise what is wrong with it, at least one fault and at most 20. Nothing is
   * allocated for a value that fits; the faults of one that does not are looked for by a second, slower walk.
   */
  validate(value: unknown): readonly Fault[] | undefined;
}

/** How many schemas are remembered by their text. */
const MAX_REMEMBERED = 1000;

interface Store {
  readonly byObject: WeakMap<object, Validator>;
  readonly byText: Map<string, Promise<Validator>>;
}

const stores = new WeakMap<SchemaValidatorEngine, Store>();

/**
 * Compiles a JSON Schema 2020-12, such as `toJsonSchema` gives and `checkSchema` has passed. Each distinct schema is
 * compiled once: the validator is kept for as long as the schema object lives, and found again by the schema's text. So a
 * schema must not be changed afterwards.
 *
 * The first call loads the engine, which is why it is asynchronous.
 *
 * @param subject what the schema belongs to, for the error
 * @param engine ajv by default
 * @throws SchemaError when the engine can't compile the schema
 *
 * @example
 * const validator = await compileValidator(schema, "input of tool 'add'");
 * const faults = validator.validate({ a: '1' });
 * if (faults) return error(describeFaults(faults, "Invalid arguments for tool 'add'"));
 */
export async function compileValidator(
  schema: JsonSchema,
  subject: string,
  engine: SchemaValidatorEngine = ajvEngine,
): Promise<Validator> {
  const { byObject, byText } = storeOf(engine);
  const kept = byObject.get(schema);
  if (kept !== undefined) return kept;
  const formats = !isFromLibrary(schema);
  const text = `${formats ? '' : '-'}${JSON.stringify(schema)}`;
  const pending = byText.get(text) ?? compile(schema, subject, engine, formats);
  // The least lately used goes first.
  byText.delete(text);
  byText.set(text, pending);
  for (const oldest of byText.keys()) {
    if (byText.size <= MAX_REMEMBERED) break;
    byText.delete(oldest);
  }
  try {
    const validator = await pending;
    byObject.set(schema, validator);
    return validator;
  } catch (error) {
    byText.delete(text);
    throw error;
  }
}

function storeOf(engine: SchemaValidatorEngine): Store {
  let store = stores.get(engine);
  if (store === undefined) {
    store = { byObject: new WeakMap(), byText: new Map() };
    stores.set(engine, store);
  }
  return store;
}

async function compile(
  schema: JsonSchema,
  subject: string,
  engine: SchemaValidatorEngine,
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
