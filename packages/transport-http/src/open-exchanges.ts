import type { StreamSink } from './call.js';
import type { HttpExchange } from './exchange.js';
import { Lingering } from './lingering.js';
import type { EndpointSettings } from './settings.js';

/**
 * For how long after the grace period a spec may still answer what it has just cancelled, in milliseconds. Later we answer by
 * ourselves.
 */
export const SETTLE_MS = 50;

/**
 * The exchanges of an endpoint that wait for their answer or stream, the streams whose end is still on its way, and the one
 * clock for all of them.
 */
export class OpenExchanges {
  readonly #open = new Set<HttpExchange>();
  readonly #lingering = new Set<Lingering>();
  readonly #failed: (thrown: unknown, exchange: HttpExchange) => void;
  readonly #tickMs: number;
  #timer: NodeJS.Timeout | undefined = undefined;
  #whenEmpty: (() => void)[] = [];

  /** @param failed takes what a host throws when it is told to begin or to write; it must not throw */
  constructor(
    { keepAliveMs, sseAfterMs, recheckMs, guard }: EndpointSettings,
    failed: (thrown: unknown, exchange: HttpExchange) => void,
  ) {
    this.#failed = failed;
    const times = [keepAliveMs, sseAfterMs, guard?.recheck === undefined ? 0 : recheckMs];
    const shortest = Math.min(...times.filter((ms) => ms > 0));
    this.#tickMs = Math.max(10, Math.min(1000, shortest / 5));
  }

  add(exchange: HttpExchange): void {
    this.#open.add(exchange);
    if (this.#timer === undefined) this.#start();
  }

  /** Keeps an eye on a stream that has ended, until its reader has taken the rest. */
  linger(sink: StreamSink): void {
    this.#lingering.add(new Lingering(sink));
    if (this.#timer === undefined) this.#start();
  }

  delete(exchange: HttpExchange): void {
    if (!this.#open.delete(exchange) || this.#open.size > 0) return;
    const waiting = this.#whenEmpty;
    this.#whenEmpty = [];
    for (const resolve of waiting) resolve();
  }

  /**
   * Ends standing streams now, waits for the other exchanges, and cuts those that are left after the grace period. What
   * a spec has just ended by itself comes first.
   */
  async close(graceMs: number): Promise<void> {
    await nextTurn();
    this.#each((exchange) => exchange.isStanding && exchange.cut());
    if (this.#open.size > 0) await this.#emptyWithin(longestTimeout(graceMs + SETTLE_MS));
    this.#each((exchange) => exchange.cut());
    if (this.#lingering.size === 0) this.#stop();
  }

  async #emptyWithin(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#whenEmpty.push(resolve);
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  #tick(): void {
    // Stopped here and not in `delete`, where a timer would be made and dropped for every call.
    if (this.#open.size === 0 && this.#lingering.size === 0) this.#stop();
    this.#each((exchange) => exchange.elapsed(this.#tickMs));
    for (const one of this.#lingering) if (one.elapsed(this.#tickMs)) this.#lingering.delete(one);
  }

  #each(act: (exchange: HttpExchange) => void): void {
    for (const exchange of this.#open) {
      try {
        act(exchange);
      } catch (thrown) {
        this.#failed(thrown, exchange);
      }
    }
  }

  #start(): void {
    this.#timer = setInterval(() => this.#tick(), this.#tickMs);
    // It serves others, and is no reason to keep a process alive.
    this.#timer.unref?.();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A time that a timer takes; it would make 1 of a longer one. In milliseconds. */
export function longestTimeout(ms: number): number {
  return Math.min(ms, 2_147_483_647);
}
