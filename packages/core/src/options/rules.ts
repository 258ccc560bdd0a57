import { OptionError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { nearest } from '../nearest.js';
import type { OptionRule, OptionTable } from './table.js';

/** A text that is not empty. */
export const nonEmptyString: OptionRule = {
  accepts: (value) => typeof value === 'string' && value.length > 0,
  takes: 'a string that is not empty',
};

/** Any text. */
export const anyString: OptionRule = { accepts: (value) => typeof value === 'string', takes: 'a string' };

/** `true` or `false`. */
export const flag: OptionRule = { accepts: (value) => typeof value === 'boolean', takes: 'true or false' };

/** An object that is not an array. */
export const anyObject: OptionRule = { accepts: isJsonObject, takes: 'an object' };

/** An integer in a range, ends included. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): OptionRule {
  return {
    accepts: (value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
    takes: max === Number.MAX_SAFE_INTEGER ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`,
  };
}

/** The longest time that a timer of Node takes, in milliseconds. */
export const MAX_TIMER_MS: number = 2_147_483_647;

/** A finite number from a least value on. */
export function atLeast(min: number): OptionRule {
  return {
    accepts: (value) => typeof value === 'number' && Number.isFinite(value) && value >= min,
    takes: `a number of at least ${min}`,
  };
}

/** One of a closed set of texts. */
export function oneOf(...values: readonly string[]): OptionRule {
  return {
    accepts: (value) => typeof value === 'string' && values.includes(value),
    takes: values.map((value) => `'${value}'`).join(' or '),
  };
}

/** A list of texts. */
export const stringList: OptionRule = {
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  takes: 'a list of strings',
};

/** A list of functions. */
export const functionList: OptionRule = {
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'function'),
  takes: 'a list of functions',
};

/**
 * An object of options of its own, none of them unknown.
 *
 * @param option what the object is given as
 */
export function objectOf(option: string, rules: OptionTable): OptionRule {
  const members = Object.entries(rules).map(([name, { takes }]) => `${name} (${takes})`);
  const accepts = (name: string, member: unknown): boolean => {
    if (Object.hasOwn(rules, name)) return member === undefined || rules[name]?.accepts(member) === true;
    const near = nearest(name, Object.keys(rules));
    if (near === undefined) return false;
    throw new OptionError(option, `Unknown member '${name}' of option '${option}'. Did you mean '${near}'?`);
  };
  return {
    accepts: (value) => isJsonObject(value) && Object.entries(value).every(([name, member]) => accepts(name, member)),
    takes: `an object with any of ${members.join(', ')}`,
  };
}

/** An object that has these methods. */
export function objectWith(...methods: readonly string[]): OptionRule {
  return {
    accepts: (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function'),
    takes: `an object with ${methods.map((method) => `${method}()`).join(', ')}`,
  };
}
