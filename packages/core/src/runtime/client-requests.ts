import type { JsonObject } from '../json.js';
import {
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  JsonText,
  type RequestId,
  request,
} from '../jsonrpc/message.js';
import { MAX_TIMER_MS } from '../options/rules.js';
import type { Cancellation } from './cancellation.js';
import { ClientRequestError, type ClientRequestErrorReason } from './client-request-error.js';

/** How long a client has to answer unless said otherwise, in milliseconds: ten minutes, since its user may have to think. */
export const DEFAULT_ASK_TIMEOUT_MS = 600_000;

/** Something to ask a client. */
export interface ClientRequest {
  /** Who is asked: its answer comes from this peer, on whatever exchange. */
  readonly peer: object;
  /**
   * The way to the client: the exchange of the request that it belongs to, a standing stream, or whatever a spec keeps messages
   * in. It gives false where nothing can be delivered.
   */
  readonly exchange: { send(message: JsonRpcRequest | JsonRpcNotification): boolean };
  readonly method: string;
  readonly params?: JsonObject | undefined;
  /** The request that it belongs to. When that is cancelled, nobody waits for the answer any more. */
  readonly cancellation?: Cancellation | undefined;
  /**
   * How long to wait for the answer, in milliseconds. Default: what the server waits, see `DEFAULT_ASK_TIMEOUT_MS`. 0: no clock
   * runs here, and whoever asked lets go of it by `release`.
   */
  readonly timeoutMs?: number | undefined;
  /** How the client is told that nobody waits for its answer any more. Absent: it is not told. */
  readonly withdrawal?: ((id: RequestId, reason: string) => JsonRpcNotification) | undefined;
}

interface Waiting extends ClientRequest {
  readonly id: string;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  timer: NodeJS.Timeout | undefined;
}

/**
 * The requests that the server made to clients and that wait for their answer, by peer and id.
 *
 * Each ends once: by the client's answer or error, because it could not be sent, with the request that it belongs to
 * (cancelled or over), when its time is up, when its peer has gone, or when the server closes. What comes later for it is
 * nobody's any more. Ids are strings that no other server makes, also not this one after a restart, so that the answer to
 * somebody else's request is never taken for one of ours.
 */
export class ClientRequests {
  readonly #timeoutMs: number;
  /** What all ids begin with. Made with the first: most servers never ask, and making it loads a part of Node. */
  #prefix = '';
  readonly #waiting = new Set<Waiting>();
  readonly #byPeer = new WeakMap<object, Map<RequestId, Waiting>>();
  readonly #byCancellation = new WeakMap<Cancellation, Set<Waiting>>();
  readonly #gone = new WeakSet<object>();
  #sent = 0;
  #closed = false;

  /** @param timeoutMs how long a client has to answer, in milliseconds */
  constructor(timeoutMs: number = DEFAULT_ASK_TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  /** How long a client has to answer unless said otherwise, in milliseconds. */
  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /** How many wait for their answer. */
  get size(): number {
    return this.#waiting.size;
  }

  /** How many of them this peer has to answer. */
  count(peer: object): number {
    return this.#byPeer.get(peer)?.size ?? 0;
  }

  /**
   * Asks a client. Many may be asked at once.
   *
   * @returns the result that the client gives. Rejects with a `ClientRequestError`, whose `reason` says why there is none;
   *   with what `exchange.send` throws, if it does. A caller may let go of the promise: a rejection that nobody takes is no
   *   fault
   */
  send(asked: ClientRequest): Promise<JsonObject> {
    const answer = new Promise<JsonObject>((resolve, reject) => this.#send(asked, resolve, reject));
    answer.catch(ignored);
    return answer;
  }

  /**
   * Takes a client's answer, whatever exchange it came with.
   *
   * @param peer who answers
   * @returns whether it was waited for. If not it is late, the second, or the answer to somebody else, and nothing happens:
   *   another server of the same session may be the one that waits
   */
  answer(peer: object, response: JsonRpcResponse): boolean {
    const waiting = response.id === undefined ? undefined : this.#byPeer.get(peer)?.get(response.id);
    if (waiting === undefined) return false;
    this.#remove(waiting);
    if ('error' in response) waiting.reject(new ClientRequestError('refused', waiting.method, response.error));
    else waiting.resolve(plain(response.result));
    return true;
  }

  /**
   * The client answered, but in a way that can't be read: whoever waits is told that, as no other answer will come.
   *
   * @param fault what is wrong with the answer, to end a sentence with
   * @returns whether it was waited for
   */
  misread(peer: object, id: RequestId, fault: string): boolean {
    const waiting = this.#byPeer.get(peer)?.get(id);
    if (waiting === undefined) return false;
    this.#remove(waiting);
    waiting.reject(new ClientRequestError('malformed', waiting.method, undefined, fault));
    return true;
  }

  /**
   * Nobody waits for their answers any more: the request that they belong to is over, however it ended, or the time that they
   * had by the clock of whoever asked.
   */
  release(cancellation: Cancellation, reason: 'over' | 'timeout' = 'over'): void {
    this.#endAll(this.#byCancellation.get(cancellation), reason);
  }

  /** The client has gone for good: what it was asked has no answer, and it is not asked again. */
  end(peer: object): void {
    this.#gone.add(peer);
    this.#endAll(this.#byPeer.get(peer)?.values(), 'gone');
  }

  /** The server closes and takes no more answers: whoever waits for one is told at once, and nobody is asked again. */
  close(): void {
    this.#closed = true;
    this.#endAll(this.#waiting, 'closing');
  }

  #send(asked: ClientRequest, resolve: Waiting['resolve'], reject: Waiting['reject']): void {
    const obstacle = this.#obstacle(asked);
    if (obstacle !== undefined) {
      reject(new ClientRequestError(obstacle, asked.method));
      return;
    }
    this.#sent += 1;
    this.#prefix ||= `ask-${crypto.randomUUID().slice(0, 8)}-`;
    const waiting: Waiting = { ...asked, id: `${this.#prefix}${this.#sent}`, resolve, reject, timer: undefined };
    // Before it is on its way: in memory, the answer comes while it is sent.
    this.#add(waiting);
    let isSent: boolean;
    try {
      isSent = asked.exchange.send(request(waiting.id, asked.method, asked.params));
    } catch (thrown) {
      this.#remove(waiting);
      reject(thrown);
      return;
    }
    if (!isSent) this.#end(waiting, 'undeliverable');
  }

  #obstacle({ peer, cancellation }: ClientRequest): ClientRequestErrorReason | undefined {
    if (this.#closed) return 'closing';
    if (this.#gone.has(peer)) return 'gone';
    // Where the client's going away cancels a request, it has to be noticed from now on.
    cancellation?.watch();
    return cancellation?.cancelled === true ? 'cancelled' : undefined;
  }

  #add(waiting: Waiting): void {
    const { peer, id, cancellation, timeoutMs = this.#timeoutMs } = waiting;
    let ids = this.#byPeer.get(peer);
    if (ids === undefined) {
      ids = new Map();
      this.#byPeer.set(peer, ids);
    }
    ids.set(id, waiting);
    this.#waiting.add(waiting);
    if (cancellation !== undefined) this.#belongingTo(cancellation).add(waiting);
    if (timeoutMs === 0) return;
    waiting.timer = setTimeout(() => this.#end(waiting, 'timeout'), Math.min(timeoutMs, MAX_TIMER_MS));
  }

  /** What belongs to one request, which is listened to once, however much is asked in its course. */
  #belongingTo(cancellation: Cancellation): Set<Waiting> {
    const known = this.#byCancellation.get(cancellation);
    if (known !== undefined) return known;
    const belonging = new Set<Waiting>();
    this.#byCancellation.set(cancellation, belonging);
    cancellation.onCancel(() => this.#endAll(belonging, 'cancelled'));
    return belonging;
  }

  #endAll(several: Iterable<Waiting> | undefined, reason: ClientRequestErrorReason): void {
    for (const waiting of several ?? []) this.#end(waiting, reason);
  }

  #end(waiting: Waiting, reason: ClientRequestErrorReason): void {
    if (!this.#remove(waiting)) return;
    waiting.reject(new ClientRequestError(reason, waiting.method));
    const why = WITHDRAWN[reason];
    if (why === undefined || waiting.withdrawal === undefined) return;
    try {
      waiting.exchange.send(waiting.withdrawal(waiting.id, why));
    } catch {
      // The client is told as far as it can be. Those that end with this one must not wait for ever.
    }
  }

  #remove(waiting: Waiting): boolean {
    if (!this.#waiting.delete(waiting)) return false;
    const { peer, id, cancellation, timer } = waiting;
    clearTimeout(timer);
    const ids = this.#byPeer.get(peer);
    ids?.delete(id);
    if (ids?.size === 0) this.#byPeer.delete(peer);
    if (cancellation !== undefined) this.#byCancellation.get(cancellation)?.delete(waiting);
    return true;
  }
}

/** What a client is told that still has a request for which nobody waits; nothing where it has answered, or can't be told. */
const WITHDRAWN: Readonly<Partial<Record<ClientRequestErrorReason, string>>> = {
  cancelled: 'The request that asked was cancelled',
  over: 'The request that asked is over',
  timeout: 'No answer came in time',
  closing: 'The server is closing',
};

/** A client in memory may answer with a result that is text already. */
function plain(result: JsonObject | JsonText): JsonObject {
  return result instanceof JsonText ? (result.toJSON() as JsonObject) : result;
}

function ignored(): void {}
