import type { RequestContext } from './request-context.js';

/** What Node says where a handler calls a way to ask that is not there, however it got hold of the context. */
const NOT_THERE = /(?:^|[.\s])(elicit|elicitUrl|sample|listRoots) is not a function$/;

/**
 * The error of a handler, with a hint for its author where it is about a way to ask that this request does not have: which ways
 * there are depends on the client and its revision.
 */
export function withAskHint(thrown: unknown, context: RequestContext): unknown {
  if (!(thrown instanceof TypeError)) return thrown;
  const way = NOT_THERE.exec(thrown.message)?.[1] as 'elicit' | 'elicitUrl' | 'sample' | 'listRoots' | undefined;
  if (way === undefined || context[way] !== undefined) return thrown;
  const hint = `this client can't be asked by ${way} in the middle of its request (${context.revision}); dialogue(…) asks under every revision`;
  return new TypeError(`${thrown.message}: ${hint}`, { cause: thrown });
}
