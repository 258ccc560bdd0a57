/**
 * What a value is, as an error message says it: `a string`, `an array`, `a Map`, `undefined`.
 *
 * @example
 * throw new ApplicationError(`tools() must give a list; got ${kindOf(value)}`);
 */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return isClass(value) ? 'a class' : 'a function';
  if (typeof value !== 'object') return withArticle(typeof value);
  return isPlainObject(value) ? 'an object' : withArticle(value.constructor?.name || 'object');
}

/** Whether an object is a literal, and not an instance of a class. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Whether a value is an error, also one of another realm, such as of a module that runs in a context of its own. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

function isClass(value: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value));
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
