import { clientFaults, isKnownRevision, type KnownRevision, serverFaults } from '../../../schema/official-schema.js';

/** What a test says of a conversation that it watches. */
export interface Watched {
  /** What the server serves, newest first. */
  readonly served: readonly KnownRevision[];
  /** Whether the client is a real one, whose messages have to be valid too. Tests by hand send wrong ones on purpose. */
  readonly isRealClient?: boolean;
}

/** The session of 2025 that an HTTP exchange belongs to. */
interface Session {
  readonly id: string;
  /** Whether the client comes back for what it has missed. */
  readonly isResumed: boolean;
}

interface Request {
  /** `undefined` where it has none that is a text: such a one gets an error, and no result. */
  readonly method: string | undefined;
  /** The revisions by which the answer may go; one of them has to fit. */
  readonly revisions: readonly KnownRevision[];
}

/**
 * One stdio process or one HTTP exchange, message by message. Each message of the server is checked against the official
 * schema of the revision that it belongs to; what is wrong with any of them is collected.
 */
export class Conversation {
  /** How many messages of the server were checked. */
  checked = 0;
  readonly #watched: Watched;
  readonly #version: string | undefined;
  readonly #session: Session | undefined;
  readonly #asked = new Map<unknown, Request[]>();
  readonly #faults: string[] = [];
  #negotiated: KnownRevision | undefined;

  /**
   * @param version the version header of the HTTP exchange
   * @param session the session that it belongs to
   */
  constructor(watched: Watched, version?: string, session?: Session) {
    this.#watched = watched;
    this.#version = version;
    this.#session = session;
  }

  /** One HTTP exchange. @param field gives the header fields of its request */
  static ofExchange(watched: Watched, field: (name: string) => string | undefined): Conversation {
    const id = field('mcp-session-id');
    const session = id === undefined ? undefined : { id, isResumed: field('last-event-id') !== undefined };
    return new Conversation(watched, field('mcp-protocol-version'), session);
  }

  /** What was found wrong since this was last asked. */
  takeFaults(): readonly string[] {
    faulty.delete(this);
    return this.#faults.splice(0);
  }

  fault(text: string): void {
    faulty.add(this);
    this.#faults.push(text);
  }

  fromClient(message: unknown): void {
    if (!isObject(message)) return;
    const { id, method, params } = message;
    if (this.#watched.isRealClient === true) {
      const revision = this.#revisionOfClient(message);
      this.#note(clientFaults(message, revision), 'client', message);
    }
    const isResponse = method === undefined && ('result' in message || 'error' in message);
    if (id === undefined || isResponse) return;
    const waiting = this.#asked.get(id) ?? [];
    const request = {
      method: typeof method === 'string' ? method : undefined,
      revisions: this.#revisionsOf(method, params),
    };
    waiting.push(request);
    this.#asked.set(id, waiting);
    if (this.#session !== undefined) remember(this.#session.id, id, request);
  }

  fromServer(message: unknown): void {
    this.checked += 1;
    checkedInAll += 1;
    if (!isObject(message)) {
      this.#note(['no object'], 'server', message);
      return;
    }
    const { id, method, result } = message;
    if (method !== undefined) {
      this.#check(message, this.#revisionsOfNotifications());
      return;
    }
    const request = this.#takeRequest(id);
    if (id !== undefined && request === undefined) this.#note(['answers nothing that was asked'], 'server', message);
    if (request?.method === 'initialize' && isObject(result)) this.#initialized(message, result.protocolVersion);
    else this.#check(message, request?.revisions ?? this.#watched.served, request?.method);
  }

  #initialized(message: object, version: unknown): void {
    if (!isKnownRevision(version) || version === '2026-07-28' || !this.#watched.served.includes(version)) {
      this.#note([`negotiates ${String(version)}`], 'server', message);
    } else {
      this.#negotiated = version;
      this.#check(message, [version], 'initialize');
    }
  }

  #takeRequest(id: unknown): Request | undefined {
    // On such a stream comes what was asked for by another exchange, and comes again where it was lost.
    if (this.#session?.isResumed === true) return requests.get(this.#session.id)?.get(id);
    return this.#asked.get(id)?.shift();
  }

  #revisionsOf(method: unknown, params: unknown): readonly KnownRevision[] {
    const { served } = this.#watched;
    // Whatever revision it names: naming one there is the way of the newest only.
    if (modernVersion(params) !== undefined) return served.slice(0, 1);
    if (method === 'initialize') return served;
    if (this.#negotiated !== undefined) return [this.#negotiated];
    return isServed(this.#version, served) ? [this.#version] : served;
  }

  /** In a process that serves both eras, a notification may belong to either. */
  #revisionsOfNotifications(): readonly KnownRevision[] {
    const { served } = this.#watched;
    const own = this.#negotiated ?? this.#version;
    if (!isServed(own, served)) return served;
    return served.filter((revision) => revision === own || (this.#negotiated && revision === '2026-07-28'));
  }

  #revisionOfClient({ method, params }: Fields): KnownRevision {
    if (modernVersion(params) !== undefined) return '2026-07-28';
    if (method === 'initialize' && isObject(params) && isKnownRevision(params.protocolVersion))
      return params.protocolVersion;
    if (this.#negotiated !== undefined) return this.#negotiated;
    return isKnownRevision(this.#version) ? this.#version : '2025-11-25';
  }

  #check(message: object, revisions: readonly KnownRevision[], method?: string): void {
    const faults = revisions.map((revision) => serverFaults(message, revision, method));
    if (!faults.some((list) => list.length === 0)) this.#note(faults[0] ?? ['no revision'], 'server', message);
  }

  #note(faults: readonly string[], sender: 'client' | 'server', message: unknown): void {
    if (faults.length > 0) this.fault(`${faults.join('\n')}\n  in the ${sender}'s ${JSON.stringify(message)}`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

const MODERN_VERSION = 'io.modelcontextprotocol/protocolVersion';

function modernVersion(params: unknown): unknown {
  return isObject(params) && isObject(params._meta) ? params._meta[MODERN_VERSION] : undefined;
}

function isServed(version: unknown, served: readonly KnownRevision[]): version is KnownRevision {
  return (served as readonly unknown[]).includes(version);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The last request with each id, by sessions. */
const requests = new Map<string, Map<unknown, Request>>();

function remember(session: string, id: unknown, request: Request): void {
  const known = requests.get(session) ?? new Map<unknown, Request>();
  requests.set(session, known.set(id, request));
}

// A conversation in which nothing is wrong leaves nothing but its count: tests measure what thousands of clients cost.
const faulty = new Set<Conversation>();
let checkedInAll = 0;

/** Everything that was found wrong in any conversation since this was last asked, and how many messages were checked in all. */
export function takeAllFaults(): { readonly faults: readonly string[]; readonly checked: number } {
  return { faults: [...faulty].flatMap((conversation) => conversation.takeFaults()), checked: checkedInAll };
}
