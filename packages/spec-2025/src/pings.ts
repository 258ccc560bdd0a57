import {
  Cancellation,
  encodeMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  JsonText,
  type Runtime,
} from '@polyspec/core';
import type { KnownClient } from './conversation.js';
import { withdrawal } from './withdrawal.js';

/** How many pings in a row a client may leave without an answer before it is given up. */
const MAX_UNANSWERED = 2;

/** A client that can be reached without having asked for anything. */
export interface ReachableClient extends Pick<KnownClient, 'peer' | 'client' | 'wire'> {
  /**
   * Sends what is of use now only, so that it is not kept for a client that is away.
   *
   * @returns false when it will not reach the client
   */
  sendNow(text: JsonText): boolean;
  /** It does not answer any more: the way that it was reached by ends, where that can be ended. */
  giveUp(): void;
}

/**
 * Asks clients that have been silent for some time whether they are still there (basic/utilities/ping). Any message of a client
 * is a sign that it is: an answer, also an error or a late one, a request, a notification. One that gives none is asked once
 * more at once, and given up after that; it is not asked again before it has said something or can be reached anew.
 *
 * One clock serves all of them, and keeps no process alive. Both sets are in the order of time, so it only looks at those whose
 * time has come.
 */
export class Pings {
  readonly #quietMs: number;
  readonly #answerMs: number;
  readonly #runtime: Pick<Runtime, 'clientRequests' | 'logger'>;
  readonly #pinged = new Map<object, Pinged>();
  /** Those that have said something since they were last asked, the one that has been silent for longest first. */
  readonly #quiet = new Set<Pinged>();
  /** Those that were asked, the one asked first at the front; also those that have said something else meanwhile. */
  readonly #asked = new Set<Pinged>();
  #timer: NodeJS.Timeout | undefined = undefined;
  #isClosed = false;

  /** @param seconds after how much silence a client is asked, and how long it has to answer unless it has less for any question */
  constructor(seconds: number, runtime: Pick<Runtime, 'clientRequests' | 'logger'>) {
    this.#quietMs = seconds * 1000;
    this.#answerMs = Math.min(this.#quietMs, runtime.clientRequests.timeoutMs);
    this.#runtime = runtime;
  }

  /** How many clients are pinged when they are silent. */
  get size(): number {
    return this.#pinged.size;
  }

  /** From now on this client can be reached. It was heard of just now. */
  watch(client: ReachableClient): void {
    if (this.#isClosed) return;
    if (!this.#pinged.has(client)) this.#pinged.set(client, new Pinged(client));
    this.heard(client);
  }

  /** A client has said something. */
  heard(client: object): void {
    const pinged = this.#pinged.get(client);
    if (pinged === undefined) return;
    pinged.unanswered = 0;
    pinged.heardAt = performance.now();
    this.#quiet.delete(pinged);
    this.#quiet.add(pinged);
    this.#wind();
  }

  /** This client can't be reached any more. */
  forget(client: object): void {
    const pinged = this.#pinged.get(client);
    if (pinged === undefined) return;
    this.#pinged.delete(client);
    this.#quiet.delete(pinged);
    this.#asked.delete(pinged);
    this.#runtime.clientRequests.release(pinged.ping);
    if (this.#pinged.size === 0) this.#stop();
  }

  /** Nobody is pinged any more. */
  close(): void {
    this.#isClosed = true;
    this.#pinged.clear();
    this.#quiet.clear();
    this.#asked.clear();
    this.#stop();
  }

  /** The clock goes off when the next one's time has come, and needs not be wound before. */
  #wind(): void {
    if (this.#timer !== undefined) return;
    const [[quiet], [asked]] = [this.#quiet, this.#asked];
    const times = [quiet && quiet.heardAt + this.#quietMs, asked && asked.askedAt + this.#answerMs];
    const next = Math.min(...times.filter((time) => time !== undefined));
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(this.#tick, Math.ceil(next - performance.now()));
    this.#timer.unref?.();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly #tick = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (const pinged of this.#asked) {
      if (now - pinged.askedAt < this.#answerMs) break;
      this.#asked.delete(pinged);
      this.#timeUp(pinged, now);
    }
    for (const pinged of this.#quiet) {
      if (now - pinged.heardAt < this.#quietMs) break;
      this.#ask(pinged, now);
    }
    this.#wind();
  };

  #ask(pinged: Pinged, now: number): void {
    const { peer } = pinged.client;
    this.#quiet.delete(pinged);
    this.#asked.add(pinged);
    pinged.askedAt = now;
    pinged.ping = new Cancellation();
    // The answer is heard like any message. Where the ping can't be sent, nothing is heard either.
    const ping = { peer, exchange: pinged, method: 'ping', cancellation: pinged.ping, timeoutMs: 0, withdrawal };
    void this.#runtime.clientRequests.send(ping);
  }

  #timeUp(pinged: Pinged, now: number): void {
    const { clientRequests, logger } = this.#runtime;
    clientRequests.release(pinged.ping, 'timeout');
    if (this.#quiet.has(pinged)) return;
    pinged.unanswered += 1;
    const { client, wire } = pinged.client;
    const facts = { client: client.info, revision: wire.revision };
    if (pinged.unanswered < MAX_UNANSWERED) {
      logger.warn(facts, 'A client did not answer a ping');
      this.#ask(pinged, now);
    } else {
      logger.warn(facts, `A client did not answer ${MAX_UNANSWERED} pings in a row and is given up`);
      pinged.client.giveUp();
    }
  }
}

/** A client that is pinged, and the way of the pings to it. */
class Pinged {
  readonly client: ReachableClient;
  heardAt = 0;
  askedAt = 0;
  /** How many pings are without an answer since it was last heard of. */
  unanswered = 0;
  /** What the last ping belongs to. */
  ping = new Cancellation();

  constructor(client: ReachableClient) {
    this.client = client;
  }

  send(message: JsonRpcRequest | JsonRpcNotification): boolean {
    return this.client.sendNow(new JsonText(encodeMessage(message)));
  }
}
