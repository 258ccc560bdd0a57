import type { Bus, Unsubscribe } from '../contract/bus.js';
import type { Logger } from '../contract/logger.js';
import type { JsonValue } from '../json.js';

type Listener = (message: JsonValue) => void;

/** The bus of one process. */
export class MemoryBus implements Bus {
  readonly #topics = new Map<string, Set<Listener>>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  publish(topic: string, message: JsonValue): void {
    const listeners = this.#topics.get(topic);
    if (listeners === undefined) return;
    for (const listener of listeners) {
      try {
        listener(message);
      } catch (err) {
        this.#logger.error({ err, topic }, 'A subscriber of the bus failed');
      }
    }
  }

  subscribe(topic: string, listener: Listener): Unsubscribe {
    // Wrapped, so that a listener subscribed twice is called twice and each subscription ends on its own.
    const own: Listener = (message) => listener(message);
    const listeners = this.#topics.get(topic) ?? new Set<Listener>();
    this.#topics.set(topic, listeners.add(own));
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#topics.get(topic) === listeners) this.#topics.delete(topic);
    };
  }
}
