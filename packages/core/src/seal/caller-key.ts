import type { Caller } from '../contract/caller.js';

/**
 * What tells callers apart, for the binding of what is sealed for them: who issued the credentials, the subject, the client
 * program. Empty without a caller.
 */
export function callerKey(caller: Caller | undefined): string {
  if (caller === undefined) return '';
  const { issuer = null, subject = null, clientId = null } = caller;
  // A list in JSON: parts can't run into each other, and an absent one is not an empty one.
  return JSON.stringify([issuer, subject, clientId]);
}
