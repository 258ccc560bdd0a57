import type { Unsubscribe } from '../contract/bus.js';
import type { SessionRecord, SessionStore } from '../contract/stores.js';
import type { JsonObject } from '../json.js';
import { busy } from '../operations/busy.js';
import { atLeast, integer, MAX_TIMER_MS } from '../options/rules.js';
import { checkOptions, type OptionTable } from '../options/table.js';

/** Options of a `MemorySessionStore`. */
export interface MemorySessionStoreOptions {
  /** After how much time without a request, a stream or a running call a session ends, in seconds. Default 1800. */
  readonly idleSeconds?: number | undefined;
  /** How many sessions there are at most. Default 10,000. */
  readonly maxSessions?: number | undefined;
}

const options: OptionTable = { idleSeconds: atLeast(0.001), maxSessions: integer(1) };

/** How often at most sessions are looked for that are idle for too long, in milliseconds. Whoever asks for one finds out at once. */
const SWEEP_MS = 1000;

/**
 * Keeps sessions in memory, for one process. Their number is bounded: a new one ends the session that is idle for longest, and
 * is refused as busy only where none is idle. All that it does is done at once.
 *
 * @example
 * const sessions = new MemorySessionStore({ idleSeconds: 600, maxSessions: 500 });
 */
export class MemorySessionStore implements SessionStore {
  readonly #idleMs: number;
  readonly #maxSessions: number;
  readonly #sessions = new Map<string, Entry>();
  /** Those that nobody has a lease of, idle for longest first. */
  readonly #idle = new Set<Entry>();
  readonly #listeners = new Set<(session: SessionRecord) => void>();
  #timer: NodeJS.Timeout | undefined = undefined;

  /** @throws OptionError */
  constructor(given: MemorySessionStoreOptions = {}) {
    checkOptions(given, options);
    this.#idleMs = (given.idleSeconds ?? 1800) * 1000;
    this.#maxSessions = given.maxSessions ?? 10_000;
  }

  /** How many sessions there are. */
  get size(): number {
    this.#expire();
    return this.#sessions.size;
  }

  /** @throws RequestError `busy` where there are as many as may be, and none of them is idle */
  create({ id, revision, owner, data }: SessionRecord): void {
    this.#expire();
    if (this.#sessions.size >= this.#maxSessions) this.#makeRoom();
    const entry = new Entry(id, revision, owner, data);
    this.#sessions.set(id, entry);
    this.#rest(entry);
  }

  get(id: string): SessionRecord | undefined {
    const entry = this.#sessions.get(id);
    if (entry === undefined) return undefined;
    if (entry.leases > 0) return entry;
    const now = performance.now();
    if (this.#isExpired(entry, now)) {
      this.#end(entry);
      return undefined;
    }
    this.#rest(entry, now);
    return entry;
  }

  update(id: string, data: JsonObject): void {
    const entry = this.#sessions.get(id);
    if (entry !== undefined) entry.data = data;
  }

  lease(id: string): () => void {
    const entry = this.#sessions.get(id);
    if (entry === undefined) return nothing;
    entry.leases += 1;
    this.#idle.delete(entry);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      entry.leases -= 1;
      if (entry.leases === 0 && this.#sessions.get(id) === entry) this.#rest(entry);
    };
  }

  delete(id: string): boolean {
    const entry = this.#sessions.get(id);
    if (entry !== undefined) this.#end(entry);
    return entry !== undefined;
  }

  /** The listener must not throw. */
  onEnd(listener: (session: SessionRecord) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** From now on it is idle. */
  #rest(entry: Entry, now: number = performance.now()): void {
    entry.since = now;
    this.#idle.delete(entry);
    this.#idle.add(entry);
    if (this.#timer === undefined) this.#sweepIn(this.#idleMs);
  }

  #isExpired(entry: Entry, now: number): boolean {
    return now - entry.since >= this.#idleMs;
  }

  #makeRoom(): void {
    const [longest] = this.#idle;
    if (longest === undefined) throw busy('The server has as many sessions as it can have, and all of them are in use');
    this.#end(longest);
  }

  #expire(): void {
    const now = performance.now();
    for (const entry of this.#idle) {
      if (!this.#isExpired(entry, now)) return;
      this.#end(entry);
    }
  }

  #end(entry: Entry): void {
    this.#sessions.delete(entry.id);
    this.#idle.delete(entry);
    for (const listener of this.#listeners) listener(entry);
  }

  #sweepIn(ms: number): void {
    this.#timer = setTimeout(this.#sweep, Math.min(Math.max(ms, SWEEP_MS), MAX_TIMER_MS));
    // What is kept in memory is no reason to keep a process alive.
    this.#timer.unref?.();
  }

  readonly #sweep = (): void => {
    this.#timer = undefined;
    this.#expire();
    const [next] = this.#idle;
    if (next !== undefined) this.#sweepIn(next.since + this.#idleMs - performance.now());
  };
}

/** A session, and what the store has to know about it: one object for both. */
class Entry implements SessionRecord {
  readonly id: string;
  readonly revision: string;
  readonly owner: string;
  data: JsonObject;
  /** How many calls and streams are open. */
  leases = 0;
  /** When it was last in use. */
  since = 0;

  constructor(id: string, revision: string, owner: string, data: JsonObject) {
    this.id = id;
    this.revision = revision;
    this.owner = owner;
    this.data = data;
  }
}

function nothing(): void {}
