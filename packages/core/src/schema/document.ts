import { type Dialect, dialectOf, isBefore } from './dialect.js';
import { eachSubSchema, isSubSchema, type SubSchema } from './keywords.js';
import { compilePattern } from './pattern.js';
import { pointerTo, pointerTokens, valueAt } from './pointer.js';
import type { JsonSchema } from './schema.js';

/** The base of a schema without `$id`: an address that nobody else can have. */
const NO_ADDRESS = 'schema:///';

/** Where a schema object stands in its document. */
export interface Place {
  /** JSON pointer from the root of the whole document. */
  readonly pointer: string;
  /** Address of the schema resource that it belongs to, without a fragment. */
  readonly base: string;
  readonly dialect: Dialect;
}

/** What a reference points to. */
export interface Target {
  readonly schema: SubSchema;
  /** JSON pointer from the root of the whole document. */
  readonly pointer: string;
  /** JSON pointer of the schema resource in which it is. */
  readonly resource: string;
}

/**
 * One schema with all that is inside it, so that references can be followed. Only what is inside is ever found: nothing is
 * fetched (https://modelcontextprotocol.io/specification/2026-07-28/basic/index#ref-resolution).
 */
export interface SchemaDocument {
  readonly root: JsonSchema;
  /**
   * The place of each schema object, those included that only a reference leads to; the first place, where one object is
   * used in several.
   */
  readonly places: ReadonlyMap<object, Place>;
  /** Whether any schema below the root has an address of its own. */
  readonly hasEmbedded: boolean;
  /** Whether any schema inside has a keyword. */
  has(keyword: string): boolean;
  /** A pattern of the schema, compiled once. */
  pattern(source: string): RegExp;
  /** What a `$ref` or `$dynamicRef` of the schema `from` points to by itself; `undefined` when it is not inside. */
  find(reference: string, from: JsonSchema): Target | undefined;
  /** The schema with a `$dynamicAnchor` of that name in the resource with that address. */
  findDynamic(name: string, base: string): JsonSchema | undefined;
}

/** Reads the identifiers of a schema and of all that is inside it. */
export function documentOf(root: JsonSchema): SchemaDocument {
  const places = new Map<object, Place>();
  const resources = new Map<string, JsonSchema>();
  const anchors = new Map<string, JsonSchema>();
  const dynamicAnchors = new Map<string, JsonSchema>();
  const references: [string, JsonSchema][] = [];

  const read = (schema: JsonSchema, pointer: string, parent: Place | undefined): void => {
    if (places.has(schema)) return;
    const dialect = dialectOf(schema.$schema) ?? parent?.dialect ?? '2020-12';
    const { address, names } = identifiersOf(schema, dialect);
    let base = parent?.base ?? NO_ADDRESS;
    if (address !== undefined) base = resolve(address, base) ?? base;
    if (!resources.has(base)) resources.set(base, schema);
    for (const name of names) anchors.set(`${base}#${name}`, schema);
    if (typeof schema.$dynamicAnchor === 'string') dynamicAnchors.set(`${base}#${schema.$dynamicAnchor}`, schema);
    const place = { pointer, base, dialect };
    places.set(schema, place);
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = schema[keyword];
      if (typeof reference === 'string') references.push([reference, schema]);
    }
    eachSubSchema(schema, (child, keyword, key) => {
      if (typeof child === 'object') read(child, pointerTo(pointer, keyword, key), place);
    });
  };

  const find = (reference: string, from: JsonSchema): Target | undefined => {
    const address = resolve(reference, (places.get(from) ?? places.get(root))?.base ?? NO_ADDRESS);
    if (address === undefined) return undefined;
    const [base = '', fragment = ''] = address.split('#', 2);
    const resource = resources.get(base);
    if (resource === undefined) return undefined;
    const start = places.get(resource)?.pointer ?? '';
    const tokens = pointerTokens(decoded(fragment));
    const schema = tokens === undefined ? anchors.get(address) : valueAt(resource, tokens);
    if (!isSubSchema(schema)) return undefined;
    const named = typeof schema === 'object' && tokens === undefined ? places.get(schema)?.pointer : undefined;
    return { schema, pointer: named ?? pointerTo(start, ...(tokens ?? [])), resource: start };
  };

  read(root, '', undefined);
  const rootPlace = places.get(root);
  // Grows while it runs: a schema that only a reference leads to can have references of its own.
  for (const [reference, from] of references) {
    const target = find(reference, from);
    if (typeof target?.schema === 'object') read(target.schema, target.pointer, rootPlace);
  }
  const patterns = new Map<string, RegExp>();
  return {
    root,
    places,
    hasEmbedded: resources.size > 1,
    has: (keyword) => [...places.keys()].some((node) => keyword in node),
    pattern(source) {
      let pattern = patterns.get(source);
      if (pattern === undefined) {
        pattern = compilePattern(source);
        patterns.set(source, pattern);
      }
      return pattern;
    },
    find,
    findDynamic: (name, base) => dynamicAnchors.get(`${base}#${name}`),
  };
}

/** What a schema calls itself: an address of its own, and names for fragments. Before 2019-09 a `$ref` hides both. */
function identifiersOf(schema: JsonSchema, dialect: Dialect): { address?: string; names: readonly string[] } {
  if (isBefore(dialect, '2019-09')) {
    const id = schema[dialect === 'draft-04' ? 'id' : '$id'];
    if (typeof id !== 'string' || typeof schema.$ref === 'string') return { names: [] };
    if (id.startsWith('#')) return { names: id === '#' ? [] : [id.slice(1)] };
    return { address: id.replace(/#.*$/, ''), names: [] };
  }
  const names = [schema.$anchor, schema.$dynamicAnchor].filter((name) => typeof name === 'string');
  return typeof schema.$id === 'string' ? { address: schema.$id.replace(/#$/, ''), names } : { names };
}

function resolve(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href.replace(/#$/, '');
  } catch {
    return undefined;
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
