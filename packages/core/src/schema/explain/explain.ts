import { describePath, describeValue } from '../describe-value.js';
import type { SchemaDocument } from '../document.js';
import { type Fault, MAX_FAULTS } from '../fault.js';
import { isSubSchema, type SubSchema } from '../keywords.js';
import { compilePattern } from '../pattern.js';
import type { JsonSchema } from '../schema.js';
import { visitArray, visitUnevaluatedItems } from './arrays.js';
import { Evaluated } from './evaluated.js';
import { branchesOf, expectationOf } from './expectation.js';
import { hasMember, type Members, visitObject, visitUnevaluatedProperties } from './objects.js';
import { choiceProblem, numberProblems, stringProblems, typeProblem } from './scalars.js';
import { faultsOfUnion } from './unions.js';
import type { FormatCheck, Found, Problem, Sink, Walk } from './walk.js';

/** How many times a schema is held against a value before the walk gives up, so that a huge value costs little. */
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
    new Explanation(document, fitsFormat).visit(document.root, value, found);
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

const TOO_MUCH = new Error('too much to explain');

class Explanation implements Walk {
  readonly document: SchemaDocument;
  readonly fitsFormat: FormatCheck;
  readonly #path: PropertyKey[] = [];
  readonly #patterns = new Map<string, RegExp>();
  readonly #tracks: boolean;
  #steps = 0;

  constructor(document: SchemaDocument, fitsFormat: FormatCheck) {
    this.document = document;
    this.fitsFormat = fitsFormat;
    this.#tracks = [...document.places.keys()].some(
      (node) => 'unevaluatedItems' in node || 'unevaluatedProperties' in node,
    );
  }

  visit(schema: SubSchema, value: unknown, sink: Sink, seen?: Evaluated): boolean {
    if (schema === true) return true;
    if (schema === false)
      return this.fault(sink, { kind: 'forbidden', expected: 'nothing', got: describeValue(value) });
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw TOO_MUCH;
    const problem = choiceProblem(schema, value) ?? typeProblem(schema, value);
    if (problem !== undefined) return this.fault(sink, problem);
    const mine = seen ?? (this.#tracks ? new Evaluated() : undefined);
    let ok = this.#visitParts(schema, value, sink, mine);
    if (!ok && this.isDone(sink)) return false;
    ok = this.#visitInPlace(schema, value, sink, mine) && ok;
    return ok && (mine === undefined || this.#visitRest(schema, value, sink, mine));
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

  pattern(source: string): RegExp {
    let pattern = this.#patterns.get(source);
    if (pattern === undefined) {
      pattern = compilePattern(source);
      this.#patterns.set(source, pattern);
    }
    return pattern;
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
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = schema[keyword];
      if (typeof reference === 'string') visit(this.document.find(reference, schema)?.schema);
    }
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
