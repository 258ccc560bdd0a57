import { LIST_HOOKS } from '../application/hooks.js';
import { ApplicationError } from '../errors.js';
import { isPlainObject, kindOf } from '../kind-of.js';

/**
 * Checks that what is served is an application at all. A field that only has the name of a list, such as a `Map`, is no
 * list; a plain object or an array is one that stands where a function belongs.
 *
 * @param label which one it is, such as `included application 1`, where there are several
 * @throws ApplicationError
 */
export function checkApplication(application: unknown, label?: string): void {
  if (typeof application !== 'object' || application === null) {
    const advice = kindOf(application) === 'a class' ? '; give an instance of it' : '';
    const subject = label ?? 'application';
    throw new ApplicationError(`The ${subject} must be an object; got ${kindOf(application)}${advice}`);
  }
  const of = label === undefined ? '' : ` of ${label}`;
  for (const hook of LIST_HOOKS) {
    const value: unknown = Reflect.get(application, hook);
    if (!Array.isArray(value) && !(typeof value === 'object' && value !== null && isPlainObject(value))) continue;
    throw new ApplicationError(
      `${hook}${of} must be a function that gives a list; got ${kindOf(value)}. Wrap declarations in defineApplication({ ${hook}: … })`,
    );
  }
}
