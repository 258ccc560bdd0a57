import type { ClientFacts, Exchange, JsonText, LogLevel, Standing } from '@polyspec/core';
import { changeNotice, type ToldChange } from './change-notices.js';
import type { Changes, ToldClient } from './changes.js';
import { type KnownClient, UNKNOWN_CLIENT } from './conversation.js';
import { FollowedResources } from './followed-resources.js';
import type { Pings, ReachableClient } from './pings.js';
import { withoutUri, withUri } from './subscriptions.js';
import type { Wire } from './wire.js';

/**
 * A client on a connection that is its own for as long as it lives, such as the process at the other end of stdio. It is told
 * of changes from its confirmation of the handshake on, by the exchange with which output began, or the one of `initialize`
 * where a transport does not say when it begins.
 */
export class Connection implements KnownClient, ToldClient, ReachableClient, Standing {
  readonly isKnown = true;
  readonly keepsStreams = false;
  readonly type = 'standing';
  readonly peer: object;
  wire: Wire;
  client: ClientFacts = UNKNOWN_CLIENT;
  logLevel: LogLevel | undefined;
  isReady = false;
  /** Whether `initialize` was answered. */
  isOpen = false;
  readonly #changes: Changes;
  readonly #followed: FollowedResources;
  readonly #pings: Pings | undefined;
  #uris: readonly string[] = [];
  #way: Exchange | undefined = undefined;

  /** @param wire the revision that it counts as before `initialize` */
  constructor(peer: object, wire: Wire, logLevel: LogLevel | undefined, changes: Changes, pings: Pings | undefined) {
    this.peer = peer;
    this.wire = wire;
    this.logLevel = logLevel;
    this.#changes = changes;
    this.#followed = new FollowedResources(changes, this);
    this.#pings = pings;
  }

  /** Output has begun. */
  stand(exchange: Exchange): Standing {
    this.#way = exchange;
    return this;
  }

  /** What `initialize` agreed on. */
  open(wire: Wire, client: ClientFacts, exchange: Exchange): void {
    this.wire = wire;
    this.client = client;
    this.isOpen = true;
    this.#way ??= exchange;
    this.#pings?.watch(this);
  }

  confirm(): void {
    if (this.isReady || !this.isOpen) return;
    this.isReady = true;
    this.#changes.add(this);
    for (const uri of this.#uris) this.#followed.add(uri);
  }

  setLogLevel(level: LogLevel): void {
    this.logLevel = level;
  }

  subscribe(uri: string): void {
    this.#uris = withUri(this.#uris, uri);
    if (this.isReady) this.#followed.add(uri);
  }

  unsubscribe(uri: string): void {
    this.#uris = withoutUri(this.#uris, uri);
    this.#followed.delete(uri);
  }

  tell(event: ToldChange): void {
    const { text, key } = changeNotice(event);
    this.post(text, key);
  }

  post(text: JsonText, coalesce?: string): boolean {
    const way = this.#way;
    if (way === undefined) return false;
    const isSent = way.send(text, coalesce);
    if (!isSent && way.gone) this.gone();
    return isSent;
  }

  sendNow(text: JsonText): boolean {
    return this.post(text);
  }

  giveUp(): void {
    // The pipe says by itself when the client is gone.
  }

  streamOf(): undefined {
    return undefined;
  }

  forgetCall(): void {
    // There is none.
  }

  hold(): void {
    // It is in use as long as it is there.
  }

  release(): void {
    // The same.
  }

  gone(): void {
    this.#changes.delete(this);
    this.#followed.clear();
    this.#pings?.forget(this);
  }
}
