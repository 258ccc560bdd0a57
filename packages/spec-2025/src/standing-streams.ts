import { type Awaitable, after, type JsonText, type StreamId } from '@polyspec/core';
import { changeNotice, type ToldChange } from './change-notices.js';
import type { Changes, ToldClient } from './changes.js';
import { FollowedResources } from './followed-resources.js';
import type { OpenStream, StreamOwner } from './standing-stream.js';
import type { StreamLog } from './stream-log.js';

/** How many standing streams one session may have open, and how many of those that it left may be come back for. */
const MAX_STREAMS = 16;

/** The session that standing streams belong to. */
export interface Listener {
  /** Whether the client has confirmed the handshake: before, it is told nothing (YL-06). */
  readonly isReady: boolean;
  /** The resources that it has subscribed to. */
  readonly uris: readonly string[];
  /** The session is in use. */
  hold(): void;
  release(): void;
  /** A stream has begun, by which the client can be reached. */
  reachable(): void;
  /** None is open any more. */
  unreachable(): void;
}

/**
 * The standing streams of one session: those that are open, and those that the client has left and may come back for. Each
 * message goes out on one of them, the newest that is open (YH-23); while the client is away, it is kept for the one left last.
 *
 * Changes are listened to only while a stream is open. What changed meanwhile the client is told when it is there again: that
 * something of its kind has changed, which is all that these notifications say.
 */
export class StandingStreams implements ToldClient, StreamOwner {
  readonly #listener: Listener;
  readonly #changes: Changes;
  /** The newest last. */
  readonly #open: OpenStream[] = [];
  /** Made when first needed: most clients subscribe to nothing. */
  #followed: FollowedResources | undefined = undefined;
  /** Of the streams that the client has left, the one left last at the end. */
  readonly #left: StreamLog[] = [];
  /** Up to where the client was told of changes. */
  #told: number;

  /** @param told the mark of changes up to which the client has seen everything by itself */
  constructor(listener: Listener, changes: Changes, told: number) {
    this.#listener = listener;
    this.#changes = changes;
    this.#told = told;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#open.length;
  }

  /** A stream has begun: it is the newest from now on. One too many ends the oldest. */
  add(stream: OpenStream): void {
    if (this.#open.length >= MAX_STREAMS) this.#open[0]?.end();
    this.#listener.hold();
    this.#open.push(stream);
    if (this.#open.length === 1) this.#listen();
    this.#listener.reachable();
    this.catchUp();
  }

  /**
   * The client comes back for a stream: where it is open still, it ends. Where it is not known here, the client may have missed
   * anything.
   */
  retake(stream: StreamId): void {
    this.#open.find(({ log }) => log?.id === stream)?.end();
    const left = this.#left.findIndex(({ id }) => id === stream);
    if (left < 0) this.#told = 0;
    else this.#left.splice(left, 1);
  }

  closed(stream: OpenStream): void {
    this.#open.splice(this.#open.indexOf(stream), 1);
    if (stream.log !== undefined) this.#left.push(stream.log);
    if (this.#left.length > MAX_STREAMS) this.#left.shift()?.forget();
    if (this.#open.length === 0) this.#listenNoMore();
    this.#listener.release();
  }

  tell(event: ToldChange): void {
    if (!this.#listener.isReady) return;
    const { text, key } = changeNotice(event);
    if (this.post(text, key)) this.#told = this.#changes.mark;
  }

  /** Tells of what the client has missed. */
  catchUp(): void {
    if (!this.#listener.isReady || this.#open.length === 0) return;
    const told = this.#told;
    const hasUpdates = this.#changes.hasUpdatesSince(told);
    for (const event of this.#changes.listsChangedSince(told)) this.tell(event);
    if (hasUpdates) for (const uri of this.#listener.uris) this.tell({ type: 'resourceUpdated', uri });
  }

  /**
   * Sends a message, or keeps it for a client that is away.
   *
   * @param coalesce messages of the same key that were not yet written may be replaced by this one
   * @returns false when it will not reach the client
   */
  post(text: JsonText, coalesce?: string): boolean {
    if (this.postOpen(text, coalesce)) return true;
    const left = this.#left.at(-1);
    if (left === undefined || left.isFull) return false;
    void left.keep(text.json);
    return true;
  }

  /** Sends a message by a stream that is open. @returns whether there is one that takes it */
  postOpen(text: JsonText, coalesce?: string): boolean {
    return this.#onNewest((stream) => stream.send(text, coalesce));
  }

  /** Keeps a message on the stream that was left last. @returns which that is; `undefined` where it can't be kept */
  keepOnLeft(text: JsonText): Awaitable<StreamId | undefined> {
    const left = this.#left.at(-1);
    if (left === undefined || left.isFull) return undefined;
    return after(left.keep(text.json), (event) => (event === undefined ? undefined : left.id));
  }

  /** Sends what is of use now only. @returns false when it will not reach the client */
  sendNow(text: JsonText): boolean {
    return this.#onNewest((stream) => stream.sendNow(text));
  }

  /** The client has subscribed to a resource. */
  follow(uri: string): void {
    if (this.#open.length === 0) return;
    this.#followed ??= new FollowedResources(this.#changes, this);
    this.#followed.add(uri);
  }

  /** The client has unsubscribed from a resource. */
  leave(uri: string): void {
    this.#followed?.delete(uri);
  }

  /** Ends all of them. */
  end(): void {
    for (const stream of [...this.#open]) stream.end();
  }

  /** Ends all of them for good: nobody may come back. */
  forget(): void {
    this.end();
    for (const log of this.#left.splice(0)) log.forget();
  }

  /** Sends on the newest stream that is open and takes it. @returns whether one does */
  #onNewest(send: (stream: OpenStream) => boolean): boolean {
    // A stream on which nothing can be sent any more leaves the list.
    for (let index = this.#open.length - 1; index >= 0; index -= 1) {
      const stream = this.#open[index];
      if (stream !== undefined && send(stream)) return true;
    }
    return false;
  }

  #listen(): void {
    this.#changes.add(this);
    for (const uri of this.#listener.uris) this.follow(uri);
  }

  #listenNoMore(): void {
    this.#changes.delete(this);
    this.#followed?.clear();
    this.#listener.unreachable();
  }
}
