import {
  type Exchange,
  encodeMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  JsonText,
  type Outcome,
  type Standing,
} from '@polyspec/core';
import type { LineWriter } from './line-writer.js';

/** What the messages of one client have in common. */
export interface StdioClient {
  /** The scope of request ids: there is one client in the life of the transport. */
  readonly peer: object;
  readonly writer: LineWriter;
  /** The exchanges that want to know when the client has gone. */
  readonly watching: Set<StdioExchange>;
}

/** One message that came in on stdio, and the way back to the client. */
export class StdioExchange implements Exchange {
  readonly canStream = true;
  readonly #client: StdioClient;
  #disconnect: AbortController | undefined;
  #standing: Standing | undefined;
  #isConcluded = false;
  /** Where lines wait that may be replaced, by their key; of the lines from `#slotsFrom` on. */
  #slots: Map<string, number> | undefined;
  #slotsFrom = 0;

  constructor(client: StdioClient) {
    this.#client = client;
  }

  get peer(): object {
    return this.#client.peer;
  }

  /**
   * Aborts when the client closed the output, or when the transport has ended; not at the end of input, after which answers
   * are still written. It is a signal of this exchange alone, so that what listens to it goes when the exchange goes.
   */
  get disconnected(): AbortSignal {
    if (this.#disconnect === undefined) {
      this.#disconnect = new AbortController();
      if (this.gone) this.#disconnect.abort();
      else this.#client.watching.add(this);
    }
    return this.#disconnect.signal;
  }

  get gone(): boolean {
    return this.#client.writer.gone;
  }

  /** Output is one stream, which has begun. */
  stream(): void {}

  /** There is no connection that could be closed and opened again. */
  suspend(): void {}

  send(message: JsonRpcNotification | JsonRpcRequest | JsonText, coalesce?: string): boolean {
    const { writer } = this.#client;
    const line = message instanceof JsonText ? message.json : encodeMessage(message);
    // An event without data is a point to resume from, which there is none of.
    if (line === '') return !writer.gone;
    if (coalesce === undefined) return writer.offer(line) !== undefined;
    // Keys belong to this exchange: two subscriptions may use the same one, and each must get its own message.
    const slots = this.#waitingSlots();
    const waiting = slots.get(coalesce);
    if (waiting !== undefined && writer.replace(waiting, line)) return true;
    const slot = writer.offer(line);
    if (slot === undefined) return false;
    slots.set(coalesce, slot);
    return true;
  }

  /** Without those of lines that are on their way: a stream may have a key for each of a million resources. */
  #waitingSlots(): Map<string, number> {
    const { firstSlot } = this.#client.writer;
    if (this.#slots === undefined || this.#slotsFrom !== firstSlot) {
      this.#slots = new Map();
      this.#slotsFrom = firstSlot;
    }
    return this.#slots;
  }

  /** Writes the answer of an exchange that stood; any other end is silence. */
  conclude(outcome: Outcome): void {
    if (this.#isConcluded || outcome.type === 'standing') return;
    this.#isConcluded = true;
    this.settle();
    if (outcome.type !== 'response' && outcome.type !== 'ended') return;
    const { writer } = this.#client;
    if (outcome.type === 'response') writer.write(encodeMessage(outcome.response));
    for (const notification of outcome.after ?? []) writer.write(encodeMessage(notification));
  }

  /** From now on it stands, until it is concluded or the client has gone. */
  stand(standing: Standing): void {
    if (this.#isConcluded) return;
    this.#standing = standing;
    if (this.gone) this.disconnect();
    else this.#client.watching.add(this);
  }

  /** The client has gone. */
  disconnect(): void {
    this.#disconnect?.abort();
    const standing = this.#standing;
    this.#standing = undefined;
    standing?.gone?.(this);
  }

  /** The message was dealt with: nobody needs to be told of a disconnect any more. */
  settle(): void {
    if (this.#disconnect !== undefined || this.#standing !== undefined) this.#client.watching.delete(this);
    this.#standing = undefined;
  }
}
