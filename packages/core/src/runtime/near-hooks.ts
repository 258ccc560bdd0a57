import type { Application } from '../application/application.js';
import { HOOKS, OTHER_HOOK_NAMES } from '../application/hooks.js';
import type { Logger } from '../contract/logger.js';
import { nearest } from '../nearest.js';

/**
 * Warns about methods that look like a hook which the application does not have: nothing calls them. Names that begin with
 * `_`, and those that tools call, are the author's own.
 *
 * @param called the methods that tools call
 */
export function warnOfNearHooks(application: Application, called: ReadonlySet<string>, logger: Logger): void {
  for (const method of methodsOf(application)) {
    if (HOOKS.has(method) || called.has(method) || method.startsWith('_')) continue;
    const hook = hookLike(method);
    if (hook === undefined || typeof Reflect.get(application, hook) === 'function') continue;
    logger.warn({ method, hook }, `'${method}' looks like the hook '${hook}'`);
  }
}

/** Short names are like many, so they have to be nearer. */
function hookLike(method: string): string | undefined {
  if (Object.hasOwn(OTHER_HOOK_NAMES, method)) return OTHER_HOOK_NAMES[method];
  return nearest(method, HOOKS, method.length < 7 ? 1 : 2);
}

/** The methods of an object and of its classes. Nothing is read that could run code. */
function methodsOf(application: object): ReadonlySet<string> {
  const methods = new Set<string>();
  let level: object | null = application;
  while (level !== null && level !== Object.prototype) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (typeof value === 'function' && name !== 'constructor') methods.add(name);
    }
    level = Object.getPrototypeOf(level) as object | null;
  }
  return methods;
}
