import { type Authentication, type Caller, isJsonObject, type Refusal } from '@polyspec/core';

/**
 * Takes what `authenticate` of a guard gave. What is neither a caller nor a refusal lets nobody in: a guard that forgets to
 * answer must not become one that lets everybody in.
 *
 * @throws TypeError if the guard has failed so
 */
export function readAuthentication(found: unknown): Authentication {
  const { caller, refusal } = (isJsonObject(found) ? found : {}) as { caller?: unknown; refusal?: unknown };
  if (isJsonObject(refusal)) return { refusal: refusal as unknown as Refusal };
  if (isJsonObject(caller) && refusal === undefined) return { caller: caller as unknown as Caller };
  throw new TypeError(`authenticate() of a guard must give { caller } or { refusal }; got ${kindOf(found)}`);
}

/**
 * Takes what `authorize` of a guard gave.
 *
 * @throws TypeError if it is neither a refusal nor nothing
 */
export function readVerdict(verdict: unknown): Refusal | undefined {
  if (verdict === undefined || isJsonObject(verdict)) return verdict as Refusal | undefined;
  throw new TypeError(`authorize() of a guard must give a refusal or undefined; got ${kindOf(verdict)}`);
}

/**
 * Takes what `recheck` of a guard gave.
 *
 * @throws TypeError if it is neither true nor false
 */
export function readWelcome(welcome: unknown): boolean {
  if (typeof welcome === 'boolean') return welcome;
  throw new TypeError(`recheck() of a guard must give true or false; got ${kindOf(welcome)}`);
}

/** Says what a value is, without showing what may be secret in it. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return isJsonObject(value) ? `{ ${Object.keys(value).join(', ')} }` : value === null ? 'null' : typeof value;
}
