import type { ChangeEvent } from '../contract/change-event.js';

/**
 * Gathers events for a short time, so that a burst of changes is told once: like events count as one, and different ones
 * leave in the order in which they first came.
 */
export class GatheredEvents {
  readonly #publish: (event: ChangeEvent) => void;
  readonly #windowMs: number;
  #waiting = new Map<string, ChangeEvent>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param windowMs how long the first event waits for others, in milliseconds; 0 publishes each at once */
  constructor(publish: (event: ChangeEvent) => void, windowMs: number) {
    this.#publish = publish;
    this.#windowMs = windowMs;
  }

  add(event: ChangeEvent): void {
    if (this.#windowMs === 0) {
      this.#publish(event);
      return;
    }
    const key = keyOf(event);
    if (!this.#waiting.has(key)) this.#waiting.set(key, event);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.flush(), this.#windowMs);
    // An event that waits keeps no process alive.
    this.#timer.unref?.();
  }

  /** Publishes what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    const events = this.#waiting;
    this.#waiting = new Map();
    for (const event of events.values()) this.#publish(event);
  }
}

/** What like events have in common. */
function keyOf(event: ChangeEvent): string {
  switch (event.type) {
    case 'resourceUpdated':
      return `updated ${event.uri}`;
    case 'elicitationComplete':
      return `complete ${event.elicitationId}`;
    default:
      return event.type;
  }
}
