import { ApplicationError, type ChangeEvent, JsonText, notification, type Runtime, shown } from '@polyspec/core';
import type { KnownClient } from './conversation.js';

/** How many visits are remembered. One more, and the oldest is forgotten: its client is not told any more. */
const MAX_VISITS = 10_000;

/**
 * The pages that users were asked to visit, until the visits are done, which may be long after the requests
 * (client/elicitation#completion-notifications-for-url-mode-elicitation). Each belongs to the client that was asked, and no
 * other is told of it (YI-08).
 */
export class Visits {
  readonly #runtime: Runtime;
  /** Weakly, for nobody says when a client will not come back: what is known of it must not stay because of a visit. */
  readonly #clients = new Map<string, WeakRef<KnownClient>>();
  #isListening = false;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** How many are not done yet. */
  get size(): number {
    return this.#clients.size;
  }

  /**
   * A client is asked for a visit, maybe once more.
   *
   * @throws ApplicationError where another client was asked for a visit of this id
   */
  begin(id: string, client: KnownClient): void {
    const known = this.#clients.get(id)?.deref();
    if (known !== undefined && !isSame(known, client)) {
      throw new ApplicationError(`elicitUrl: another client was asked for a visit with the id '${shown(id)}'`);
    }
    this.#listen();
    this.#clients.delete(id);
    this.#clients.set(id, new WeakRef(client));
    if (this.#clients.size <= MAX_VISITS) return;
    const [oldest = id] = this.#clients.keys();
    this.#clients.delete(oldest);
  }

  /** There will be no visit. */
  forget(id: string): void {
    this.#clients.delete(id);
  }

  #complete(id: string): void {
    const client = this.#clients.get(id)?.deref();
    this.#clients.delete(id);
    client?.post(
      new JsonText(JSON.stringify(notification('notifications/elicitation/complete', { elicitationId: id }))),
    );
  }

  /** A bus that can't be subscribed to costs the notifications, and nothing else. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    try {
      this.#runtime.listen({ elicitationComplete: true }, (event) => this.#tell(event));
    } catch (err) {
      this.#runtime.logger.error({ err }, 'Clients are not told of visits: the bus could not be subscribed to');
    }
  }

  #tell(event: ChangeEvent): void {
    if (event.type === 'elicitationComplete') this.#complete(event.elicitationId);
  }
}

/** A session may be made anew from its record, and is the same client then. */
function isSame(one: KnownClient, other: KnownClient): boolean {
  return one.peer === other.peer || ('id' in one && 'id' in other && one.id === other.id);
}
