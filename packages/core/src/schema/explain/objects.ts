import { describeCount, describeValue } from '../describe-value.js';
import { isSubSchema, type SubSchema } from '../keywords.js';
import type { JsonSchema } from '../schema.js';
import type { Evaluated } from './evaluated.js';
import { expectationOf } from './expectation.js';
import type { Found, Sink, Walk } from './walk.js';

/** An object as it is walked through. */
export type Members = Readonly<Record<string, unknown>>;

/** The keywords for objects, but for those that apply schemas to the same object; `seen` learns the members looked at. */
export function visitObject(
  walk: Walk,
  schema: JsonSchema,
  value: Members,
  sink: Sink,
  seen: Evaluated | undefined,
): boolean {
  const checks = [visitNames, visitSize, visitMembers, visitDependentRequired, visitPropertyNames];
  let ok = true;
  for (const check of checks) {
    if (check(walk, schema, value, sink, seen)) continue;
    ok = false;
    if (walk.isDone(sink)) return false;
  }
  return ok;
}

/** A member is there when it is the object's own and not `undefined`, as on the wire. */
export function hasMember(value: Members, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

function visitNames(walk: Walk, schema: JsonSchema, value: Members, sink: Sink): boolean {
  let ok = true;
  for (const name of namesOf(schema.required)) {
    if (hasMember(value, name)) continue;
    const wanted = schemaIn(schema.properties, name);
    const expected = wanted === undefined ? 'a value' : expectationOf(walk.document, wanted);
    ok = walk.fault(sink, { kind: 'missing', expected, got: 'nothing' }, name);
  }
  return ok;
}

function visitSize(walk: Walk, schema: JsonSchema, value: Members, sink: Sink): boolean {
  const { maxProperties, minProperties } = schema;
  const size = Object.keys(value).length;
  const fail = (expected: string): boolean => walk.fault(sink, { expected, got: describeCount(size, 'member') });
  if (typeof maxProperties === 'number' && size > maxProperties)
    return fail(`at most ${describeCount(maxProperties, 'member')}`);
  if (typeof minProperties === 'number' && size < minProperties)
    return fail(`at least ${describeCount(minProperties, 'member')}`);
  return true;
}

function visitMembers(
  walk: Walk,
  schema: JsonSchema,
  value: Members,
  sink: Sink,
  seen: Evaluated | undefined,
): boolean {
  const { properties, patternProperties, additionalProperties } = schema;
  const patterns = isMap(patternProperties) ? Object.entries(patternProperties) : [];
  let ok = true;
  for (const name of Object.keys(value)) {
    const schemas: SubSchema[] = [];
    const own = schemaIn(properties, name);
    if (own !== undefined && value[name] !== undefined) schemas.push(own);
    for (const [source, item] of patterns)
      if (isSubSchema(item) && walk.document.pattern(source).test(name)) schemas.push(item);
    if (own === undefined && schemas.length === 0) {
      if (!isSubSchema(additionalProperties)) continue;
      schemas.push(additionalProperties);
    }
    seen?.members.add(name);
    for (const item of schemas) {
      if (walk.visitPart(name, item, value[name], sink)) continue;
      ok = false;
      if (walk.isDone(sink)) return false;
    }
  }
  return ok;
}

function visitDependentRequired(walk: Walk, schema: JsonSchema, value: Members, sink: Sink): boolean {
  let ok = true;
  for (const dependencies of [schema.dependentRequired, schema.dependencies]) {
    if (!isMap(dependencies)) continue;
    for (const [name, needed] of Object.entries(dependencies)) {
      if (!hasMember(value, name)) continue;
      for (const other of namesOf(needed)) {
        if (hasMember(value, other)) continue;
        const wanted = schemaIn(schema.properties, other);
        const expected = `${wanted === undefined ? 'a value' : expectationOf(walk.document, wanted)} beside ${name}`;
        ok = walk.fault(sink, { kind: 'missing', expected, got: 'nothing' }, other);
      }
    }
  }
  return ok;
}

function visitPropertyNames(walk: Walk, schema: JsonSchema, value: Members, sink: Sink): boolean {
  const { propertyNames } = schema;
  if (!isSubSchema(propertyNames)) return true;
  let ok = true;
  for (const name of Object.keys(value)) {
    const found: Found[] = [];
    if (walk.visit(propertyNames, name, sink && found)) continue;
    const expected = found[0] === undefined || found[0].kind === 'forbidden' ? 'no such name' : found[0].expected;
    const rule = `this name is not allowed, expected ${expected}`;
    ok = walk.fault(sink, { kind: 'rule', expected: rule, got: describeValue(name) }, name);
    if (walk.isDone(sink)) return false;
  }
  return ok;
}

/** `unevaluatedProperties`: the members that nothing has looked at. */
export function visitUnevaluatedProperties(
  walk: Walk,
  schema: JsonSchema,
  value: Members,
  sink: Sink,
  seen: Evaluated,
): boolean {
  const rest = schema.unevaluatedProperties;
  if (!isSubSchema(rest)) return true;
  let ok = true;
  for (const name of Object.keys(value)) {
    if (seen.hasMember(name) || walk.visitPart(name, rest, value[name], sink)) continue;
    ok = false;
    if (walk.isDone(sink)) return false;
  }
  seen.allMembers = true;
  return ok;
}

function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema of a name. `__proto__` has none: a validator that makes code can't tell it from the prototype. */
function schemaIn(map: unknown, name: string): SubSchema | undefined {
  if (!isMap(map) || name === '__proto__' || !Object.hasOwn(map, name)) return undefined;
  return isSubSchema(map[name]) ? map[name] : undefined;
}
