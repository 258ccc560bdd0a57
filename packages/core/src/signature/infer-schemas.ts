import { ApplicationError } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { SignatureArgument, ToolSignature } from './signature.js';

/** Both schemas of a tool, as its signature gives them. */
export interface SignatureSchemas {
  /** The parameters. Without any, it takes no arguments at all. */
  readonly input: JsonObject;
  /** The results. Without any, an object schema without properties. */
  readonly output: JsonObject;
}

/**
 * Makes the schemas of a tool from its signature: parameters into `input`, results into `output`, each property in order
 * and required unless it is optional.
 *
 * @param subject whose signature it is, for the error message
 * @throws ApplicationError for two arguments of one name
 * @example
 * inferSchemas({ arguments: [{ name: 'n', type: 'integer' }, { name: 'factorial', type: 'integer', mode: 'out' }] });
 * // input:  { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
 * // output: { type: 'object', properties: { factorial: { type: 'integer' } }, required: ['factorial'] }
 */
export function inferSchemas(signature: ToolSignature, subject = 'the signature'): SignatureSchemas {
  const named = namedArguments(signature);
  const seen = new Set<string>();
  for (const { name } of named) {
    if (seen.has(name)) throw new ApplicationError(`Two arguments of ${subject} are named '${name}'`);
    seen.add(name);
  }
  return {
    input: objectSchema(ofMode(named, 'in')) ?? { type: 'object', additionalProperties: false },
    output: objectSchema(ofMode(named, 'out')) ?? { type: 'object', properties: {} },
  };
}

/** The names of the parameters, in the order in which the method takes them. */
export function signatureInputs(signature: ToolSignature): readonly string[] {
  return ofMode(namedArguments(signature), 'in').map(({ name }) => name);
}

/** The names of the results, in the order of the signature. */
export function signatureOutputs(signature: ToolSignature): readonly string[] {
  return ofMode(namedArguments(signature), 'out').map(({ name }) => name);
}

interface NamedArgument extends SignatureArgument {
  readonly name: string;
}

function namedArguments(signature: ToolSignature): readonly NamedArgument[] {
  return (signature.arguments ?? []).map((argument, index) => ({
    ...argument,
    name: argument.name ?? `arg${index + 1}`,
  }));
}

function ofMode(named: readonly NamedArgument[], wanted: 'in' | 'out'): readonly NamedArgument[] {
  return named.filter(({ mode = 'in' }) => mode === wanted);
}

function objectSchema(named: readonly NamedArgument[]): JsonObject | undefined {
  if (named.length === 0) return undefined;
  const required = named.filter(({ optional }) => optional !== true).map(({ name }) => name);
  return {
    type: 'object',
    // fromEntries makes own properties of any name, `__proto__` too.
    properties: Object.fromEntries(named.map((argument) => [argument.name, propertySchema(argument)])),
    ...(required.length > 0 && { required }),
  };
}

function propertySchema({ schema, type, description }: NamedArgument): JsonObject {
  const typed = schema ?? typeSchema(type ?? 'string') ?? { type: 'string' };
  return description === undefined || 'description' in typed ? typed : { ...typed, description };
}

const JSON_TYPES: Readonly<Record<string, string>> = {
  integer: 'integer',
  float: 'number',
  number: 'number',
  boolean: 'boolean',
  list: 'array',
  array: 'array',
  compound: 'object',
  object: 'object',
  string: 'string',
};

/** A type with the type of its items, such as `list(integer)`. */
const LIST_OF = /^(?:list|array)\s*\((.*)\)$/su;

/** The schema of a type text, `undefined` for one that is not in the table. */
function typeSchema(text: string): JsonObject | undefined {
  const type = text.trim();
  if (Object.hasOwn(JSON_TYPES, type)) return { type: JSON_TYPES[type] };
  const itemType = LIST_OF.exec(type)?.[1];
  if (itemType === undefined) return undefined;
  const items = typeSchema(itemType);
  // Of items whose type is not in the table nothing is known: a string would refuse what the tool takes.
  return items === undefined ? { type: 'array' } : { type: 'array', items };
}
