import { shown } from '@polyspec/core';
import { type EraFacts, MODERN_VERSION } from './era.js';

/** Methods that came with a revision without a handshake, with the first that has them. */
const NEWER = new Map([
  ['server/discover', '2026-07-28'],
  ['subscriptions/listen', '2026-07-28'],
]);

/** What a client is told whose method is not served, with the way to it where another revision has it (ambiguity Q-11). */
export function unknownMethod(method: string, { revisions, served }: Pick<EraFacts, 'revisions' | 'served'>): string {
  const text = `Method not found: ${shown(method)}`;
  const since = NEWER.get(method);
  if (since === undefined) return text;
  const having = served.filter((revision) => !revisions.includes(revision) && revision >= since);
  return having.length === 0
    ? `${text}; it is of ${since}, and this server speaks ${revisions.join(', ')}`
    : `${text}; it is of ${having.join(', ')}, which a request names in params._meta (${MODERN_VERSION})`;
}
