import type { CallContext } from '../application/context.js';
import type { InputRequest, InputResponse, RoundHook } from '../application/rounds.js';
import type { Logger } from '../contract/logger.js';
import type { JsonValue } from '../json.js';
import { ClientRequestError } from '../runtime/client-request-error.js';
import { authorWarnings } from './author-warnings.js';
import { checkRound } from './check-round.js';
import type { Completed } from './interim-result.js';
import { jsonCopy } from './json-copy.js';
import { askable } from './needed-capabilities.js';
import { roundContext } from './round-context.js';
import { RoundFault } from './round-fault.js';
import type { RoundOperation } from './round-state.js';
import { told } from './run-round.js';
import { subjectOf } from './subject-of.js';

/**
 * Asks the client one thing, in the middle of its request. Gives an answer of the kind that was asked for, and rejects with the
 * `ClientRequestError` `malformed` for one that is not what was wanted.
 *
 * @param signal aborts when the answer is not needed any more, since another question of the same round failed
 */
export type AskClient = (request: InputRequest, signal: AbortSignal) => Promise<InputResponse>;

/** What a server that asks by itself needs. */
export interface AskingHost {
  readonly logger: Logger;
  /** How long to wait where a hook asks nothing but to be called again, in milliseconds. Default 1000. */
  readonly pauseMs?: number | undefined;
}

/** How often a hook may ask in one request. It is there against a hook that never ends. */
const MAX_ROUNDS = 100;

/** How often a hook may want to be called again without asking anything. */
const MAX_PAUSES = 600;

const PAUSE_MS = 1000;

/** How many rounds in a row may have no answer that was wanted. */
const MAX_USELESS = 3;

/**
 * Runs all rounds of a hook in one request, for a client that is asked in the middle of it (2025). What a round asks is asked at
 * once. An answer that is not what was wanted is missing, as it is under 2026 (ambiguity Q-32). The state stays here.
 *
 * @returns `undefined` where the hook does not handle the call
 * @throws RequestError `missing-capability`, `internal` for what is wrong with a round, or for too many of them; what the hook
 *   or `ask` throws; the reason of `context.signal` when it aborts in a pause
 */
export async function runRoundByAsking<T>(
  hook: RoundHook<T>,
  operation: RoundOperation,
  ask: AskClient,
  context: CallContext,
  host: AskingHost,
): Promise<Completed<T> | undefined> {
  const { logger, pauseMs = PAUSE_MS } = host;
  const warn = authorWarnings(operation, host);
  let responses: ReadonlyMap<string, InputResponse> = new Map();
  let state: JsonValue | undefined;
  let rounds = 0;
  let pauses = 0;
  let useless = 0;
  try {
    for (;;) {
      const round = checkRound<T>(await hook(roundContext(context, responses, state, warn)));
      if (round === undefined) return undefined;
      if (round.type === 'complete') return { result: round.result };
      state = round.requestState === undefined ? undefined : jsonCopy(round.requestState);
      const { capabilities } = context.client;
      const requests = askable(round.inputRequests, capabilities, state !== undefined, subjectOf(operation));
      if (Object.keys(requests).length > 0) {
        rounds += 1;
        if (rounds > MAX_ROUNDS) throw endless(`asked ${MAX_ROUNDS} times`);
        const answers = await answersTo(requests, ask);
        useless = answers.responses.size === 0 ? useless + 1 : 0;
        if (useless === MAX_USELESS) throw answers.malformed;
        responses = answers.responses;
      } else {
        pauses += 1;
        if (pauses > MAX_PAUSES) throw endless(`wanted to be called again ${MAX_PAUSES} times without a question`);
        await pause(pauseMs, context.signal);
        responses = new Map();
      }
    }
  } catch (thrown) {
    throw thrown instanceof RoundFault ? told(thrown, operation, logger) : thrown;
  }
}

function endless(what: string): RoundFault {
  return new RoundFault(`it ${what}, which is taken for a loop without an end; let it give up earlier`, 'rounds');
}

interface Answers {
  readonly responses: ReadonlyMap<string, InputResponse>;
  /** Why one of those is missing that are. */
  readonly malformed: unknown;
}

async function answersTo(requests: Readonly<Record<string, InputRequest>>, ask: AskClient): Promise<Answers> {
  const failed = new AbortController();
  let malformed: unknown;
  const answers = Object.entries(requests).map(async ([key, request]): Promise<[string, InputResponse][]> => {
    try {
      return [[key, await ask(request, failed.signal)]];
    } catch (thrown) {
      if (!(thrown instanceof ClientRequestError && thrown.reason === 'malformed')) throw thrown;
      malformed = thrown;
      return [];
    }
  });
  try {
    // In the order in which it was asked, whatever came first.
    return { responses: new Map((await Promise.all(answers)).flat()), malformed };
  } catch (thrown) {
    failed.abort(thrown);
    throw thrown;
  }
}

/** Waits, or rejects with the reason of the signal. That of `node:timers/promises` would lengthen the start of every server. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
