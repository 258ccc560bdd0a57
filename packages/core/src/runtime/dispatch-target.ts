import type { Application } from '../application/application.js';
import { HOOKS } from '../application/hooks.js';
import type { ToolDescriptor } from '../application/tools.js';

/**
 * The method that auto-dispatch calls for a tool, bound to its object; `undefined` when there is none. What every object
 * inherits (`toString`, `constructor`) is none, and neither are the application's own hooks.
 */
export function dispatchTarget(
  { name, method = name, target }: ToolDescriptor,
  application: Application,
): ((...inputs: unknown[]) => unknown) | undefined {
  if (method in Object.prototype || (target === undefined && HOOKS.has(method))) return undefined;
  const object = (target ?? application) as Record<string, unknown>;
  const found = object[method];
  return typeof found === 'function' ? found.bind(object) : undefined;
}
