import type { ToolResult } from '../application/tools.js';

const causes = new WeakMap<object, unknown>();

/** Notes what was thrown in place of a result. */
export function noteCause(result: ToolResult, thrown: unknown): void {
  causes.set(result, thrown);
}

/**
 * What a tool threw, where a result reports that it threw; otherwise `undefined`. For middleware that reports errors: the log
 * has this one already.
 *
 * @param result as `next` gave it; a copy has no cause
 * @example
 * const result = await next(operation);
 * const cause = causeOf(result);
 * if (cause !== undefined) span.recordException(cause);
 */
export function causeOf(result: object): unknown {
  return causes.get(result);
}
