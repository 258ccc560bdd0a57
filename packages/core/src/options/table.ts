import { OptionError } from '../errors.js';
import { nearest } from '../nearest.js';

/** What one option takes. */
export interface OptionRule {
  /** Whether a value is right. */
  readonly accepts: (value: unknown) => boolean;
  /** What would be right, to complete the sentence «… must be …». */
  readonly takes: string;
}

/** The options of one layer, by name. */
export type OptionTable = Readonly<Record<string, OptionRule>>;

/**
 * Checks options against the tables of all layers, before anything starts. A member that is `undefined` counts as absent.
 *
 * @throws OptionError that names the option, what it got and what it takes
 */
export function checkOptions(given: unknown, ...tables: readonly OptionTable[]): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new OptionError('options', `The options must be an object; got ${show(given)}`);
  }
  const rules = new Map(tables.flatMap((table) => Object.entries(table)));
  for (const [name, value] of Object.entries(given)) {
    const rule = rules.get(name);
    if (rule === undefined) throw new OptionError(name, unknownOption(name, [...rules.keys()]));
    if (value !== undefined && !rule.accepts(value)) {
      throw new OptionError(name, `Option '${name}' must be ${rule.takes}; got ${show(value)}`);
    }
  }
}

/** Those of the options given that stand in one of the tables. */
export function optionsIn(table: OptionTable | undefined, given: object): object {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => table !== undefined && Object.hasOwn(table, name)),
  );
}

/**
 * Checks an option that has to be there.
 *
 * @throws OptionError that names the option, what it got and what it takes
 */
export function requireOption(given: object | undefined, name: string, { accepts, takes }: OptionRule): void {
  const value: unknown = given === undefined ? undefined : Reflect.get(given, name);
  if (!accepts(value)) throw new OptionError(name, `Option '${name}' must be ${takes}; got ${show(value)}`);
}

function unknownOption(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  return `Unknown option '${name}'.${hint} Known options: ${[...known].sort().join(', ')}`;
}

/** A value as an error message shows it: short, and never failing. */
function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'number') return String(value);
  let text: string;
  try {
    text = JSON.stringify(value) ?? typeof value;
  } catch {
    text = 'an object';
  }
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
