import {
  type ChangeEvent,
  type Exchange,
  encodeMessage,
  isJsonObject,
  isPromiseLike,
  type JsonObject,
  JsonText,
  type ListenFilter,
  type RequestId,
  type RunningRequest,
  type Runtime,
  type Standing,
  type Unsubscribe,
} from '@polyspec/core';
import { acknowledged, type Honoured } from './listen-honoured.js';
import { acknowledgment, changeNotice, ofSubscription } from './listen-notices.js';

/** How a stream ended: its client went away or cancelled it, or reads too slowly, or the server ended it. */
export type StreamEnd = 'left' | 'slow' | 'closed';

/** Who hears of the end of streams. */
export interface StreamHost {
  /** Called once for each stream, with how it ended: the exchange is still to be concluded. */
  ended(stream: ListenStream, end: StreamEnd): void;
}

/**
 * One client that listens. It is subscribed to its changes before it is told so, so that a change which comes after the
 * acknowledgment is never missed; nothing of the subscription is sent before (U-03).
 */
export class ListenStream implements Standing {
  readonly type = 'standing';
  readonly id: RequestId;
  readonly exchange: Exchange;
  /** Where the client can name the request again. */
  readonly running: RunningRequest | undefined;
  readonly #host: StreamHost;
  readonly #stops: Unsubscribe[] = [];
  #isAcknowledged = false;
  /** What extensions sent before the acknowledgment, written already, so that what can't be written is their error. */
  #early: JsonText[] | undefined = undefined;
  #end: StreamEnd | undefined = undefined;

  constructor(id: RequestId, exchange: Exchange, running: RunningRequest | undefined, host: StreamHost) {
    this.id = id;
    this.exchange = exchange;
    this.running = running;
    this.#host = host;
  }

  /** How it ended; `undefined` as long as it goes on. */
  get over(): StreamEnd | undefined {
    return this.#end;
  }

  /**
   * Begins to listen. It may be over right afterwards.
   *
   * @throws what the bus of changes or an extension throws; then nothing was sent, and nothing goes on
   */
  begin(granted: Honoured, runtime: Runtime): void {
    this.running?.cancellation.onCancel(() => this.end('left'));
    try {
      this.#subscribe(granted, runtime);
      this.#acknowledge(granted);
    } catch (thrown) {
      // Its request is answered with the error, and nothing may follow that.
      this.#end = 'closed';
      this.#stop();
      throw thrown;
    }
  }

  /** Ends it: nothing more is sent by it. Only the first end counts. */
  end(end: StreamEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#stop();
    this.#host.ended(this, end);
  }

  /** Told by the transport. */
  gone(): void {
    this.end('left');
  }

  #subscribe({ lists, uris, fields }: Honoured, runtime: Runtime): void {
    if (lists.length > 0 || uris.length > 0) {
      const id = JSON.stringify(this.id);
      this.#stops.push(runtime.listen(filterOf(lists, uris), (event) => this.#tell(event, id)));
    }
    for (const { name, field, accepted } of fields) {
      const stop: unknown = field.listen(accepted, (method, params = {}, key) => this.#relay(method, params, key));
      if (typeof stop === 'function') {
        this.#stops.push(() => guarded(() => stop(), runtime));
      } else {
        guarded(() => stop, runtime);
        const got = isPromiseLike(stop) ? 'a promise' : typeof stop;
        throw new TypeError(`listen() of the field '${name}' must give a function that ends it; got ${got}`);
      }
    }
  }

  /** @throws what writing throws, for what an extension accepted and JSON does not have */
  #acknowledge(granted: Honoured): void {
    const message = acknowledgment(this.id, acknowledged(granted));
    this.#isAcknowledged = true;
    if (this.#deliver(message)) for (const early of this.#early ?? []) this.#deliver(early);
    this.#early = undefined;
  }

  /** A change that comes before the acknowledgment is none for a client that did not ask for anything yet. */
  #tell(event: ChangeEvent, id: string): void {
    if (!this.#isAcknowledged) return;
    const { text, key } = changeNotice(event, id);
    this.#deliver(text, key);
  }

  #relay(method: string, params: JsonObject, key: string | undefined): boolean {
    const message = ofSubscription(this.id, method, isJsonObject(params) ? params : {});
    if (this.#isAcknowledged) return this.#deliver(message, key);
    this.#early ??= [];
    this.#early.push(new JsonText(encodeMessage(message)));
    return true;
  }

  /** A stream with a hole in it would be of no use: its client would wait for what does not come (U-20). */
  #deliver(message: Parameters<Exchange['send']>[0], key?: string): boolean {
    if (this.#end !== undefined) return false;
    if (this.exchange.send(message, key)) return true;
    this.end(this.exchange.gone ? 'left' : 'slow');
    return false;
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
  }
}

function filterOf(lists: Honoured['lists'], resources: Honoured['uris']): ListenFilter {
  return { ...Object.fromEntries(lists.map((field) => [field, true])), resources };
}

/** What an extension does wrong at the end, at once or later, must not keep others from theirs. */
function guarded(stop: () => unknown, { logger }: Runtime): void {
  const failed = (err: unknown): void =>
    logger.error({ err }, 'An extension failed to end what it sent to a listen stream');
  try {
    const ending = stop();
    if (isPromiseLike(ending)) ending.then(undefined, failed);
  } catch (err) {
    failed(err);
  }
}
