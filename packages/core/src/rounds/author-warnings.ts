import type { Logger } from '../contract/logger.js';
import type { WarnAuthor } from './round-context.js';
import type { RoundOperation } from './round-state.js';
import { subjectWithin } from './subject-of.js';

/** Of how many tools, prompts and resources a server warns: there may be any number of URIs, which one function reads. */
const MAX_WARNED = 100;

/** What each server, known by what its rounds need of it, has warned of. */
const warnedBy = new WeakMap<object, Set<string>>();

/** Makes what warns of the dialogue of an operation: once for each tool, prompt or resource in the life of a server. */
export function authorWarnings(operation: RoundOperation, host: { readonly logger: Logger }): WarnAuthor {
  return (what) => {
    const { method, name } = operation;
    const subject = subjectWithin(operation);
    const warned = warnedBy.get(host) ?? new Set();
    warnedBy.set(host, warned);
    if (warned.has(subject) || warned.size === MAX_WARNED) return;
    warned.add(subject);
    host.logger.warn({ method, name }, `Dialogue of ${subject}: ${what}`);
  };
}
