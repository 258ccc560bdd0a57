import {
  type Awaitable,
  after,
  type Caller,
  type ClientFacts,
  callerKey,
  type EventStore,
  type JsonObject,
  type JsonText,
  type Logger,
  type LogLevel,
  MemoryEventStore,
  MemorySessionStore,
  type Runtime,
  type SessionRecord,
  type SessionStore,
  type StreamId,
  type Unsubscribe,
} from '@polyspec/core';
import type { Changes } from './changes.js';
import { clientUnder, type KnownClient } from './conversation.js';
import { guarded } from './guarded.js';
import { type KeptNotice, KeptNotices } from './kept-notices.js';
import { DEFAULT_RETRY_MS, type Spec2025Options } from './options.js';
import type { Pings } from './pings.js';
import { Session, type SessionHost } from './session.js';
import { readSessionData, type SessionData } from './session-data.js';
import type { Wire, Wires } from './wire.js';

/**
 * The sessions of a server (basic/transports#session-management). What is remembered of them is in a store, of which another
 * server may know as well; what they have open is here, in a `Session` each, and only as long as it is.
 */
export class Sessions implements SessionHost {
  readonly changes: Changes;
  readonly pings: Pings | undefined;
  readonly logger: Logger;
  readonly events: EventStore | undefined;
  readonly logLevel: LogLevel | undefined;
  readonly retryMs: number;
  /** Told of each session that has ended, by whoever remembers something of sessions beside the store. */
  onEnd: ((id: string) => void) | undefined = undefined;
  readonly #runtime: Runtime;
  readonly #wires: Wires;
  readonly #store: SessionStore;
  readonly #stopListening: Awaitable<Unsubscribe | undefined>;
  readonly #kept = new KeptNotices();
  /** Those that have something open, by their ids: there must not be two of one. */
  readonly #open = new Map<string, Session>();
  /** Made from records, and good as long as those are the same. */
  readonly #byData = new WeakMap<object, Session>();
  /** Made when the first stream needs it: most servers have none, and making it loads a part of Node. */
  #word = '';
  #words = 0;

  constructor(wires: Wires, runtime: Runtime, changes: Changes, options: Spec2025Options, pings?: Pings) {
    const { sessionIdleSeconds: idleSeconds, maxSessions, sessionStore, eventStore, retryMs, logLevel } = options;
    this.changes = changes;
    this.pings = pings;
    this.logger = runtime.logger;
    this.events = eventStore === false ? undefined : (eventStore ?? new MemoryEventStore());
    this.logLevel = logLevel;
    this.retryMs = retryMs ?? DEFAULT_RETRY_MS;
    this.#runtime = runtime;
    this.#wires = wires;
    this.#store = sessionStore ?? new MemorySessionStore({ idleSeconds, maxSessions });
    this.#stopListening = guarded(
      () => this.#store.onEnd?.((record) => this.#ended(record)),
      (err) => this.logger.error({ err }, 'The session store can not tell of ends'),
    );
  }

  /** How many sessions have something open here. */
  get size(): number {
    return this.#open.size;
  }

  /** Begins a session. @returns its id. Rejects with the `RequestError` `busy` where there is no room for it */
  create(wire: Wire, client: ClientFacts, caller: Caller | undefined): Awaitable<string> {
    const id = crypto.randomUUID();
    const data: SessionData = { client };
    const record = { id, revision: wire.revision, owner: callerKey(caller), data: toJson(data) };
    this.#byData.set(data, new Session(id, wire, data, this));
    return after(this.#store.create(record), () => id);
  }

  /** What the store knows under an id. It throws and rejects what the store does. */
  read(id: string): Awaitable<SessionRecord | undefined> {
    return this.#store.get(id);
  }

  /** The session of a record; `undefined` where there is none that this caller may know of (YZ-03). */
  from(record: SessionRecord | undefined, id: string, caller: Caller | undefined): Session | undefined {
    if (record === undefined || record === null) {
      this.#open.get(id)?.end();
      this.#forget(id);
      return undefined;
    }
    const { owner, data } = record;
    if (owner !== callerKey(caller)) return undefined;
    const known = this.#byData.get(data);
    if (known === undefined) return this.#made(record, id);
    return known.hasEnded ? undefined : known;
  }

  /** Ends a session. @returns whether there was one; it throws and rejects what the store does */
  delete(session: Session): Awaitable<boolean> {
    return after(this.#store.delete(session.id), (existed) => {
      session.end();
      return existed;
    });
  }

  /** Ends all streams. The sessions stay as they are: a client may come back to another server. */
  close(): void {
    void guarded(
      () => after(this.#stopListening, (stop) => stop?.()),
      (err) => this.logger.error({ err }, 'The session store goes on to tell of ends'),
    );
    for (const session of [...this.#open.values()]) session.close();
  }

  newWord(): string {
    this.#word ||= crypto.randomUUID().slice(0, 8);
    this.#words += 1;
    return `${this.#word}${this.#words.toString(36)}`;
  }

  save(session: Session, data: SessionData): Awaitable<void> {
    this.#byData.set(data, session);
    return this.#store.update(session.id, toJson(data));
  }

  lease(session: Session): () => void {
    const { id } = session;
    this.#open.set(id, session);
    const complain = (err: unknown): void =>
      this.logger.error({ err }, 'The session store failed to note that a session is in use');
    const lease = guarded(() => this.#store.lease(id), complain);
    return () => {
      if (this.#open.get(id) === session) this.#open.delete(id);
      void guarded(() => after(lease, (giveBack) => giveBack?.()), complain);
    };
  }

  stop(session: Session): void {
    this.#runtime.inFlight.endPeer(session, 'The session has ended');
    this.#forget(session.id);
  }

  postLater(id: string, text: JsonText, latest: KnownClient | undefined): void {
    // The same session may be there by another object, made from its record.
    const open = this.#open.get(id);
    if (open?.postOpen(text) === true) return;
    const notice: KeptNotice = { text };
    this.keep(id, notice);
    (open ?? latest)?.keepOnLeft?.(notice);
  }

  keep(id: string, notice: KeptNotice): void {
    this.#kept.keep(id, notice);
  }

  takeKept(id: string): readonly KeptNotice[] {
    return this.#kept.take(id);
  }

  leaveKeptTo(stream: StreamId, id: string): void {
    this.#kept.leaveTo(stream, id);
  }

  #made(record: SessionRecord, id: string): Session | undefined {
    const wire = this.#wires.find(({ revision }) => revision === record.revision);
    const stored = readSessionData(record.data);
    if (wire === undefined || stored === undefined) {
      this.logger.error({ revision: record.revision }, 'The session store gave what is no session of this server');
      return undefined;
    }
    const data = { ...stored, client: clientUnder(wire, stored.client) };
    const open = this.#open.get(id);
    open?.refresh(data);
    const session = open ?? new Session(id, wire, data, this);
    this.#byData.set(record.data, session);
    return session;
  }

  #ended(record: SessionRecord): void {
    const session = this.#open.get(record.id) ?? this.#byData.get(record.data);
    if (session === undefined) this.#forget(record.id);
    else session.end();
  }

  #forget(id: string): void {
    this.#kept.forget(id);
    this.onEnd?.(id);
  }
}

/** It is JSON by its parts: what the client said came as JSON. */
function toJson(data: SessionData): JsonObject {
  return data as object as JsonObject;
}
