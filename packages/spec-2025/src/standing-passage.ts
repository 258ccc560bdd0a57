import {
  type Awaitable,
  after,
  busyOverHttp,
  Cancellation,
  ErrorCode,
  type Exchange,
  ended,
  failure,
  type Outcome,
  RequestError,
  type Runtime,
} from '@polyspec/core';
import type { ListChange } from './change-notices.js';
import { toJsonRpcError } from './errors.js';
import type { Session } from './session.js';
import type { OpenStream } from './standing-stream.js';

/** A GET that wants a standing stream. */
interface Listening {
  readonly session: Session;
  readonly exchange: Exchange;
  /** What the session hears of by itself: a resource is listened to by a request of its own. */
  readonly lists: readonly ListChange[];
}

/** The HTTP status of a refusal by its code, 400 for all that is not here. */
const STATUS: Readonly<Record<number, number>> = {
  // What a guard refuses has this code too, where it is no answer of HTTP.
  [ErrorCode.InvalidRequest]: 403,
  [ErrorCode.InternalError]: 500,
};

/** Where a middleware does not go on there is nothing to listen to, which clients are told by this status (YH-18). */
const NOTHING_HERE: Outcome = {
  type: 'response',
  status: 405,
  headers: { allow: 'POST, DELETE' },
  response: failure(undefined, ErrorCode.InvalidRequest, 'There is nothing to listen to'),
};

/**
 * Opens a standing stream, through the middleware where there is any: for that it is listening, as a request of 2026-07-28 is.
 * The stream begins when the middleware goes on, and ends when it has answered.
 *
 * @param begin begins the stream, and calls back when that is over
 */
export function openStanding(
  listening: Listening,
  runtime: Runtime,
  begin: (closed?: () => void) => OpenStream,
): Awaitable<Outcome> {
  return runtime.aroundListen === undefined
    ? whenBegun(begin())
    : new StandingPassage(listening, runtime, begin).enter(runtime.aroundListen);
}

function whenBegun(stream: OpenStream): Awaitable<Outcome> {
  return after(stream.begun, () => stream);
}

/** One standing stream on its way through the middleware. */
class StandingPassage {
  readonly #listening: Listening;
  readonly #runtime: Runtime;
  readonly #begin: (closed: () => void) => OpenStream;
  #stream: OpenStream | undefined = undefined;
  #isAnswered = false;

  constructor(listening: Listening, runtime: Runtime, begin: (closed: () => void) => OpenStream) {
    this.#listening = listening;
    this.#runtime = runtime;
    this.#begin = begin;
  }

  /** What comes of it: the stream once it has begun, and then stands; or why there is none. */
  async enter(around: NonNullable<Runtime['aroundListen']>): Promise<Outcome> {
    const { session, exchange, lists } = this.#listening;
    const { wire, client } = session;
    const cancellation = new Cancellation(() => exchange.disconnected);
    const facts = { exchange, peer: session, revision: wire.revision, client, meta: undefined, cancellation };
    const context = this.#runtime.context(facts);
    const filter = Object.fromEntries(lists.map((type) => [type, true]));
    // As long as somebody decides about its stream, the session is in use.
    session.hold();
    try {
      return await new Promise<Outcome>((decide) => {
        // Whatever the middleware still does, nobody waits for it.
        exchange.disconnected.addEventListener('abort', () => decide(ended), { once: true });
        around({ method: 'subscriptions/listen', filter }, context, () => this.#untilEnd(decide)).then(
          () => decide(this.#over()),
          (thrown: unknown) => decide(this.#failed(thrown)),
        );
      });
    } finally {
      session.release();
    }
  }

  /** Begins the stream. Resolves when it has ended. */
  #untilEnd(decide: (outcome: Awaitable<Outcome>) => void): Promise<undefined> {
    return new Promise((resolve) => {
      // Nothing begins any more for a request that was answered meanwhile, or for nobody.
      if (this.#isAnswered || !this.#isWaitedFor) return resolve(undefined);
      this.#stream = this.#begin(() => resolve(undefined));
      decide(whenBegun(this.#stream));
    });
  }

  /** The middleware has answered. It need not have waited for the end of the stream, which has come then. */
  #over(): Outcome {
    this.#isAnswered = true;
    this.#stream?.end();
    return this.#isWaitedFor ? NOTHING_HERE : ended;
  }

  #failed(thrown: unknown): Outcome {
    const over = this.#over();
    if (this.#stream === undefined && this.#isWaitedFor) return this.#refusal(thrown);
    // Nobody can be told any more.
    const isLogged = this.#isWaitedFor && !(thrown instanceof RequestError);
    if (isLogged) this.#runtime.logger.error({ err: thrown }, 'Middleware around a standing stream failed');
    return over;
  }

  #refusal(thrown: unknown): Outcome {
    const { code, message, data } = toJsonRpcError(thrown, 'Opening a standing stream', this.#runtime);
    const response = failure(undefined, code, message, data);
    const status = STATUS[code] ?? 400;
    return { type: 'response', status, response, ...busyOverHttp(response.error) };
  }

  /** Whether the client and its session are still there: a middleware may take its time. */
  get #isWaitedFor(): boolean {
    const { session, exchange } = this.#listening;
    return !exchange.gone && !session.hasEnded;
  }
}
