import { type Dialect, dialectOf, isBefore } from './dialect.js';
import { documentOf, type SchemaDocument } from './document.js';
import { SchemaError } from './error.js';
import { FORMER_KEYWORDS, isSubSchema, KEYWORDS } from './keywords.js';
import { checkBounds } from './limits.js';
import { pointerTo } from './pointer.js';
import type { JsonSchema } from './schema.js';

/**
 * The same schema in JSON Schema 2020-12. A schema that names no other dialect at any depth is returned as it is, the same
 * object; one that does is copied, and the author's object is left alone. A schema without `$schema` is 2020-12
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/index#schema-dialect).
 *
 * | older form | becomes |
 * | --- | --- |
 * | `$schema` of draft-04, -06, -07, 2019-09 | dropped |
 * | `definitions` | `$defs` |
 * | `items: [..]`, `additionalItems` | `prefixItems`, `items` |
 * | `dependencies` | `dependentRequired`, `dependentSchemas` |
 * | `id` of draft-04, `$id: '#name'` | `$id`, `$anchor` |
 * | `exclusiveMinimum: true` of draft-04 | the number |
 * | `$recursiveRef: '#'` of 2019-09 | `$ref: '#'` |
 * | assertions beside `$ref` before 2019-09, which ignores them | dropped |
 * | a `$ref` to a place that moved | the new place |
 *
 * @throws SchemaError for an unknown dialect, for a keyword that the named dialect does not have but 2020-12 would obey,
 *   and for the few things that can't be said in 2020-12
 */
export function translate(schema: JsonSchema, subject: string): JsonSchema {
  checkBounds(schema, subject);
  const document = documentOf(schema);
  let isCurrent = true;
  for (const [node, place] of document.places) {
    const named = (node as JsonSchema).$schema;
    if (named === undefined) continue;
    const dialect = dialectOf(named);
    if (dialect === undefined) {
      throw new SchemaError(
        subject,
        `the dialect ${JSON.stringify(named)} is not known; use JSON Schema 2020-12, 2019-09, draft-07, draft-06 or draft-04`,
        pointerTo(place.pointer, '$schema'),
      );
    }
    if (dialect !== '2020-12') isCurrent = false;
  }
  return isCurrent ? schema : new Translation(document, subject).run();
}

/** A copy under way. */
type Draft = Record<string, unknown>;

/** A place of the author's schema: its pointer before and after, and the dialect there. */
interface Location {
  readonly old: string;
  readonly now: string;
  readonly dialect: Dialect;
}

class Translation {
  readonly #document: SchemaDocument;
  readonly #subject: string;
  /** For each schema the pointer it had and the pointer it has now. */
  readonly #moves = new Map<string, string>();
  /** References wait until everything has its new place. */
  readonly #references: { copy: Draft; reference: string; from: JsonSchema; pointer: string }[] = [];
  /** Where keywords stand whose meaning changed only in combination. */
  readonly #seen = new Map<string, string>();

  constructor(document: SchemaDocument, subject: string) {
    this.#document = document;
    this.#subject = subject;
  }

  run(): JsonSchema {
    const copy = this.#schema(this.#document.root, { old: '', now: '', dialect: '2020-12' });
    const contains = this.#seen.get('contains of 2019-09');
    if (contains !== undefined && this.#seen.has('unevaluatedItems')) {
      this.#refuse(
        'contains with unevaluatedItems changed its meaning after 2019-09; write the schema in 2020-12',
        contains,
      );
    }
    for (const { copy: draft, reference, from, pointer } of this.#references) {
      draft.$ref = this.#newReference(reference, from, pointer);
    }
    return copy as JsonSchema;
  }

  #schema(schema: unknown, outer: Location): unknown {
    this.#moves.set(outer.old, outer.now);
    if (!isSubSchema(schema) || typeof schema === 'boolean') return schema;
    const dialect = dialectOf(schema.$schema) ?? outer.dialect;
    const at = { ...outer, dialect };
    const hidesSiblings = isBefore(dialect, '2019-09') && typeof schema.$ref === 'string';
    const copy: Draft = {};
    for (const [name, value] of Object.entries(schema)) {
      const keyword = KEYWORDS.get(name);
      const identifies = keyword?.shape === 'id' || keyword?.shape === 'anchor';
      if (hidesSiblings && name !== '$ref' && (keyword?.asserts || identifies || FORMER_KEYWORDS.has(name))) continue;
      if (keyword?.since && (keyword.asserts || identifies) && isBefore(dialect, keyword.since)) {
        this.#refuse(
          `${name} is not a keyword of ${dialect}, which $schema names; name the dialect that it is written in`,
          at.old,
        );
      }
      this.#member(copy, schema, name, value, at);
    }
    return copy;
  }

  #member(copy: Draft, schema: JsonSchema, name: string, value: unknown, at: Location): void {
    if (name === 'unevaluatedItems') this.#seen.set(name, at.old);
    if (name === '$ref' && typeof value === 'string') {
      this.#references.push({ copy, reference: value, from: schema, pointer: at.old });
    }
    if (at.dialect === '2020-12') {
      put(copy, name, this.#value(name, value, inside(at, name)));
      return;
    }
    switch (name) {
      case '$schema':
      case '$recursiveAnchor':
        return;
      case '$recursiveRef':
        if (this.#document.hasEmbedded)
          this.#refuse('$recursiveRef can not be translated where schemas inside have an $id', at.old);
        if ('$ref' in schema) copy.allOf = [...listOf(copy.allOf), { $ref: '#' }];
        else copy.$ref = '#';
        return;
      case 'allOf':
        copy.allOf = [...listOf(this.#value(name, value, inside(at, name))), ...listOf(copy.allOf)];
        return;
      case '$defs':
      case 'definitions':
        copy.$defs = this.#merged(copy.$defs, this.#value(name, value, inside(at, name, '$defs')), at.old);
        return;
      case 'id':
      case '$id':
        if (name === '$id' || at.dialect === 'draft-04') this.#identify(copy, value, at.old);
        else put(copy, name, value);
        return;
      case 'items':
        if (!Array.isArray(value)) copy.items = this.#value(name, value, inside(at, name));
        else if (value.length > 0) copy.prefixItems = this.#value(name, value, inside(at, name, 'prefixItems'));
        return;
      case 'additionalItems':
        if (Array.isArray(schema.items)) copy.items = this.#schema(value, inside(at, name, 'items'));
        return;
      case 'contains':
        if (at.dialect === '2019-09') this.#seen.set('contains of 2019-09', at.old);
        copy.contains = this.#value(name, value, inside(at, name));
        return;
      case 'dependencies':
        this.#dependencies(copy, value, at);
        return;
      case 'minimum':
      case 'exclusiveMinimum':
        if (at.dialect === 'draft-04') this.#limit(copy, schema, name, 'minimum', 'exclusiveMinimum', at.old);
        else copy[name] = value;
        return;
      case 'maximum':
      case 'exclusiveMaximum':
        if (at.dialect === 'draft-04') this.#limit(copy, schema, name, 'maximum', 'exclusiveMaximum', at.old);
        else copy[name] = value;
        return;
      default:
        put(copy, name, this.#value(name, value, inside(at, name)));
    }
  }

  /** The value of a keyword, with the schemas in it translated. */
  #value(name: string, value: unknown, at: Location): unknown {
    const shape = KEYWORDS.get(name)?.shape;
    switch (shape) {
      case 'schema':
      case 'schemas':
        if (Array.isArray(value)) return value.map((item, index) => this.#schema(item, inside(at, index)));
        return this.#schema(value, at);
      case 'schema-map':
      case 'dependencies':
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
        return Object.fromEntries(
          Object.entries(value).map(([key, item]) => [key, this.#schema(item, inside(at, key))]),
        );
      case undefined:
        return this.#unknown(value, at);
      default:
        return value;
    }
  }

  /** The value of an unknown keyword stays as it is, but for schemas in it that some reference leads to. */
  #unknown(value: unknown, at: Location): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (this.#document.places.has(value)) return this.#schema(value, at);
    if (Array.isArray(value)) return value.map((item, index) => this.#unknown(item, inside(at, index)));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#unknown(item, inside(at, key))]));
  }

  #newReference(reference: string, from: JsonSchema, pointer: string): string {
    const hash = reference.indexOf('#');
    if (hash === -1 || !reference.startsWith('#/', hash)) return reference;
    const target = this.#document.find(reference, from);
    if (target === undefined) return reference;
    const now = this.#moves.get(target.pointer);
    const resource = this.#moves.get(target.resource);
    if (now === undefined || resource === undefined) {
      this.#refuse(
        `$ref "${reference}" points to a place where this dialect has no schema; move it to definitions`,
        pointer,
      );
    }
    return `${reference.slice(0, hash)}#${encodeURI(now.slice(resource.length)).replaceAll('#', '%23')}`;
  }

  #identify(copy: Draft, value: unknown, pointer: string): void {
    const [address = '', name = ''] = typeof value === 'string' ? value.split('#', 2) : [];
    if (address !== '' && name !== '')
      this.#refuse(`the id "${value}" is an address and a name in one; give one of them`, pointer);
    if (name !== '') copy.$anchor = name;
    else if (address !== '' || typeof value !== 'string') copy.$id = typeof value === 'string' ? address : value;
  }

  #dependencies(copy: Draft, value: unknown, at: Location): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#refuse('dependencies must be an object of schemas or lists of names', pointerTo(at.old, 'dependencies'));
    }
    const entries = Object.entries(value);
    const required = entries.filter(([, item]) => Array.isArray(item));
    const schemas = entries.filter(([, item]) => !Array.isArray(item));
    if (required.length > 0) copy.dependentRequired = Object.fromEntries(required);
    if (schemas.length > 0) {
      const place = inside(at, 'dependencies', 'dependentSchemas');
      copy.dependentSchemas = Object.fromEntries(
        schemas.map(([key, item]) => [key, this.#schema(item, inside(place, key))]),
      );
    }
  }

  /** In draft-04 `exclusiveMinimum: true` says that `minimum` itself is out of the range. */
  #limit(copy: Draft, schema: JsonSchema, name: string, plain: string, exclusive: string, pointer: string): void {
    const flag = schema[exclusive] ?? false;
    if (typeof flag !== 'boolean') this.#refuse(`${exclusive} of draft-04 must be a boolean`, pointer);
    if (name === plain) copy[flag ? exclusive : plain] = schema[plain];
  }

  #merged(first: unknown, second: unknown, pointer: string): unknown {
    if (typeof first !== 'object' || first === null || typeof second !== 'object' || second === null) return second;
    const entries = [...Object.entries(first), ...Object.entries(second)];
    const names = new Set(entries.map(([name]) => name));
    if (names.size < entries.length) this.#refuse('$defs and definitions have a name in common', pointer);
    return Object.fromEntries(entries);
  }

  #refuse(problem: string, pointer: string): never {
    throw new SchemaError(this.#subject, problem, pointer);
  }
}

function inside(at: Location, key: string | number, newKey: string | number = key): Location {
  return { old: pointerTo(at.old, key), now: pointerTo(at.now, newKey), dialect: at.dialect };
}

/** Sets a member whatever its name: plain assignment would lose `__proto__`. */
function put(copy: Draft, name: string, value: unknown): void {
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
