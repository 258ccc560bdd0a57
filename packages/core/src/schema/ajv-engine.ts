import type { Ajv2020, ErrorObject, KeywordCxt, ValidateFunction } from 'ajv/dist/2020.js';
import { describePath, describeValue } from './describe-value.js';
import { documentOf } from './document.js';
import type { EngineOptions, SchemaValidatorEngine } from './engine.js';
import { areDistinct } from './equality.js';
import { interpret } from './explain/explain.js';
import type { FormatCheck } from './explain/walk.js';
import type { Fault } from './fault.js';
import { compilePattern } from './pattern.js';
import { pointerTokens, valueAt } from './pointer.js';

/** Keywords that ajv 8 gets wrong: it refuses values that fit, accepts others, and can fail on them. */
const INTERPRETED = ['contains', 'unevaluatedProperties', 'unevaluatedItems', '$dynamicRef'];

/**
 * The default engine: ajv 8, loaded when the first schema is compiled (its import takes 40 ms), one instance for all
 * schemas. Formats (ajv-formats) are loaded when the first schema with a `format` is compiled.
 *
 * `multipleOf` forgives the rounding of binary fractions (19.99 is a multiple of 0.01), and `uniqueItems` takes a time that
 * grows with the length of the list, not with its square. Schemas with `contains`, `unevaluatedProperties`,
 * `unevaluatedItems`, `$dynamicRef` or an inner `$id` are interpreted, at some microseconds a value: ajv errs there.
 */
export const ajvEngine: SchemaValidatorEngine = {
  name: 'ajv',
  async compile(schema, options) {
    const library = await import('ajv/dist/2020.js');
    const document = documentOf(schema);
    // An instance knows each address once, and two schemas may have one in common.
    const instance = '$id' in schema ? newInstance(library, options) : sharedInstance(library, options);
    if (options.formats && document.has('format')) await addFormats(instance.ajv);
    const fitsFormat: FormatCheck = (format, value) => formatCheck(instance, format)(value);
    if (document.hasEmbedded || INTERPRETED.some((keyword) => document.has(keyword))) {
      return { fits: interpret(document, fitsFormat), fitsFormat };
    }
    const validate = instance.ajv.compile(schema);
    // A word of ajv's own, not of JSON Schema: such a function gives a promise, which would count as true.
    if ('$async' in validate) throw new Error('$async is no keyword of JSON Schema');
    return { fits: validate, fitsFormat, lastFault: (value) => faultOf(validate.errors?.[0], value) };
  },
};

/** Loads ajv and its formats before there is a schema to compile. */
export async function loadAjv(): Promise<void> {
  await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats/dist/formats.js')]);
}

type Library = Pick<typeof import('ajv/dist/2020.js'), 'Ajv2020' | '_'>;

interface Instance {
  readonly ajv: Ajv2020;
  readonly formats: Map<string, ValidateFunction>;
  schemas: number;
}

/** ajv keeps 3.4 kB of each schema for ever, so an instance is left to the garbage collector after this many. */
const SCHEMAS_PER_INSTANCE = 1000;
const shared = new Map<boolean, Instance>();

function sharedInstance(library: Library, options: EngineOptions): Instance {
  let instance = shared.get(options.formats);
  if (instance === undefined || instance.schemas >= SCHEMAS_PER_INSTANCE) {
    instance = newInstance(library, options);
    shared.set(options.formats, instance);
  }
  instance.schemas += 1;
  return instance;
}

function newInstance({ Ajv2020, _ }: Library, { formats }: EngineOptions): Instance {
  const ajv = new Ajv2020({
    strict: false,
    // NaN and Infinity are no JSON numbers.
    strictNumbers: true,
    logger: false,
    // Otherwise every object has the members `constructor` and `toString`.
    ownProperties: true,
    validateSchema: false,
    meta: false,
    allErrors: false,
    validateFormats: formats,
    multipleOfPrecision: 9,
    code: { regExp: Object.assign((pattern: string) => compilePattern(pattern), { code: 'new RegExp' }) },
  });
  // Where nothing asks for it (see INTERPRETED), ajv would still keep books, and can fail in doing so.
  ajv.opts.unevaluated = false;
  // To 2020-12 it is an unknown keyword; ajv would refuse the schema.
  ajv.removeKeyword('id');
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must have distinct items' },
    code(context: KeywordCxt): void {
      if (context.schema !== true) return;
      const distinct = context.gen.scopeValue('func', { ref: areDistinct });
      context.fail(_`!${distinct}(${context.data})`);
    },
  });
  return { ajv, formats: new Map(), schemas: 0 };
}

async function addFormats(ajv: Ajv2020): Promise<void> {
  if (ajv.formats.date !== undefined) return;
  // Not the entry point of the package, which loads a second ajv for keywords that nobody uses.
  const { fullFormats } = await import('ajv-formats/dist/formats.js');
  for (const [name, format] of Object.entries(fullFormats)) if (typeof format !== 'string') ajv.addFormat(name, format);
}

function formatCheck({ ajv, formats }: Instance, format: string): ValidateFunction {
  let check = formats.get(format);
  if (check === undefined) {
    check = ajv.compile({ format });
    formats.set(format, check);
  }
  return check;
}

function faultOf(error: ErrorObject | undefined, value: unknown): Fault | undefined {
  if (error === undefined) return undefined;
  const tokens = pointerTokens(error.instancePath) ?? [];
  const path = tokens.map((token, index) =>
    Array.isArray(valueAt(value, tokens.slice(0, index))) ? Number(token) : token,
  );
  const expected = `does not fit the schema, it ${error.message ?? `breaks ${error.keyword}`}`;
  return { kind: 'rule', path: describePath(path), expected, got: describeValue(valueAt(value, tokens)) };
}
