import type { Elicit, ElicitUrl, ListRoots, Sample } from '../application/asking.js';
import type { CallContext, ClientFacts, LogLevel } from '../application/context.js';
import type { Caller } from '../contract/caller.js';
import type { ChangeEvent } from '../contract/change-event.js';
import type { Exchange } from '../contract/exchange.js';
import type { Revision } from '../contract/revision.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { Cancellation } from './cancellation.js';
import type { ListedTool } from './runtime.js';
import type { WrittenContent } from './tool-text.js';

/** One report of progress. */
export interface ProgressReport {
  readonly progress: number;
  readonly total: number | undefined;
  readonly message: string | undefined;
}

/** One log message for the client. */
export interface LogMessage {
  readonly level: LogLevel;
  readonly data: JsonValue;
  readonly logger: string | undefined;
}

/** The ways to ask the client in the middle of a request; each only where the client declared it and can be reached. */
export interface Asking {
  readonly elicit?: Elicit;
  readonly elicitUrl?: ElicitUrl;
  readonly sample?: Sample;
  readonly listRoots?: ListRoots;
}

/** What a spec knows about a request when it has read its envelope. */
export interface RequestFacts {
  readonly exchange: Exchange;
  readonly revision: Revision;
  readonly client: ClientFacts;
  readonly meta: JsonObject | undefined;
  readonly cancellation: Cancellation;
  /** Sends progress on its way. Absent when the client did not ask for it. */
  readonly sendProgress?: (report: ProgressReport) => void;
  /** Sends a log message on its way. Absent when the client wants none. */
  readonly sendLog?: (message: LogMessage) => void;
  /** The least severe level that the client wants. */
  readonly logLevel?: LogLevel;
  readonly asking?: Asking;
}

/** Severities, least severe first. */
export const LOG_LEVELS: readonly LogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

const NO_META: JsonObject = Object.freeze({});

/** The context of one request: what handlers see, and what specs and the runtime need to know beside it. */
export class RequestContext implements CallContext {
  readonly facts: RequestFacts;
  /** The tool that a call found, for the spec that renders its result. Noted by the runtime. */
  tool: ListedTool | undefined = undefined;
  /** The structured content that a call has written already, for the same spec. Noted by the runtime. */
  written: WrittenContent | undefined = undefined;
  declare readonly elicit?: Elicit;
  declare readonly elicitUrl?: ElicitUrl;
  declare readonly sample?: Sample;
  declare readonly listRoots?: ListRoots;
  readonly #publish: (event: ChangeEvent) => void;
  #progress = Number.NEGATIVE_INFINITY;
  #finished = false;

  constructor(facts: RequestFacts, publish: (event: ChangeEvent) => void) {
    this.facts = facts;
    this.#publish = publish;
    const { asking } = facts;
    if (asking !== undefined) Object.assign(this, asking);
  }

  get signal(): AbortSignal {
    return this.facts.cancellation.signal;
  }

  get revision(): Revision {
    return this.facts.revision;
  }

  get client(): ClientFacts {
    return this.facts.client;
  }

  get caller(): Caller | undefined {
    return this.facts.exchange.caller;
  }

  get meta(): JsonObject {
    return this.facts.meta ?? NO_META;
  }

  // Handlers may take the context apart, so what they read is bound. It is made when it is read: most never do.
  get progress(): CallContext['progress'] {
    return (progress, total, message) => this.#report(progress, total, message);
  }

  get log(): CallContext['log'] {
    return (level, data, logger) => this.#write(level, data, logger);
  }

  get notify(): CallContext['notify'] {
    return this.#publish;
  }

  /** After this, nothing more is sent for the request. A spec calls it when the answer is made. */
  finish(): void {
    this.#finished = true;
  }

  #report(progress: number, total: number | undefined, message: string | undefined): void {
    const { sendProgress } = this.facts;
    if (sendProgress === undefined || this.#silent) return;
    // The protocol wants each value to be greater than the last (ambiguity Q-23: one that is not is dropped).
    if (!Number.isFinite(progress) || progress <= this.#progress) return;
    this.#progress = progress;
    sendProgress({ progress, total, message });
  }

  #write(level: LogLevel, data: JsonValue, logger: string | undefined): void {
    const { sendLog, logLevel } = this.facts;
    if (sendLog === undefined || logLevel === undefined || this.#silent) return;
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(logLevel)) return;
    sendLog({ level, data, logger });
  }

  get #silent(): boolean {
    return this.#finished || this.facts.cancellation.cancelled;
  }
}
