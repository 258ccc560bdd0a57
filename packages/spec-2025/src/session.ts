import {
  type Awaitable,
  after,
  type ClientFacts,
  type EventStore,
  type Exchange,
  type JsonText,
  type Logger,
  type LogLevel,
  type StreamId,
} from '@polyspec/core';
import { CallStream, type ReturnRules } from './call-stream.js';
import type { Changes } from './changes.js';
import type { Inbox, KnownClient } from './conversation.js';
import type { KeptNotice } from './kept-notices.js';
import type { Pings, ReachableClient } from './pings.js';
import { ResumedStream } from './resumed-stream.js';
import type { SessionData } from './session-data.js';
import { type OpenStream, StandingStream, type StreamOwner } from './standing-stream.js';
import { type Listener, StandingStreams } from './standing-streams.js';
import { StreamLog } from './stream-log.js';
import { withoutUri, withUri } from './subscriptions.js';
import type { Wire } from './wire.js';

/** What all sessions of a server have in common. */
export interface SessionHost extends Inbox {
  readonly changes: Changes;
  /** Asks those that have a standing stream whether they are still there. Absent: nobody is asked. */
  readonly pings?: Pings | undefined;
  readonly logger: Logger;
  /** What is kept of streams; `undefined` where nothing is. */
  readonly events: EventStore | undefined;
  /** The log level of a client that has not said which it wants. */
  readonly logLevel: LogLevel | undefined;
  /** When clients should come back, in milliseconds. */
  readonly retryMs: number;
  /** A word that no stream was called by before, here or on another server. */
  newWord(): string;
  /** Writes down what is remembered of a session. */
  save(session: Session, data: SessionData): Awaitable<void>;
  /** It is in use from now on. @returns what says that it is not any more */
  lease(session: Session): () => void;
  /** What runs in the session is over, and nobody will be heard of it any more. */
  stop(session: Session): void;
  /** Keeps what could not be sent to a session yet. */
  keep(id: string, notice: KeptNotice): void;
  /** What is kept for a session whose client listens now. */
  takeKept(id: string): readonly KeptNotice[];
  /** The client has come back for a stream, and gets there what is kept on it too. */
  leaveKeptTo(stream: StreamId, id: string): void;
}

/**
 * A client over HTTP, known by its session (basic/transports#session-management). What has to be remembered of it is in the
 * record that the store keeps; this is what it has open here, and it may be made anew from the record whenever that is nothing.
 */
export class Session implements KnownClient, Listener, ReachableClient, StreamOwner {
  readonly isKnown = true;
  readonly id: string;
  readonly wire: Wire;
  #data: SessionData;
  readonly #host: SessionHost;
  /** The mark of changes up to which the client has seen everything by itself. */
  readonly #born: number;
  #standing: StandingStreams | undefined = undefined;
  /** The streams of requests that run, by their ids. */
  #calls: Map<StreamId, CallStream> | undefined = undefined;
  /** The streams of requests that the client has come back for, by their ids. */
  #resumed: Map<StreamId, ResumedStream> | undefined = undefined;
  #held = 0;
  #giveBack: (() => void) | undefined = undefined;
  #hasEnded = false;

  constructor(id: string, wire: Wire, data: SessionData, host: SessionHost) {
    this.id = id;
    this.wire = wire;
    this.#data = data;
    this.#host = host;
    this.#born = host.changes.mark;
  }

  get peer(): object {
    return this;
  }

  get client(): ClientFacts {
    return this.#data.client;
  }

  get logLevel(): LogLevel | undefined {
    return this.#data.logLevel ?? this.#host.logLevel;
  }

  get isReady(): boolean {
    return this.#data.isReady === true;
  }

  get uris(): readonly string[] {
    return this.#data.uris ?? NO_URIS;
  }

  get keepsStreams(): boolean {
    return this.#host.events !== undefined;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Takes what the store knows, which another server may have changed. */
  refresh(data: SessionData): void {
    this.#data = data;
  }

  confirm(): Awaitable<void> {
    if (this.isReady) return;
    try {
      return this.#change({ isReady: true });
    } finally {
      this.#standing?.catchUp();
      this.#postKept();
    }
  }

  setLogLevel(logLevel: LogLevel): Awaitable<void> {
    return this.#change({ logLevel });
  }

  subscribe(uri: string): Awaitable<void> {
    const uris = withUri(this.uris, uri);
    if (uris === this.uris) return;
    this.#standing?.follow(uri);
    return this.#change({ uris });
  }

  unsubscribe(uri: string): Awaitable<void> {
    const uris = withoutUri(this.uris, uri);
    if (uris === this.uris) return;
    this.#standing?.leave(uri);
    return this.#change({ uris });
  }

  post(text: JsonText, coalesce?: string): boolean {
    return this.#standing?.post(text, coalesce) ?? false;
  }

  /** Sends by a stream that is open. @returns whether one takes it. None does before the client has confirmed (YL-06) */
  postOpen(text: JsonText): boolean {
    return this.isReady && this.#standing?.postOpen(text) === true;
  }

  keepOnLeft(notice: KeptNotice): void {
    if (!this.isReady) return;
    void after(this.#standing?.keepOnLeft(notice.text), (stream) => {
      notice.stream = stream;
    });
  }

  get inbox(): Inbox {
    return this.#host;
  }

  reachable(): void {
    this.#host.pings?.watch(this);
    this.#postKept();
  }

  unreachable(): void {
    this.#host.pings?.forget(this);
  }

  sendNow(text: JsonText): boolean {
    return this.#standing?.sendNow(text) ?? false;
  }

  /** The session stays, idle from now on unless it is used otherwise: the client may come back. */
  giveUp(): void {
    this.#standing?.end();
  }

  streamOf(exchange: Exchange): CallStream | undefined {
    const log = this.#newLog(REQUEST);
    if (log === undefined) return undefined;
    const stream = new CallStream(exchange, log, this.#rules);
    this.#calls ??= new Map();
    this.#calls.set(log.id, stream);
    return stream;
  }

  /** The request of this stream is over. */
  forgetCall(stream: CallStream): void {
    this.#calls?.delete(stream.log.id);
    if (this.#calls?.size === 0) this.#calls = undefined;
  }

  /**
   * A new standing stream.
   *
   * @param closed called when it is over, whoever ended it; so with the two below
   */
  listen(exchange: Exchange, closed?: () => void): OpenStream {
    const stream = new StandingStream(exchange, this.#newLog(STANDING), this.#ownerOfStanding(closed));
    stream.begin(this.#rules);
    this.#standingStreams.add(stream);
    return stream;
  }

  /** Whether a stream of this session is a standing one. */
  isStanding(stream: StreamId): boolean {
    return stream.startsWith(this.#prefix + STANDING);
  }

  /** Whether this can be the id of an event of this session's standing streams, of which nothing is kept any more. */
  wasStanding(lastEventId: string): boolean {
    return lastEventId.includes(this.#prefix + STANDING);
  }

  /** A standing stream in place of one of which nothing is kept any more. */
  listenAgain(exchange: Exchange, closed?: () => void): OpenStream {
    this.#standingStreams.retake('');
    return this.listen(exchange, closed);
  }

  /** Whether a stream is of this session. */
  owns(stream: StreamId): boolean {
    return stream.startsWith(this.#prefix);
  }

  /** Goes on with a stream of this session, after the last event that the client got. */
  resume(exchange: Exchange, id: StreamId, lastEventId: string, events: EventStore, closed?: () => void): OpenStream {
    const { logger } = this.#host;
    const log = new StreamLog(id, events, logger);
    if (this.isStanding(id)) {
      const standing = this.#standingStreams;
      standing.retake(id);
      const stream = new ResumedStream(exchange, log, this.#ownerOfStanding(closed));
      stream.begin(events, lastEventId, logger);
      this.#host.leaveKeptTo(id, this.id);
      standing.add(stream);
      return stream;
    }
    this.#calls?.get(id)?.leave();
    this.#resumed?.get(id)?.end();
    const stream = new ResumedStream(exchange, log, this);
    this.#resumed ??= new Map();
    this.#resumed.set(id, stream);
    this.hold();
    stream.begin(events, lastEventId, logger);
    return stream;
  }

  closed({ log }: OpenStream): void {
    if (log !== undefined) this.#resumed?.delete(log.id);
    if (this.#resumed?.size === 0) this.#resumed = undefined;
    this.release();
  }

  hold(): void {
    this.#held += 1;
    if (this.#held === 1) this.#giveBack = this.#host.lease(this);
  }

  release(): void {
    this.#held -= 1;
    if (this.#held > 0) return;
    const giveBack = this.#giveBack;
    this.#giveBack = undefined;
    giveBack?.();
  }

  /** Ends its streams, not the session: clients may come back to another server. */
  close(): void {
    this.#standing?.end();
    for (const stream of [...(this.#resumed?.values() ?? [])]) stream.end();
  }

  /** The session is over. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#standing?.forget();
    this.close();
    const logs = [...(this.#calls?.values() ?? [])].map(({ log }) => log);
    this.#host.stop(this);
    for (const log of logs) log.forget();
  }

  get #prefix(): string {
    return `${this.id}.`;
  }

  get #rules(): ReturnRules {
    return { polling: this.wire.polling, retryMs: this.#host.retryMs };
  }

  get #standingStreams(): StandingStreams {
    this.#standing ??= new StandingStreams(this, this.#host.changes, this.#born);
    return this.#standing;
  }

  #postKept(): void {
    if (!this.isReady || this.#standing === undefined || this.#standing.size === 0) return;
    for (const notice of this.#host.takeKept(this.id))
      if (!this.postOpen(notice.text)) this.#host.keep(this.id, notice);
  }

  #ownerOfStanding(closed: (() => void) | undefined): StreamOwner {
    const standing = this.#standingStreams;
    if (closed === undefined) return standing;
    return {
      closed: (stream) => {
        standing.closed(stream);
        closed();
      },
    };
  }

  #newLog(kind: string): StreamLog | undefined {
    const { events, logger } = this.#host;
    return events && new StreamLog(this.#prefix + kind + this.#host.newWord(), events, logger);
  }

  /** In force at once: what comes next may depend on it. */
  #change(part: Partial<SessionData>): Awaitable<void> {
    this.#data = { ...this.#data, ...part };
    return this.#host.save(this, this.#data);
  }
}

/** What the ids of streams begin with after the session: those of requests, and those of GETs. */
const REQUEST = 'r';
const STANDING = 's';

const NO_URIS: readonly string[] = Object.freeze([]);
