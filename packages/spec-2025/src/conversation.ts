import type { ClientFacts, Exchange, LogLevel, Revision } from '@polyspec/core';
import type { Wire, Wires } from './wire.js';

/** What is known about a client when one of its requests arrives. */
export interface Conversation {
  /** The revision that it speaks. */
  wire: Wire;
  /** What it said about itself in `initialize`. */
  client: ClientFacts;
  /** Whether `initialize` was answered. */
  isOpen: boolean;
  /** The least severe log messages that it wants; none before `logging/setLevel` (ambiguity Q-48). */
  logLevel: LogLevel | undefined;
}

/** A client that has not said anything about itself. */
const UNKNOWN_CLIENT: ClientFacts = Object.freeze({ capabilities: Object.freeze({}) });

/**
 * What is remembered of clients between their requests. A process at the other end of stdio is one client for as long as
 * it lives. Over HTTP nothing is remembered: each request stands alone, names its revision in a header field, and the
 * client behind it is unknown (ambiguity Q-61).
 */
export class Conversations {
  readonly #newest: Wire;
  readonly #byPeer = new WeakMap<object, Conversation>();
  /** One for all requests of a revision over HTTP. Nothing may be written into it. */
  readonly #byRevision: ReadonlyMap<Revision, Conversation>;

  /** @param wires the revisions served, newest first */
  constructor(wires: Wires) {
    this.#newest = wires[0];
    this.#byRevision = new Map(wires.map((wire) => [wire.revision, Object.freeze(unopened(wire))]));
  }

  /** Whether what this client says now will be known when its next request arrives. */
  remembers(exchange: Exchange): boolean {
    return exchange.http === undefined;
  }

  /** Whether this client's `initialize` was answered, as far as it is remembered. */
  isOpen(exchange: Exchange): boolean {
    return this.remembers(exchange) && this.#byPeer.get(exchange.peer)?.isOpen === true;
  }

  /** The conversation that a request belongs to. Without `initialize` the client counts as one of the newest revision. */
  of(exchange: Exchange): Conversation {
    const { http, peer } = exchange;
    if (http !== undefined) {
      return this.#byRevision.get(http.header('mcp-protocol-version') ?? '') ?? unopened(this.#newest);
    }
    let conversation = this.#byPeer.get(peer);
    if (conversation === undefined) {
      conversation = unopened(this.#newest);
      this.#byPeer.set(peer, conversation);
    }
    return conversation;
  }

  /** Writes down what `initialize` agreed on, where it will be remembered. */
  open(exchange: Exchange, wire: Wire, client: ClientFacts): void {
    if (!this.remembers(exchange)) return;
    const conversation = this.of(exchange);
    conversation.wire = wire;
    conversation.client = client;
    conversation.isOpen = true;
  }
}

function unopened(wire: Wire): Conversation {
  return { wire, client: UNKNOWN_CLIENT, isOpen: false, logLevel: undefined };
}
