import { type Revision, shown } from '@polyspec/core';
import { HANDSHAKE_REVISIONS } from './era.js';
import { LISTEN } from './listen-request.js';
import { META } from './meta.js';

/** What takes the place of methods of the revisions before, as half a sentence. */
const INSTEAD = new Map([
  ['ping', 'the answer to any request shows that the server is there'],
  ['logging/setLevel', `each request names its level in params._meta (${META.logLevel})`],
  ['resources/subscribe', `${LISTEN} tells of changes`],
  ['resources/unsubscribe', `a subscription ends with its ${LISTEN}`],
]);

/**
 * What a client is told whose method is not served, with what to do where a revision before had it.
 *
 * @param served all revisions served, those with a handshake included
 */
export function unknownMethod(method: string, served: readonly Revision[]): string {
  const text = `Method not found: ${shown(method)}`;
  const instead = method === 'initialize' ? insteadOfInitialize(served) : INSTEAD.get(method);
  return instead === undefined ? text : `${text}; ${instead}`;
}

/** Whoever sends it looks for a revision to speak (ambiguity Q-10). */
function insteadOfInitialize(served: readonly Revision[]): string {
  const opened = served.filter((revision) => HANDSHAKE_REVISIONS.has(revision));
  return opened.length === 0
    ? 'nothing has to be opened, each request stands for itself'
    : `${opened.join(', ')} begin with it, without ${META.protocolVersion} in params._meta`;
}
