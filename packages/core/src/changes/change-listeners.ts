import type { Unsubscribe } from '../contract/bus.js';
import type { ChangeEvent } from '../contract/change-event.js';
import type { Logger } from '../contract/logger.js';
import type { ListenFilter } from './listen-filter.js';

/** Takes the events that its filter lets through. */
export type ChangeListener = (event: ChangeEvent) => void;

/** Decides about updates itself. */
type Deciding = Exclude<ListenFilter['resources'], readonly string[] | undefined>;

/** The types of which one wants all events or none. */
type WholeType = Exclude<ChangeEvent['type'], 'resourceUpdated'>;

interface Entry {
  readonly listener: ChangeListener;
  isActive: boolean;
}

/** The listeners of one process, found by what they want: an event costs nothing for those that don't want it. */
export class ChangeListeners {
  readonly #logger: Logger;
  readonly #byType: Readonly<Record<WholeType, Set<Entry>>> = {
    toolsListChanged: new Set(),
    promptsListChanged: new Set(),
    resourcesListChanged: new Set(),
    elicitationComplete: new Set(),
  };
  /** A set only where several want a resource: there may be thousands of them, and most are wanted by one. */
  readonly #byUri = new Map<string, Entry | Set<Entry>>();
  /** Those that decide about each URI themselves. */
  readonly #deciding = new Map<Entry, Deciding>();
  readonly #all = new Set<Entry>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** @returns what ends it. It is not called any more from then on, not even for an event that is being delivered */
  add(filter: ListenFilter, listener: ChangeListener): Unsubscribe {
    const entry: Entry = { listener, isActive: true };
    const types = WHOLE_TYPES.filter((type) => filter[type] === true);
    const { resources = [] } = filter;
    this.#all.add(entry);
    for (const type of types) this.#byType[type].add(entry);
    if (typeof resources === 'function') this.#deciding.set(entry, resources);
    else for (const uri of resources) this.#wantsUri(uri, entry);
    return () => {
      entry.isActive = false;
      if (!this.#all.delete(entry)) return;
      for (const type of types) this.#byType[type].delete(entry);
      this.#deciding.delete(entry);
      if (typeof resources !== 'function') for (const uri of resources) this.#wantsNoMore(uri, entry);
    };
  }

  /** Gives the event to every listener that wants it. What one of them throws is logged and harms no other. */
  deliver(event: ChangeEvent): void {
    for (const entry of this.#wanting(event)) {
      if (!entry.isActive) continue;
      try {
        entry.listener(event);
      } catch (err) {
        this.#logger.error({ err, event }, 'A listener failed to take a change');
      }
    }
  }

  /** Lets go of all of them. */
  clear(): void {
    for (const entry of this.#all) entry.isActive = false;
    this.#all.clear();
    this.#byUri.clear();
    this.#deciding.clear();
    for (const type of WHOLE_TYPES) this.#byType[type].clear();
  }

  /** An array of its own, since listeners may come and go while it is walked through. */
  #wanting(event: ChangeEvent): readonly Entry[] {
    if (event.type !== 'resourceUpdated') return [...this.#byType[event.type]];
    const known = this.#byUri.get(event.uri);
    const wanting = known instanceof Set ? [...known] : known === undefined ? [] : [known];
    return this.#deciding.size === 0 ? wanting : [...wanting, ...this.#thatDecideFor(event.uri)];
  }

  /** What fails is logged once for one update, however many listeners it failed for: there may be thousands. */
  #thatDecideFor(uri: string): readonly Entry[] {
    const wanting: Entry[] = [];
    let first: unknown;
    let failures = 0;
    const failed = (err: unknown): void => {
      if (failures === 0) first = err;
      failures += 1;
    };
    for (const [entry, wants] of this.#deciding) {
      try {
        if (wants(uri, failed)) wanting.push(entry);
      } catch (err) {
        failed(err);
      }
    }
    if (failures > 0) {
      this.#logger.error({ err: first, uri, failures }, 'It could not be decided who is to hear about a resource');
    }
    return wanting;
  }

  #wantsUri(uri: string, entry: Entry): void {
    const known = this.#byUri.get(uri);
    if (known === undefined) this.#byUri.set(uri, entry);
    else if (known instanceof Set) known.add(entry);
    else if (known !== entry) this.#byUri.set(uri, new Set([known, entry]));
  }

  #wantsNoMore(uri: string, entry: Entry): void {
    const known = this.#byUri.get(uri);
    if (known instanceof Set) known.delete(entry);
    if (known === entry || (known instanceof Set && known.size === 0)) this.#byUri.delete(uri);
  }
}

const WHOLE_TYPES: readonly WholeType[] = [
  'toolsListChanged',
  'promptsListChanged',
  'resourcesListChanged',
  'elicitationComplete',
];
