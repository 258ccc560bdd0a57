import { ApplicationError, OptionError } from '@polyspec/core';

/** Finds arguments that were swapped or forgotten, before something obscure happens with them. */
export function checkArguments(caller: 'serve' | 'prepare', name: unknown, application: unknown): void {
  if (typeof name !== 'string' || name === '') {
    throw new OptionError(
      'name',
      `${caller}(name, application): the name must be a string that is not empty; got ${kindOf(name)}`,
    );
  }
  if (typeof application === 'object' && application !== null && !Array.isArray(application)) return;
  const hint = typeof application === 'function' ? '; make it one with new, or call it' : '';
  throw new ApplicationError(
    `${caller}(name, application): the application must be an object; got ${kindOf(application)}${hint}`,
  );
}

function kindOf(value: unknown): string {
  if (value === '') return 'an empty string';
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
