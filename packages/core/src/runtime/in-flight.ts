import type { RequestId } from '../jsonrpc/message.js';
import { Cancellation } from './cancellation.js';
import { ClientRequests } from './client-requests.js';

/** A request that runs. */
export interface RunningRequest {
  readonly cancellation: Cancellation;
  /** Has to be called when the request is over, however it ended. A second time does nothing. */
  finish(): void;
}

interface Entry extends RunningRequest {
  readonly owner: object | undefined;
}

/**
 * The requests that run now, by peer and id. `1` and `"1"` are two ids; equal ids of two peers are two requests.
 *
 * A request that was cancelled does not count any more, also where its handler goes on: its id is free, and nobody waits for
 * it. What it gives in the end has to be dropped, for which there is `Cancellation.race`.
 *
 * What clients are asked meanwhile is kept in `ClientRequests`; both end together where a peer or the server does.
 */
export class InFlight {
  readonly #clientRequests: ClientRequests;
  readonly #running = new Set<Entry>();
  readonly #byPeer = new WeakMap<object, Map<RequestId, Entry>>();
  #idle: (() => void)[] = [];

  /** @param clientRequests what clients are asked in the course of these requests */
  constructor(clientRequests: ClientRequests = new ClientRequests()) {
    this.#clientRequests = clientRequests;
  }

  /** How many requests run. */
  get size(): number {
    return this.#running.size;
  }

  /** How many requests of this peer run. */
  count(peer: object): number {
    return this.#byPeer.get(peer)?.size ?? 0;
  }

  /**
   * Whether a request of this peer and id runs.
   *
   * @param owner only if it began with this owner
   */
  has(peer: object, id: RequestId, owner?: object): boolean {
    const entry = this.#byPeer.get(peer)?.get(id);
    return entry !== undefined && (owner === undefined || entry.owner === owner);
  }

  /**
   * Notes that a request runs.
   *
   * @param peer the scope of ids, or `undefined` where nobody can name the request again (each HTTP request of 2026)
   * @param owner who serves it, for whoever asks `has` later
   * @returns `undefined` when a request of this peer and id runs already
   */
  begin(
    peer: object | undefined,
    id: RequestId,
    cancellation: Cancellation = new Cancellation(),
    owner?: object,
  ): RunningRequest | undefined {
    let ids: Map<RequestId, Entry> | undefined;
    if (peer !== undefined) {
      ids = this.#idsOf(peer);
      if (ids.has(id)) return undefined;
    }
    const finish = (): void => {
      if (!this.#running.delete(entry)) return;
      ids?.delete(id);
      cancellation.forget();
      if (this.#running.size === 0) this.#wake();
    };
    const entry: Entry = { cancellation, owner, finish };
    ids?.set(id, entry);
    this.#running.add(entry);
    cancellation.onCancel(finish);
    return entry;
  }

  /** Cancels the request of this peer and id; false when none runs, which is no error. */
  cancel(peer: object, id: RequestId, reason?: string): boolean {
    const entry = this.#byPeer.get(peer)?.get(id);
    entry?.cancellation.cancel(reason);
    return entry !== undefined;
  }

  /**
   * The client has gone for good, because its session or its process has ended: its requests are cancelled, what it was asked
   * has no answer.
   */
  endPeer(peer: object, reason?: string): void {
    this.#clientRequests.end(peer);
    const running = [...(this.#byPeer.get(peer)?.values() ?? [])];
    for (const { cancellation } of running) cancellation.cancel(reason);
  }

  /**
   * Waits until nothing runs any more; after the grace period in milliseconds, gives up on what still does. A request whose
   * client has gone is not waited for. Who waits for the answer of a client is told first that there will be none, since a
   * server that closes takes no more messages, and so has the grace period to end in good order.
   */
  async drain(graceMs: number): Promise<void> {
    this.#clientRequests.close();
    // Most requests never ask whether their client is still there.
    for (const { cancellation } of this.#running) cancellation.watch();
    if (this.#running.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([new Promise<void>((resolve) => this.#idle.push(resolve)), timeUp]);
    clearTimeout(timer);
    for (const { cancellation } of this.#running) cancellation.giveUp('The server is closing');
  }

  #idsOf(peer: object): Map<RequestId, Entry> {
    const known = this.#byPeer.get(peer);
    if (known !== undefined) return known;
    const ids = new Map<RequestId, Entry>();
    this.#byPeer.set(peer, ids);
    return ids;
  }

  #wake(): void {
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }
}
