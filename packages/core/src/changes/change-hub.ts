import { isPromiseLike } from '../awaitable.js';
import { type Bus, CHANGES, type Unsubscribe } from '../contract/bus.js';
import type { ChangeEvent } from '../contract/change-event.js';
import type { Logger } from '../contract/logger.js';
import { kindOf } from '../kind-of.js';
import { type ChangeListener, ChangeListeners } from './change-listeners.js';
import { GatheredEvents } from './gathered-events.js';
import type { ListenFilter } from './listen-filter.js';
import { eventFault, readEvent } from './read-event.js';

/** How long the first event of a burst waits for others, in milliseconds, unless an option says otherwise. */
const DEFAULT_WINDOW_MS = 10;

/** What a hub needs from the server around it. */
export interface ChangeHubOptions {
  readonly bus: Bus;
  readonly logger: Logger;
  /** How long the first event of a burst waits for others, in milliseconds. Default 10; 0 publishes each at once. */
  readonly windowMs: number | undefined;
  /** Called at once for each change that is news here: told of by `notify`, or by another server on the bus. */
  readonly onNews: (event: ChangeEvent) => void;
}

/**
 * The way of a change, from whoever tells of it to every open stream: events are gathered, published on the bus once, and
 * given to the listeners here, as they are to those at every other server on the bus.
 *
 * ```
 * notify ─▶ gathered ─▶ bus ─▶ listeners that want it
 * ```
 *
 * The bus is subscribed to once, from the first listener to the last. A listener gets every event that was told of after
 * `listen` returned; it may get one that waited before.
 */
export class ChangeHub {
  readonly #bus: Bus;
  readonly #logger: Logger;
  readonly #onNews: (event: ChangeEvent) => void;
  readonly #listeners: ChangeListeners;
  readonly #gathered: GatheredEvents;
  #subscription: Unsubscribe | undefined;
  #isPublishing = false;
  #isClosed = false;

  constructor({ bus, logger, windowMs = DEFAULT_WINDOW_MS, onNews }: ChangeHubOptions) {
    this.#bus = bus;
    this.#logger = logger;
    this.#onNews = onNews;
    this.#listeners = new ChangeListeners(logger);
    this.#gathered = new GatheredEvents((event) => this.#send(event), windowMs);
  }

  /** Tells of a change. Never throws: what is no event is logged and dropped. Does nothing after `close`. */
  notify(event: ChangeEvent): void {
    if (this.#isClosed) return;
    const checked = readEvent(event);
    if (checked === undefined) {
      this.#logger.error({ fault: eventFault(event) }, 'notify was given what is no change event');
      return;
    }
    this.#onNews(checked);
    this.#gathered.add(checked);
  }

  /** Tells of a change that is no news here. */
  publish(event: ChangeEvent): void {
    if (!this.#isClosed) this.#gathered.add(event);
  }

  /**
   * Calls the listener for every change that the filter lets through. One event is the same object for all listeners, so that
   * what is rendered from it can be kept under it, in a `WeakMap`.
   *
   * @throws what the bus throws when it can't be subscribed to; TypeError for a bus that gives nothing to end that with
   */
  listen(filter: ListenFilter, listener: ChangeListener): Unsubscribe {
    if (this.#isClosed) return () => undefined;
    // First, so that nobody is left listening to a bus that could not be subscribed to.
    this.#subscription ??= this.#subscribe();
    const remove = this.#listeners.add(filter, listener);
    return () => {
      remove();
      if (this.#listeners.isEmpty) this.#unsubscribe();
    };
  }

  /** Publishes what waits, at once. */
  flush(): void {
    this.#gathered.flush();
  }

  /** Publishes what waits, and lets go of all listeners and of the bus. */
  close(): void {
    this.flush();
    this.#isClosed = true;
    this.#listeners.clear();
    this.#unsubscribe();
  }

  #send(event: ChangeEvent): void {
    this.#isPublishing = true;
    this.#guarded('A change could not be published', () => this.#bus.publish(CHANGES, event));
    this.#isPublishing = false;
  }

  #received(message: unknown): void {
    const event = readEvent(message);
    if (event === undefined) {
      this.#logger.warn({ fault: eventFault(message) }, 'What came over the bus is no change event, and was dropped');
      return;
    }
    // Of what this server published itself it has known before.
    if (!this.#isPublishing) this.#onNews(event);
    this.#listeners.deliver(event);
  }

  /** A subscription that may fail later, or that nobody can end, is none: it would be made again with each first listener. */
  #subscribe(): Unsubscribe {
    const end: unknown = this.#bus.subscribe(CHANGES, (message) => this.#received(message));
    if (typeof end === 'function') return end as Unsubscribe;
    this.#guarded('Changes could not be subscribed to', () => end);
    throw new TypeError(`subscribe() of the bus must give a function that ends the subscription; got ${kindOf(end)}`);
  }

  #unsubscribe(): void {
    const end = this.#subscription;
    this.#subscription = undefined;
    if (end !== undefined) this.#guarded('The subscription to changes could not be ended', end);
  }

  /** A bus of somebody else's may throw, and reject where nothing should come back. */
  #guarded(failure: string, action: () => unknown): void {
    const log = (err: unknown): void => this.#logger.error({ err }, failure);
    try {
      const done = action();
      if (isPromiseLike(done)) done.then(undefined, log);
    } catch (err) {
      log(err);
    }
  }
}
