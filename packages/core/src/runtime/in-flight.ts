import type { RequestId } from '../jsonrpc/message.js';
import { Cancellation } from './cancellation.js';

/** A request that runs. */
export interface RunningRequest {
  readonly cancellation: Cancellation;
  /** Has to be called when the request is over, however it ended. */
  finish(): void;
}

/**
 * The requests that run now, by peer and id. `1` and `"1"` are two ids; equal ids of two peers are two requests.
 */
export class InFlight {
  readonly #running = new Set<Cancellation>();
  readonly #byPeer = new WeakMap<object, Map<RequestId, Cancellation>>();
  #idle: (() => void)[] = [];

  /** How many requests run. */
  get size(): number {
    return this.#running.size;
  }

  /** Whether a request of this peer and id runs. */
  has(peer: object, id: RequestId): boolean {
    return this.#byPeer.get(peer)?.has(id) ?? false;
  }

  /**
   * Notes that a request runs.
   *
   * @param peer the scope of ids, or `undefined` where nobody can name the request again (each HTTP request of 2026)
   * @returns `undefined` when a request of this peer and id runs already
   */
  begin(
    peer: object | undefined,
    id: RequestId,
    cancellation: Cancellation = new Cancellation(),
  ): RunningRequest | undefined {
    let ids: Map<RequestId, Cancellation> | undefined;
    if (peer !== undefined) {
      ids = this.#idsOf(peer);
      if (ids.has(id)) return undefined;
      ids.set(id, cancellation);
    }
    this.#running.add(cancellation);
    return {
      cancellation,
      finish: () => {
        if (!this.#running.delete(cancellation)) return;
        ids?.delete(id);
        if (this.#running.size === 0) this.#wake();
      },
    };
  }

  /** Cancels the request of this peer and id; false when none runs, which is no error. */
  cancel(peer: object, id: RequestId, reason?: string): boolean {
    const cancellation = this.#byPeer.get(peer)?.get(id);
    cancellation?.cancel(reason);
    return cancellation !== undefined;
  }

  /** Waits until nothing runs any more; after the grace period in milliseconds, cancels what still does. */
  async drain(graceMs: number): Promise<void> {
    if (this.#running.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([new Promise<void>((resolve) => this.#idle.push(resolve)), timeUp]);
    clearTimeout(timer);
    for (const cancellation of this.#running) cancellation.cancel('The server is closing');
  }

  #idsOf(peer: object): Map<RequestId, Cancellation> {
    const known = this.#byPeer.get(peer);
    if (known !== undefined) return known;
    const ids = new Map<RequestId, Cancellation>();
    this.#byPeer.set(peer, ids);
    return ids;
  }

  #wake(): void {
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }
}
