import { HOOKS, LIST_HOOKS } from '../application/hooks.js';
import { ApplicationError } from '../errors.js';
import { isPlainObject, kindOf } from '../kind-of.js';

/**
 * Checks that what is served is an application at all, and that its hooks are functions. A field of a class that only has the
 * name of a list, such as a `Map`, is no hook; an object or an array of such a name is a list that stands where a function belongs.
 *
 * @param label which one it is, such as `included application 1`, where there are several
 * @throws ApplicationError
 */
export function checkApplication(application: unknown, label?: string): void {
  if (typeof application !== 'object' || application === null || Array.isArray(application)) {
    const advice = kindOf(application) === 'a class' ? '; give an instance of it' : '';
    const subject = label ?? 'application';
    throw new ApplicationError(`The ${subject} must be an object; got ${kindOf(application)}${advice}`);
  }
  checkHooks(application, HOOKS, label);
}

/**
 * Checks that these hooks are functions where they are there.
 *
 * @param label whose they are, where there are several
 * @throws ApplicationError that names the hook
 */
export function checkHooks(application: object, hooks: Iterable<string>, label?: string): void {
  const of = label === undefined ? '' : ` of ${label}`;
  for (const hook of hooks) {
    const value: unknown = Reflect.get(application, hook);
    if (value === undefined || typeof value === 'function') continue;
    if (!(LIST_HOOKS as readonly string[]).includes(hook)) {
      throw new ApplicationError(`${hook}${of} must be a function; got ${kindOf(value)}`);
    }
    const isList = Array.isArray(value) || (typeof value === 'object' && value !== null && isPlainObject(value));
    const isField = typeof value === 'object' && !isList;
    if (isField && !isPlainObject(application)) continue;
    const advice = isList ? `. Wrap declarations in defineApplication({ ${hook}: … })` : '';
    throw new ApplicationError(`${hook}${of} must be a function that gives a list; got ${kindOf(value)}${advice}`);
  }
}
