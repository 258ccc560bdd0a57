import { ApplicationError, type ChangeEvent, JsonText, notification, type Runtime, shown } from '@polyspec/core';
import type { Inbox, KnownClient } from './conversation.js';

/** One visit, and whose it is. */
interface Visit {
  /** Weakly, for nobody says when a client will not come back: what is known of it must not stay because of a visit. */
  client: WeakRef<KnownClient>;
  /** The session of the client, if it is known by one, and where it hears of the visit if it does not listen then. */
  readonly session: string | undefined;
  readonly inbox: Inbox | undefined;
  /** How many questions for it are open, and whether it is expected whatever comes of them. */
  questions: number;
  isWanted: boolean;
}

/** How many visits are remembered. One more, and the oldest is forgotten: its client is not told any more. */
const MAX_VISITS = 10_000;

/**
 * The pages that users were asked to visit, until the visits are done, which may be long after the requests
 * (client/elicitation#completion-notifications-for-url-mode-elicitation). Each belongs to the client that was asked, and no
 * other is told of it (YI-08).
 */
export class Visits {
  readonly #runtime: Runtime;
  readonly #visits = new Map<string, Visit>();
  /** Their ids, by the session of their client. */
  readonly #ofSession = new Map<string, Set<string>>();
  #isListening = false;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** How many are not done yet. */
  get size(): number {
    return this.#visits.size;
  }

  /**
   * A visit of a client is expected, whatever comes of questions for it.
   *
   * @throws ApplicationError where another client was asked for a visit of this id
   */
  begin(id: string, client: KnownClient): void {
    const visit = this.#begun(id, client);
    if (visit !== undefined) visit.isWanted = true;
  }

  /**
   * A client is asked for a visit, maybe once more.
   *
   * @returns what ends this question, and takes whether the visit is expected now. The last question for a visit that none of
   *   them, and nothing else, has made expected ends the visit too
   * @throws ApplicationError where another client was asked for a visit of this id
   */
  ask(id: string, client: KnownClient): (isWanted: boolean) => void {
    const visit = this.#begun(id, client);
    if (visit === undefined) return () => undefined;
    visit.questions += 1;
    return (isWanted) => {
      visit.questions -= 1;
      visit.isWanted ||= isWanted;
      const isOver = !visit.isWanted && visit.questions === 0;
      // It may be done meanwhile, and another of the same id have begun.
      if (isOver && this.#visits.get(id) === visit) this.#forget(id);
    };
  }

  /** The visit of this id, the newest from now on; `undefined` where there is nobody to ask. */
  #begun(id: string, client: KnownClient): Visit | undefined {
    const known = this.#known(id);
    if (known !== undefined && !isOf(known, client)) {
      throw new ApplicationError(`elicitUrl: another client was asked for a visit with the id '${shown(id)}'`);
    }
    // What was still at work in a session that has ended asks nobody.
    if ('hasEnded' in client && client.hasEnded === true) return undefined;
    this.#listen();
    const latest = new WeakRef(client);
    const { inbox } = client;
    const visit = known ?? { client: latest, session: sessionOf(client), inbox, questions: 0, isWanted: false };
    visit.client = latest;
    this.#forget(id);
    this.#add(id, visit);
    if (this.#visits.size <= MAX_VISITS) return visit;
    const [oldest = id] = this.#visits.keys();
    this.#forget(oldest);
    return visit;
  }

  /** A visit, unless it is of a connection that is gone. A session stays when what is open of it does not. */
  #known(id: string): Visit | undefined {
    const visit = this.#visits.get(id);
    return visit?.session === undefined && visit?.client.deref() === undefined ? undefined : visit;
  }

  #forget(id: string): void {
    const session = this.#visits.get(id)?.session;
    this.#visits.delete(id);
    if (session === undefined) return;
    const ids = this.#ofSession.get(session);
    ids?.delete(id);
    if (ids?.size === 0) this.#ofSession.delete(session);
  }

  /** A session has ended, so there is nobody to tell. */
  forgetSession(session: string): void {
    for (const id of this.#ofSession.get(session) ?? []) this.#forget(id);
  }

  #add(id: string, visit: Visit): void {
    this.#visits.set(id, visit);
    if (visit.session === undefined) return;
    const ids = this.#ofSession.get(visit.session);
    if (ids === undefined) this.#ofSession.set(visit.session, new Set([id]));
    else ids.add(id);
  }

  #complete(id: string): void {
    const visit = this.#visits.get(id);
    if (visit === undefined) return;
    this.#forget(id);
    const { client, session, inbox } = visit;
    const notice = notification('notifications/elicitation/complete', { elicitationId: id });
    const text = new JsonText(JSON.stringify(notice));
    const latest = client.deref();
    if (session === undefined || inbox === undefined) latest?.post(text);
    else inbox.postLater(session, text, latest);
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
function isOf({ client, session }: Visit, other: KnownClient): boolean {
  return session === undefined ? client.deref()?.peer === other.peer : session === sessionOf(other);
}

function sessionOf(client: KnownClient): string | undefined {
  return 'id' in client ? String(client.id) : undefined;
}
