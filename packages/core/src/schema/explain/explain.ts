import { describePath, describeValue } from '../describe-value.js';
import type { SchemaDocument } from '../document.js';
import { type Fault, MAX_FAULTS } from '../fault.js';
import { isSubSchema, type SubSchema } from '../keywords.js';
import type { JsonSchema } from '../schema.js';
import { visitArray, visitUnevaluatedItems } from './arrays.js';
import { Evaluated } from './evaluated.js';
import { branchesOf, expectationOf } from './expectation.js';
import { hasMember, type Members, visitObject, visitUnevaluatedProperties } from './objects.js';
import { choiceProblem, numberProblems, stringProblems, typeProblem } from './scalars.js';
import { faultsOfUnion } from './unions.js';
import type { FormatCheck, Found, Problem, Sink, Walk } from './walk.js';

/** How many times a schema is held against a value before no more reasons are looked for. */
const MAX_STEPS = 100_000;

/**
 * Why a value does not fit a schema, in words for a model: up to {@link MAX_FAULTS} faults. Only called for values that a
 * validator has refused; it needs no generated code, and knows nothing of the validator.
 *
 * @returns no faults when the value fits, or when too little of it could be looked at
 */
export function explain(document: SchemaDocument, value: unknown, fitsFormat: FormatCheck): readonly Fault[] {
  const found: Found[] = [];
  try {
    new Interpretation(document, fitsFormat, usesUnevaluated(document), MAX_STEPS).visit(document.root, value, found);
  } catch (error) {
    // What was found before the value proved too large or too deep still stands.
    if (error !== TOO_MUCH && !(error instanceof RangeError)) throw error;
  }
  const faults = new Map<string, Fault>();
  for (const { kind, path, expected, got } of found) {
    const fault = { path: describePath(path), expected, got, ...(kind && { kind }) };
    faults.set(`${fault.path}\n${expected}`, fault);
  }
  return [...faults.values()];
}

/**
 * Decides by the same walk whether values fit a schema. Slower than generated code, but right where that is not.
 *
 * @returns a function that throws a RangeError for a value that is nested too deep
 */
export function interpret(document: SchemaDocument, fitsFormat: FormatCheck): (value: unknown) => boolean {
  const tracks = usesUnevaluated(document);
  return (value) =>
    new Interpretation(document, fitsFormat, tracks, Number.POSITIVE_INFINITY).visit(document.root, value, undefined);
}

/** Whether it must be tracked what was looked at. */
function usesUnevaluated(document: SchemaDocument): boolean {
  return document.has('unevaluatedProperties') || document.has('unevaluatedItems');
}

const TOO_MUCH = new Error('too much to explain');

class Interpretation implements Walk {
  readonly document: SchemaDocument;
  readonly fitsFormat: FormatCheck;
  readonly #path: PropertyKey[] = [];
  readonly #tracks: boolean;
  /** Addresses of the schema resources that were entered, outermost first, for `$dynamicRef`. */
  readonly #scope: string[] = [];
  #steps: number;

  constructor(document: SchemaDocument, fitsFormat: FormatCheck, tracks: boolean, steps: number) {
    this.document = document;
    this.fitsFormat = fitsFormat;
    this.#tracks = tracks;
    this.#steps = steps;
  }

  visit(schema: SubSchema, value: unknown, sink: Sink, seen?: Evaluated): boolean {
    if (schema === true) return true;
    if (schema === false)
      return this.fault(sink, { kind: 'forbidden', expected: 'nothing', got: describeValue(value) });
    this.#steps -= 1;
    if (this.#steps < 0) throw TOO_MUCH;
    const base = this.document.hasEmbedded ? this.document.places.get(schema)?.base : undefined;
    if (base === undefined || base === this.#scope.at(-1)) return this.#visitObject(schema, value, sink, seen);
    this.#scope.push(base);
    const ok = this.#visitObject(schema, value, sink, seen);
    this.#scope.pop();
    return ok;
  }

  visitPart(key: string | number, schema: SubSchema, value: unknown, sink: Sink): boolean {
    this.#path.push(key);
    const ok = this.visit(schema, value, sink);
    this.#path.pop();
    return ok;
  }

  fault(sink: Sink, problem: Problem, key?: string | number): false {
    if (sink !== undefined && sink.length < MAX_FAULTS) {
      sink.push({ ...problem, path: key === undefined ? [...this.#path] : [...this.#path, key] });
    }
    return false;
  }

  isDone(sink: Sink): boolean {
    return sink === undefined || sink.length >= MAX_FAULTS;
  }

  #visitObject(schema: JsonSchema, value: unknown, sink: Sink, seen: Evaluated | undefined): boolean {
    const problem = choiceProblem(schema, value) ?? typeProblem(schema, value);
    if (problem !== undefined) return this.fault(sink, problem);
    const mine = seen ?? (this.#tracks ? new Evaluated() : undefined);
    let ok = this.#visitParts(schema, value, sink, mine);
    if (!ok && this.isDone(sink)) return false;
    ok = this.#visitInPlace(schema, value, sink, mine) && ok;
    return ok && (mine === undefined || this.#visitRest(schema, value, sink, mine));
  }

  #visitParts(schema: JsonSchema, value: unknown, sink: Sink, seen: Evaluated | undefined): boolean {
    if (Array.isArray(value)) return visitArray(this, schema, value, sink, seen);
    if (typeof value === 'object' && value !== null) return visitObject(this, schema, value as Members, sink, seen);
    let problems: readonly Problem[] = [];
    if (typeof value === 'number') problems = numberProblems(schema, value, this);
    else if (typeof value === 'string') problems = stringProblems(schema, value, this);
    for (const problem of problems) this.fault(sink, problem);
    return problems.length === 0;
  }

  #visitRest(schema: JsonSchema, value: unknown, sink: Sink, seen: Evaluated): boolean {
    if (Array.isArray(value)) return visitUnevaluatedItems(this, schema, value, sink, seen);
    if (typeof value !== 'object' || value === null) return true;
    return visitUnevaluatedProperties(this, schema, value as Members, sink, seen);
  }

  /** The keywords that apply schemas to the same value. */
  #visitInPlace(schema: JsonSchema, value: unknown, sink: Sink, seen: Evaluated | undefined): boolean {
    let ok = true;
    const visit = (part: unknown): void => {
      if (isSubSchema(part) && (ok || !this.isDone(sink))) ok = this.#visitSame(part, value, sink, seen) && ok;
    };
    if (typeof schema.$ref === 'string') visit(this.document.find(schema.$ref, schema)?.schema);
    if (typeof schema.$dynamicRef === 'string') visit(this.#findDynamic(schema.$dynamicRef, schema));
    for (const part of branchesOf(schema.allOf)) visit(part);
    if (Array.isArray(schema.anyOf)) ok = this.#visitUnion(branchesOf(schema.anyOf), value, sink, seen, false) && ok;
    if (Array.isArray(schema.oneOf)) ok = this.#visitUnion(branchesOf(schema.oneOf), value, sink, seen, true) && ok;
    const { not, if: condition } = schema;
    if (isSubSchema(not) && this.visit(not, value, undefined)) ok = this.fault(sink, this.#butNot(not, value));
    if (isSubSchema(condition)) {
      visit(this.#visitSame(condition, value, undefined, seen) ? schema.then : schema.else);
    }
    for (const keyword of ['dependentSchemas', 'dependencies']) {
      const dependent: unknown = schema[keyword];
      if (typeof dependent !== 'object' || dependent === null || typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value)) continue;
      for (const [name, part] of Object.entries(dependent)) if (hasMember(value as Members, name)) visit(part);
    }
    return ok;
  }

  /** A dynamic reference to a dynamic name means the outermost schema of that name. */
  #findDynamic(reference: string, from: JsonSchema): SubSchema | undefined {
    const target = this.document.find(reference, from)?.schema;
    const name = /#(.+)$/.exec(reference)?.[1];
    if (name === undefined || typeof target !== 'object' || target.$dynamicAnchor !== name) return target;
    for (const base of this.#scope) {
      const found = this.document.findDynamic(name, base);
      if (found !== undefined) return found;
    }
    return target;
  }

  /** Holds one more schema against the same value, and takes over what it has looked at if the value fits. */
  #visitSame(schema: SubSchema, value: unknown, sink: Sink, seen: Evaluated | undefined): boolean {
    const own = seen && new Evaluated();
    const ok = this.visit(schema, value, sink, own);
    if (ok && own !== undefined) seen?.add(own);
    return ok;
  }

  #visitUnion(
    alternatives: readonly SubSchema[],
    value: unknown,
    sink: Sink,
    seen: Evaluated | undefined,
    exactlyOne: boolean,
  ): boolean {
    const faults: Found[][] = [];
    let fitting = 0;
    for (const alternative of alternatives) {
      const own: Found[] = [];
      if (this.#visitSame(alternative, value, sink && own, seen)) fitting += 1;
      // Without anything to mark, one is enough.
      if (fitting > 0 && !exactlyOne && seen === undefined) return true;
      faults.push(own);
    }
    if (fitting === 1 || (fitting > 1 && !exactlyOne)) return true;
    if (fitting > 1) {
      const expected = `fits ${fitting} of the ${alternatives.length} alternatives, expected exactly one`;
      return this.fault(sink, { kind: 'rule', expected, got: describeValue(value) });
    }
    for (const found of faultsOfUnion(faults, this.#path.length))
      if (sink && sink.length < MAX_FAULTS) sink.push(found);
    return false;
  }

  #butNot(schema: SubSchema, value: unknown): Problem {
    const words = expectationOf(this.document, schema);
    if (words !== 'a value') return { expected: `anything but ${words}`, got: describeValue(value) };
    return { kind: 'rule', expected: 'fits what the schema excludes', got: describeValue(value) };
  }
}
