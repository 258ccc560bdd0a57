import type { CallContext } from '../application/context.js';
import type { InputResponse, RoundContext } from '../application/rounds.js';
import type { JsonValue } from '../json.js';

/** Where the context of a round has what warns its author, also for another copy of this package. */
export const WARN: unique symbol = Symbol.for('polyspec.warn');

/** Warns the author of a dialogue, in the log of the server, of what may go wrong with it. */
export type WarnAuthor = (what: string) => void;

/** The context of a round, with what only a dialogue looks for in it. Copies have it, too. */
export interface WarnableRound extends RoundContext {
  readonly [WARN]?: WarnAuthor;
}

/**
 * The context of one round. Its members are its own, so that it can be taken apart and copied; most are read from the context
 * of the call when somebody wants them. There is no asking in the middle of a round.
 */
export function roundContext(
  call: CallContext,
  inputResponses: ReadonlyMap<string, InputResponse>,
  requestState: JsonValue | undefined,
  warn?: WarnAuthor,
): WarnableRound {
  return {
    ...(warn && { [WARN]: warn }),
    inputResponses,
    requestState,
    get signal() {
      return call.signal;
    },
    get revision() {
      return call.revision;
    },
    get client() {
      return call.client;
    },
    get caller() {
      return call.caller;
    },
    get state() {
      return call.state;
    },
    get meta() {
      return call.meta;
    },
    get progress() {
      return call.progress;
    },
    get log() {
      return call.log;
    },
    get notify() {
      return call.notify;
    },
    ...(call.closeStream && { closeStream: call.closeStream }),
  };
}
