import type { HttpExchange } from './exchange.js';
import type { EndpointSettings } from './settings.js';

/** The exchanges of an endpoint that wait for their answer or stream, and the one clock for all of them. */
export class OpenExchanges {
  readonly #open = new Set<HttpExchange>();
  readonly #tickMs: number;
  #timer: NodeJS.Timeout | undefined = undefined;
  #whenEmpty: (() => void)[] = [];

  constructor({ keepAliveMs, sseAfterMs }: EndpointSettings) {
    const shortest = Math.min(keepAliveMs || Number.POSITIVE_INFINITY, sseAfterMs || Number.POSITIVE_INFINITY);
    this.#tickMs = Math.max(10, Math.min(1000, shortest / 5));
  }

  add(exchange: HttpExchange): void {
    this.#open.add(exchange);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#tick(), this.#tickMs);
    // It serves others, and is no reason to keep a process alive.
    this.#timer.unref?.();
  }

  delete(exchange: HttpExchange): void {
    if (!this.#open.delete(exchange) || this.#open.size > 0) return;
    const waiting = this.#whenEmpty;
    this.#whenEmpty = [];
    for (const resolve of waiting) resolve();
  }

  /**
   * Ends standing streams (GET) now, waits for the other exchanges, and cuts those that are left after the grace period. What
   * a spec has just ended by itself comes first.
   */
  async close(graceMs: number): Promise<void> {
    await nextTurn();
    for (const exchange of this.#open) if (exchange.method === 'GET') exchange.cut();
    if (this.#open.size > 0) await this.#emptyWithin(graceMs);
    for (const exchange of this.#open) exchange.cut();
    this.#stop();
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
    if (this.#open.size === 0) this.#stop();
    for (const exchange of this.#open) exchange.elapsed(this.#tickMs);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
