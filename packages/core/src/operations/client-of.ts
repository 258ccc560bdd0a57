import type { Exchange } from '../contract/exchange.js';
import { callerKey } from '../seal/caller-key.js';

/** The client that an exchange belongs to: its verified caller, where it says who that is, else its peer. */
export function clientOf({ caller, peer }: Exchange): unknown {
  const isKnown = caller?.subject !== undefined || caller?.clientId !== undefined;
  return isKnown ? callerKey(caller) : peer;
}
