import { prefixOf } from './prefix.js';
import type { Variable } from './syntax.js';

/**
 * The decoded values of a URI, by the names of their variables. A variable with `*` has a list, every other one a text,
 * whatever the client sent; one for which the URI has nothing is absent. The object has no prototype, so that every name
 * is safe.
 */
export type TemplateVariables = Readonly<Record<string, string | readonly string[]>>;

/** The decoded value at one place of a URI. */
export interface DecodedValue {
  readonly variable: Variable;
  readonly value: string | readonly string[];
}

/**
 * Gathers the values of all places. A variable may stand in several, as in `{hash:2}/{hash}`; then its values must agree,
 * a prefix with the start of the whole.
 *
 * @returns `undefined` where they don't agree, or where one is longer than its prefix modifier permits
 */
export function bindVariables(values: readonly DecodedValue[]): TemplateVariables | undefined {
  const bound = new Map<string, DecodedValue>();
  for (const next of values) {
    const known = bound.get(next.variable.name) ?? next;
    const [part, whole] = known.variable.maxLength < next.variable.maxLength ? [known, next] : [next, known];
    if (!isStartOf(part, whole)) return undefined;
    bound.set(next.variable.name, whole);
  }
  const variables: Record<string, string | readonly string[]> = Object.create(null);
  for (const [name, { value }] of bound) variables[name] = value;
  return variables;
}

/** Compared with itself, a value is its own start just when it is not too long. */
function isStartOf({ value: part, variable: { maxLength } }: DecodedValue, { value: whole }: DecodedValue): boolean {
  if (typeof part === 'string' && typeof whole === 'string') return part === prefixOf(whole, maxLength);
  return part.length === whole.length && Array.from(part).every((item, index) => item === whole[index]);
}
