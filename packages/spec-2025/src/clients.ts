import type { Awaitable, ClientFacts, Exchange, Revision, Runtime } from '@polyspec/core';
import { after } from '@polyspec/core';
import type { Call } from './call.js';
import { Changes } from './changes.js';
import { Connection } from './connection.js';
import { type Stranger, stranger } from './conversation.js';
import type { Spec2025Options } from './options.js';
import { Pings } from './pings.js';
import { Sessions } from './sessions.js';
import type { Wire, Wires } from './wire.js';

/**
 * The clients of a server: connections of their own, such as stdio, each of which is one client for as long as it lives;
 * sessions over HTTP; and over HTTP without sessions those of whom nothing is known but the revision in a header field.
 */
export class Clients {
  /** `undefined` where they are switched off. */
  readonly sessions: Sessions | undefined;
  /** `undefined` where nobody is pinged. */
  readonly pings: Pings | undefined;
  readonly #options: Spec2025Options;
  readonly #newest: Wire;
  readonly #changes: Changes;
  readonly #connections = new WeakMap<object, Connection>();
  readonly #unknown: Stranger;
  readonly #byRevision: ReadonlyMap<Revision, Stranger>;

  /** @param wires the revisions served, newest first */
  constructor(wires: Wires, runtime: Runtime, options: Spec2025Options) {
    this.#options = options;
    this.#newest = wires[0];
    this.#changes = new Changes(runtime);
    const { pingSeconds = 0 } = options;
    this.pings = pingSeconds === 0 ? undefined : new Pings(pingSeconds, runtime);
    this.#unknown = stranger(wires[0]);
    this.#byRevision = new Map(wires.map((wire) => [wire.revision, stranger(wire)]));
    this.sessions =
      options.sessions === false ? undefined : new Sessions(wires, runtime, this.#changes, options, this.pings);
  }

  /** Whether what a client says now will be known when its next request arrives. */
  remembers({ http }: Exchange): boolean {
    return http === undefined || this.sessions !== undefined;
  }

  /** Whether `initialize` was answered on the connection of this exchange; never over HTTP. */
  isOpen({ http, peer }: Exchange): boolean {
    return http === undefined && this.#connections.get(peer)?.isOpen === true;
  }

  /** The client at the other end of a connection that is its own. Before `initialize` it counts as one of the newest revision. */
  connection({ peer }: Exchange): Connection {
    let connection = this.#connections.get(peer);
    if (connection === undefined) {
      connection = new Connection(peer, this.#newest, this.#options.logLevel, this.#changes, this.pings);
      this.#connections.set(peer, connection);
    }
    return connection;
  }

  /** A client over HTTP that has no session. */
  stranger(revision: Revision | undefined): Stranger {
    return this.#byRevision.get(revision ?? '') ?? this.#unknown;
  }

  /** Writes down what `initialize` agreed on, where it will be remembered. */
  open(call: Call, wire: Wire, client: ClientFacts): Awaitable<void> {
    const { exchange } = call;
    if (exchange.http === undefined) return this.connection(exchange).open(wire, client, exchange);
    if (this.sessions === undefined) return;
    return after(this.sessions.create(wire, client, exchange.caller), (id) => {
      call.sessionId = id;
    });
  }

  /** Ends all streams. */
  close(): void {
    this.pings?.close();
    this.sessions?.close();
    this.#changes.close();
  }
}
