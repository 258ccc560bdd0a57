import { isJsonObject } from '../json.js';
import { isPlainObject } from '../kind-of.js';
import { nearest } from '../nearest.js';
import { isStandardSchema } from '../schema/schema.js';
import type { SignatureArgument, ToolSignature } from '../signature/signature.js';
import { FLAG, type Misfit, misfitOf, TEXT, type TypeCheck } from './member-types.js';

/** What else authors call the description. */
const DESCRIPTIONS = {
  desc: 'description',
  doc: 'description',
  summary: 'description',
  comment: 'description',
} as const;

type Mode = NonNullable<SignatureArgument['mode']>;

const MODES: Readonly<Record<Mode, true>> = { in: true, out: true, inout: true };

/** What else authors write for a mode: the notation of Logtalk and Prolog, and longer words. */
const OTHER_MODES: Readonly<Record<string, Mode>> = {
  '+': 'in',
  '++': 'in',
  '@': 'in',
  input: 'in',
  parameter: 'in',
  '-': 'out',
  '--': 'out',
  output: 'out',
  result: 'out',
  return: 'out',
  '?': 'inout',
  both: 'inout',
};

const mode: TypeCheck = (value, path) => {
  if (typeof value === 'string' && Object.hasOwn(MODES, value)) return undefined;
  const misfit = misfitOf(value, path, "'in', 'out' or 'inout'");
  if (typeof value !== 'string') return misfit;
  const text = value.toLowerCase();
  const meant = Object.hasOwn(OTHER_MODES, text) ? OTHER_MODES[text] : nearest(text, Object.keys(MODES), 1);
  return meant === undefined ? misfit : { path, problem: `${misfit.problem}. Did you mean '${meant}'?` };
};

const schema: TypeCheck = (value, path) => {
  if (isStandardSchema(value)) {
    return {
      path,
      problem: 'must be plain JSON Schema; a schema of a library describes all arguments, as input or output',
    };
  }
  return isJsonObject(value)
    ? undefined
    : misfitOf(value, path, "a JSON Schema, such as { type: 'integer', minimum: 0 }");
};

const argument = recordOf<SignatureArgument>(
  { name: TEXT, mode, type: TEXT, description: TEXT, optional: FLAG, schema },
  {
    ...DESCRIPTIONS,
    ...{ direction: 'mode', required: 'optional' },
    ...{ jsonSchema: 'schema', enum: 'schema', items: 'schema', default: 'schema' },
  },
  "an object, such as { name: 'n', type: 'integer', mode: 'in' }",
);

const args: TypeCheck = (value, path) => {
  if (!Array.isArray(value)) {
    return misfitOf(
      value,
      path,
      "an array in the order of the method's parameters, such as [{ name: 'n', type: 'integer' }]",
    );
  }
  for (const [index, each] of value.entries()) {
    const misfit = argument(each, `${path}[${index}]`);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
};

/** A signature: of a slip of the pen in it, clients would only see that something is missing from the schemas. */
export const SIGNATURE: TypeCheck = recordOf<ToolSignature>(
  { title: TEXT, description: TEXT, arguments: args },
  {
    ...DESCRIPTIONS,
    ...{ args: 'arguments', argnames: 'arguments', params: 'arguments', parameters: 'arguments' },
    ...{ inputs: 'arguments', outputs: 'arguments', results: 'arguments', label: 'title' },
  },
  "an object, such as { arguments: [{ name: 'n', type: 'integer' }] }",
);

/**
 * An object with none but these members. An instance of a class may have members of its own.
 *
 * @param otherNames what others call some of them
 * @param wanted what such an object looks like
 */
function recordOf<Part>(
  members: Readonly<Record<keyof Part & string, TypeCheck>>,
  otherNames: Readonly<Record<string, keyof Part & string>>,
  wanted: string,
): TypeCheck {
  const known: Readonly<Record<string, TypeCheck>> = members;
  const names = Object.keys(known);
  return (value, path) => {
    if (!isJsonObject(value)) return misfitOf(value, path, wanted);
    if (isPlainObject(value)) {
      const stray = Object.keys(value).find((name) => !Object.hasOwn(known, name));
      if (stray !== undefined) return unknownMember(stray, path, names, otherNames);
    }
    for (const name of names) {
      const misfit = value[name] === undefined ? undefined : known[name]?.(value[name], `${path}.${name}`);
      if (misfit !== undefined) return misfit;
    }
    return undefined;
  };
}

function unknownMember(
  name: string,
  path: string,
  known: readonly string[],
  otherNames: Readonly<Record<string, string>>,
): Misfit {
  const meant = Object.hasOwn(otherNames, name) ? otherNames[name] : nearest(name, known);
  const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
  return { path, problem: `has the unknown member '${name}'.${hint} Known members: ${[...known].sort().join(', ')}` };
}
