import type { JsonText, StreamId } from '@polyspec/core';
import { changeNotice, type ToldChange } from './change-notices.js';
import type { Changes, ToldClient } from './changes.js';
import { FollowedResources } from './followed-resources.js';
import type { OpenStream, StreamOwner } from './standing-stream.js';
import type { StreamLog } from './stream-log.js';

/** How many standing streams one session may have open. One more ends the oldest. */
const MAX_OPEN = 16;

/** The session that standing streams belong to. */
export interface Listener {
  /** Whether the client has confirmed the handshake: before, it is told nothing (YL-06). */
  readonly isReady: boolean;
  /** The resources that it has subscribed to. */
  readonly uris: readonly string[];
  /** The session is in use. */
  hold(): void;
  release(): void;
}

/**
 * The standing streams of one session. Each message goes out on one of them, the newest (YH-23); while the client is away, it is
 * kept for the stream that it left last.
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
  /** The stream that the client left last, which it may come back for. */
  #left: StreamLog | undefined = undefined;
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

  /** A stream has begun: it is the newest from now on. */
  add(stream: OpenStream): void {
    if (this.#open.length >= MAX_OPEN) this.#open[0]?.end();
    this.#listener.hold();
    this.#open.push(stream);
    this.#left = undefined;
    if (this.#open.length === 1) this.#listen();
    this.catchUp();
  }

  /**
   * The client comes back for a stream: where it is open still, it ends. Where it is not known here, the client may have missed
   * anything.
   */
  retake(stream: StreamId): void {
    const open = this.#open.find(({ log }) => log?.id === stream);
    if (open !== undefined) open.end();
    else if (this.#left?.id !== stream) this.#told = 0;
  }

  closed(stream: OpenStream): void {
    const index = this.#open.indexOf(stream);
    if (index < 0) return;
    this.#open.splice(index, 1);
    this.#left = stream.log;
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
    this.#told = this.#changes.mark;
  }

  /**
   * Sends a message, or keeps it for a client that is away.
   *
   * @param coalesce messages of the same key that were not yet written may be replaced by this one
   * @returns false when it will not reach the client
   */
  post(text: JsonText, coalesce?: string): boolean {
    // A stream on which nothing can be sent any more leaves the list.
    for (let index = this.#open.length - 1; index >= 0; index -= 1) {
      if (this.#open[index]?.send(text, coalesce) === true) return true;
    }
    if (this.#left === undefined || this.#left.isFull) return false;
    void this.#left.keep(text.json);
    return true;
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
    const logs = this.#open.map(({ log }) => log);
    this.end();
    for (const log of new Set([...logs, this.#left])) log?.forget();
    this.#left = undefined;
  }

  #listen(): void {
    this.#changes.add(this);
    for (const uri of this.#listener.uris) this.follow(uri);
  }

  #listenNoMore(): void {
    this.#changes.delete(this);
    this.#followed?.clear();
  }
}
