import type { ClientCapabilities } from '../application/context.js';
import { missingCapabilities, namesOf } from './client-capabilities.js';
import type { Asking, RequestContext } from './request-context.js';

type Way = keyof Asking;

/** What is said of a way to ask that is not there, under its own name. */
const NAMED = /(?:^|[.\s])(elicit|elicitUrl|sample|listRoots) is not a function\b/;

/** What is said of anything that is not there and was called, or of which a member was read. */
const NOT_THERE = /\bnot a function\b|\bundefined\b/;

/** What a client must have declared to be asked in each way. */
const NEEDED: Readonly<Record<Way, ClientCapabilities>> = {
  elicit: { elicitation: { form: {} } },
  elicitUrl: { elicitation: { url: {} } },
  sample: { sampling: {} },
  listRoots: { roots: {} },
};

/**
 * The error of a handler, with a hint for its author where it may be about a way to ask that this request does not have: which ways
 * there are depends on the client and its revision. It is about one if it names it, or if the handler wanted one that is not there
 * and then something was called that is not there, under whatever name.
 */
export function withAskHint(thrown: unknown, context: RequestContext): unknown {
  if (!(thrown instanceof TypeError)) return thrown;
  const ways = missedWays(thrown.message, context);
  if (ways.length === 0) return thrown;
  return new TypeError(`${thrown.message}: ${hint(ways, context)}`, { cause: thrown });
}

function missedWays(message: string, { facts, missedWays: missed }: RequestContext): readonly Way[] {
  const named = NAMED.exec(message)?.[1] as Way | undefined;
  if (named !== undefined) return facts.asking?.[named] === undefined ? [named] : [];
  return NOT_THERE.test(message) ? missed : [];
}

function hint(ways: readonly Way[], { facts, client, revision }: RequestContext): string {
  const beginning = `this client can't be asked by ${ways.join(', ')} in the middle of its request (${revision})`;
  if (facts.round !== undefined) return `${beginning}; dialogue(…) asks under this revision as well`;
  if (facts.unaskable !== undefined) return `${beginning}: ${facts.unaskable}`;
  const missing = ways.flatMap((way) => namesOf(missingCapabilities(NEEDED[way], client.capabilities) ?? {}));
  if (missing.length === 0) return beginning;
  return `${beginning}: it lacks ${missing.join(', ')}; with requires a client that does is refused before anything runs`;
}
