import { isJsonObject, type JsonObject, type JsonValue, type ListedTool, SchemaError } from '@polyspec/core';
import { encodeHeaderValue } from './header-value.js';

/** An argument of a tool that a header field repeats (basic/transports/streamable-http#custom-headers-from-tool-parameters). */
export interface ParamHeader {
  /** The field, such as `Mcp-Param-Region`. */
  readonly header: string;
  /** The same in lower case, as fields are looked up. */
  readonly field: string;
  /** Where the value stands in the arguments. */
  readonly path: readonly string[];
}

const ANNOTATION = 'x-mcp-header';
const PREFIX = 'Mcp-Param-';

/** A token of RFC 9110, section 5.6.2 (X-02). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** What an annotated property may be, each alone and as a string (X-04, ambiguity Q-21). */
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

const NONE: readonly ParamHeader[] = Object.freeze([]);

/** By input schema: that is the same object as long as the tool is described the same way. */
const known = new WeakMap<JsonObject, readonly ParamHeader[]>();

/**
 * The arguments of a tool that header fields repeat, in the order of its schema. They are looked for once.
 *
 * @throws SchemaError that names the tool and the place, for an annotation that makes clients drop the tool (X-06)
 */
export function paramHeadersOf({
  name,
  inputSchema,
}: Pick<ListedTool, 'name' | 'inputSchema'>): readonly ParamHeader[] {
  let headers = known.get(inputSchema);
  if (headers === undefined) {
    headers = collect(inputSchema, `input of tool '${name}'`);
    known.set(inputSchema, headers);
  }
  return headers;
}

/** @throws SchemaError for an annotation that makes clients drop the tool (X-06) */
export function checkParamHeaders(tool: ListedTool): void {
  paramHeadersOf(tool);
}

/**
 * The `Mcp-Param-*` fields that a client sends with a call, for tests and for whoever writes a client. What is `null` or absent
 * has none (X-09), and neither has what no field can repeat.
 *
 * @throws SchemaError for an annotation that makes clients drop the tool
 * @example mirroredArguments(listedTool, { region: 'Zürich' }) // { 'Mcp-Param-Region': '=?base64?WsO8cmljaA==?=' }
 */
export function mirroredArguments(
  tool: Pick<ListedTool, 'name' | 'inputSchema'>,
  args: JsonObject,
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const { header, path } of paramHeadersOf(tool)) {
    const value = valueAt(args, path);
    if (isScalar(value)) fields[header] = encodeHeaderValue(String(value));
  }
  return fields;
}

/** The value at a path of property names, found through own members only. */
export function valueAt(root: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Whether a field can repeat a value at all. */
export function isScalar(value: JsonValue | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function collect(root: JsonObject, subject: string): readonly ParamHeader[] {
  const headers: ParamHeader[] = [];
  const taken = new Map<string, string>();

  const annotated = (schema: JsonObject, path: readonly string[], pointer: string): void => {
    const name = schema[ANNOTATION];
    if (typeof name !== 'string' || !TOKEN.test(name)) {
      const wanted = "must be a name of letters, digits and !#$%&'*+-.^_`|~";
      throw new SchemaError(
        subject,
        `${ANNOTATION} ${wanted}; got ${JSON.stringify(name)}`,
        `${pointer}/${ANNOTATION}`,
      );
    }
    if (!TYPES.includes(schema.type)) {
      const got = schema.type === undefined ? 'a property without a type' : JSON.stringify(schema.type);
      const wanted = 'may stand on a property of type "string", "integer" or "boolean" only';
      throw new SchemaError(subject, `${ANNOTATION} ${wanted}; got ${got}`, pointer);
    }
    const field = `${PREFIX}${name}`.toLowerCase();
    const other = taken.get(field);
    if (other !== undefined) {
      const why = `is there twice, the letter case does not count: the other is at ${other}`;
      throw new SchemaError(subject, `${ANNOTATION} '${name}' ${why}`, pointer);
    }
    taken.set(field, pointer);
    headers.push({ header: `${PREFIX}${name}`, field, path });
  };

  /** @param path the names that lead here from the root through `properties` alone; `undefined` where other keywords do */
  const walk = (schema: JsonValue | undefined, path: readonly string[] | undefined, pointer: string): void => {
    if (!isJsonObject(schema)) return;
    if (Object.hasOwn(schema, ANNOTATION) && schema[ANNOTATION] !== undefined) {
      if (path === undefined || path.length === 0) {
        const why = 'may stand only on what is reached from the root through properties alone';
        throw new SchemaError(subject, `${ANNOTATION} ${why}`, pointer === '' ? `/${ANNOTATION}` : pointer);
      }
      annotated(schema, path, pointer);
    }
    for (const [keyword, value] of Object.entries(schema)) {
      const shape = SCHEMA_KEYWORDS.get(keyword);
      if (shape === undefined) continue;
      for (const [token, inner] of within(value, shape)) {
        const below = keyword === 'properties' && path !== undefined ? [...path, token] : undefined;
        walk(inner, below, `${pointer}/${keyword}${token === '' && shape === 'one' ? '' : `/${escaped(token)}`}`);
      }
    }
  };

  walk(root, [], '');
  return headers.length === 0 ? NONE : headers;
}

/** How the schemas stand under a keyword: one, several in a list, or several by name. */
type Shape = 'one' | 'list' | 'map';

/** The keywords that have schemas in them (JSON Schema 2020-12, and two forms before it). What others hold are values. */
const SCHEMA_KEYWORDS: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'].map(
    (keyword): [string, Shape] => [keyword, 'map'],
  ),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword): [string, Shape] => [keyword, 'list']),
  ...[
    ...['items', 'contains', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
    ...['not', 'if', 'then', 'else', 'contentSchema'],
  ].map((keyword): [string, Shape] => [keyword, 'one']),
]);

function within(value: JsonValue | undefined, shape: Shape): readonly (readonly [string, JsonValue | undefined])[] {
  if (shape === 'one') return [['', value]];
  if (shape === 'list') return Array.isArray(value) ? value.map((item: JsonValue, index) => [String(index), item]) : [];
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** A name as a token of a JSON pointer (RFC 6901). */
function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
