import type { compile } from './compile.js';
import type { SchemaValidatorEngine } from './engine.js';
import type { Fault } from './fault.js';
import { lateCompiler } from './late-compiler.js';
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

/** Stands for the default engine, which is loaded with the first schema that it compiles. */
const DEFAULT = {};

const stores = new WeakMap<object, Store>();

/**
 * Compiles a JSON Schema 2020-12, such as `toJsonSchema` gives and `checkSchema` has passed. Each distinct schema is
 * compiled once: the validator is kept for as long as the schema object lives, and found again by the schema's text. So a
 * schema must not be changed afterwards.
 *
 * The first call loads the engine and what explains its verdicts, which is why it is asynchronous.
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
  engine?: SchemaValidatorEngine,
): Promise<Validator> {
  const { byObject, byText } = storeOf(engine ?? DEFAULT);
  const kept = byObject.get(schema);
  if (kept !== undefined) return kept;
  const formats = !isFromLibrary(schema);
  const text = `${formats ? '' : '-'}${JSON.stringify(schema)}`;
  const pending = byText.get(text) ?? load(schema, subject, engine, formats);
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

function storeOf(engine: object): Store {
  let store = stores.get(engine);
  if (store === undefined) {
    store = { byObject: new WeakMap(), byText: new Map() };
    stores.set(engine, store);
  }
  return store;
}

async function load(...given: Parameters<typeof compile>): Promise<Validator> {
  const { compile } = await lateCompiler();
  return compile(...given);
}
