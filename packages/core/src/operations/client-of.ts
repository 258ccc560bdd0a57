import type { RequestFacts } from '../runtime/request-context.js';
import { callerKey } from '../seal/caller-key.js';

/** The client that a request comes from: its verified caller, where it says who that is, else its peer. */
export function clientOf({ exchange, peer = exchange.peer }: RequestFacts): unknown {
  const { caller } = exchange;
  const isKnown = caller?.subject !== undefined || caller?.clientId !== undefined;
  return isKnown ? callerKey(caller) : peer;
}
