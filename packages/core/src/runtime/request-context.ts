import type { AskOptions, Elicit, ElicitAnswer, ElicitUrl, ListRoots, Sample } from '../application/asking.js';
import type { CallContext, ClientFacts, LogLevel } from '../application/context.js';
import type { RequestState } from '../application/request-state.js';
import { after } from '../awaitable.js';
import type { Caller } from '../contract/caller.js';
import type { ChangeEvent } from '../contract/change-event.js';
import type { Exchange } from '../contract/exchange.js';
import type { Revision } from '../contract/revision.js';
import { ApplicationError } from '../errors.js';
import type { JsonObject, JsonValue } from '../json.js';
import { lateQuestionChecks } from '../late-parts.js';
import type { LogLimit } from '../operations/log-limit.js';
import type { TimeLimit } from '../operations/time-limit.js';
import type { Turn } from '../operations/turn.js';
import { integer, MAX_TIMER_MS } from '../options/rules.js';
import type { SentRound } from '../rounds/run-round.js';
import { describeValue } from '../schema/describe-value.js';
import type { Cancellation } from './cancellation.js';
import { ClientRequestError } from './client-request-error.js';
import { Paced } from './paced.js';
import type { RequestHost } from './request-host.js';
import type { ListedTool } from './runtime.js';
import type { ToolEntry } from './tool-catalog.js';
import type { WrittenContent } from './tool-text.js';

type Checks = typeof import('../asking/checked.js');

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

/**
 * The ways of a spec to ask the client in the middle of a request; each only where the client declared it and can be reached.
 * They are given what has been checked, and give what they have checked: an answer of the kind that was asked for, and content
 * of a form that fits the form as the client was shown it.
 *
 * Those of `RequestContext` check what is asked, take schemas of any kind, ask nothing after the end, and a promise of theirs
 * that a handler lets go is never an unhandled rejection.
 */
export interface Asking {
  /** @param schema flat, as the protocol has it in its newest revision */
  readonly elicit?: ((message: string, schema: JsonObject, options?: AskOptions) => Promise<ElicitAnswer>) | undefined;
  readonly elicitUrl?: ElicitUrl | undefined;
  readonly sample?: Sample | undefined;
  readonly listRoots?: ListRoots | undefined;
}

/** What a spec knows about a request when it has read its envelope. */
export interface RequestFacts {
  readonly exchange: Exchange;
  /** The client that it comes from, where the spec knows more than the exchange does: its session. Default: the exchange's peer. */
  readonly peer?: object | undefined;
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
  /** Read when a handler reads one of the ways, so that it need not be made before. */
  readonly asking?: Asking | undefined;
  /**
   * Why the client can't be asked in the middle of this request, whatever it declared: words about it that go on after a colon,
   * such as `it has no session`. For the errors of those who try. Absent where there is no such reason.
   */
  readonly unaskable?: string | undefined;
  /**
   * What the client sent of an earlier round, empty for a first one, where what has to be asked is asked by an interim result.
   * Absent where the client is asked in the middle of its request: then all rounds are run in it, by `asking`.
   */
  readonly round?: SentRound | undefined;
  /** Whether the connection can be closed before the answer, so that the client comes back for it: then `closeStream` is there. */
  readonly canCloseStream?: boolean;
  /** Closes the connection. @param retryMs when the client should come back, in milliseconds */
  closeStream?(retryMs?: number): void;
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

/** When a client should come back, in milliseconds. */
const RETRY = integer(0, MAX_TIMER_MS);

const NO_META: JsonObject = Object.freeze({});

/** The context of one request: what handlers see, and what specs and the runtime need to know beside it. */
export class RequestContext implements CallContext {
  readonly facts: RequestFacts;
  /** The tool that a call found, for the spec that renders its result. Noted by the runtime. */
  tool: ListedTool | undefined = undefined;
  /** The tool that was looked up before the call, so that the call need not look again. Noted by the runtime. */
  found: ToolEntry | undefined = undefined;
  /** What ends it when it takes too long, where its time is limited. Noted by the runtime. */
  timeLimit: TimeLimit | undefined = undefined;
  /** Its turn, where there are limits. Noted by the runtime. */
  turn: Turn | undefined = undefined;
  /** Makes what limits its log messages, where they are limited. Noted by the runtime. */
  limitLogs: ((send: (message: LogMessage) => void) => LogLimit) | undefined = undefined;
  /** The structured content that a call has written already, for the same spec. Noted by the runtime. */
  written: WrittenContent | undefined = undefined;
  readonly #publish: (event: ChangeEvent) => void;
  readonly #host: RequestHost | undefined;
  #progress = Number.NEGATIVE_INFINITY;
  #paced: Paced<ProgressReport> | undefined = undefined;
  #logs: LogLimit | undefined = undefined;
  #hasAsked = false;
  /** How many questions are open. */
  #questions = 0;
  #finished = false;
  #state: Partial<RequestState> | undefined = undefined;
  #missed: (keyof Asking)[] | undefined = undefined;

  /** @param host what the requests of one server share; without it nothing is throttled and no warning is written */
  constructor(facts: RequestFacts, publish: (event: ChangeEvent) => void, host?: RequestHost) {
    this.facts = facts;
    this.#publish = publish;
    this.#host = host;
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

  get state(): Partial<RequestState> {
    this.#state ??= {};
    return this.#state;
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

  get closeStream(): CallContext['closeStream'] {
    if (this.facts.canCloseStream !== true) return undefined;
    return (retryMs) => {
      if (retryMs !== undefined && !RETRY.accepts(retryMs)) {
        throw new ApplicationError(`closeStream: retryMs must be ${RETRY.takes}; got ${describeValue(retryMs)}`);
      }
      if (!this.#silent) this.facts.closeStream?.(retryMs);
    };
  }

  // The ways to ask are read from the facts each time: a request that asks nothing has no functions made for it.
  get elicit(): Elicit | undefined {
    const elicit = this.#way('elicit');
    return elicit && ((...question) => this.#ask('elicit', ({ checkedElicit }) => checkedElicit(elicit)(...question)));
  }

  get elicitUrl(): ElicitUrl | undefined {
    const elicitUrl = this.#way('elicitUrl');
    return (
      elicitUrl &&
      ((...question) => this.#ask('elicitUrl', ({ checkedElicitUrl }) => checkedElicitUrl(elicitUrl)(...question)))
    );
  }

  get sample(): Sample | undefined {
    const sample = this.#way('sample');
    return sample && ((...question) => this.#ask('sample', ({ checkedSample }) => checkedSample(sample)(...question)));
  }

  get listRoots(): ListRoots | undefined {
    const listRoots = this.#way('listRoots');
    return (
      listRoots &&
      ((...question) => this.#ask('listRoots', ({ checkedListRoots }) => checkedListRoots(listRoots)(...question)))
    );
  }

  /** The ways to ask that somebody wanted and that this request does not have, in the order in which they were wanted. */
  get missedWays(): readonly (keyof Asking)[] {
    return this.#missed ?? [];
  }

  #way<Way extends keyof Asking>(way: Way): Asking[Way] {
    const ask = this.facts.asking?.[way];
    if (ask === undefined && this.#missed?.includes(way) !== true) this.#missed = [...this.missedWays, way];
    return ask;
  }

  /**
   * After this, nothing more is sent for the request, and what its handler asked the client has no answer. The last progress,
   * where it waits for its turn, is sent before, and how many log messages were not. A spec calls it when the answer is made, and before it goes out.
   */
  finish(): void {
    if (this.#finished) return;
    if (this.facts.cancellation.cancelled) {
      this.#paced?.drop();
      this.#logs?.drop();
    } else {
      this.#paced?.flush();
      this.#logs?.flush();
    }
    this.#finished = true;
    if (this.#hasAsked) this.#host?.clientRequests.release(this.facts.cancellation);
  }

  #report(progress: number, total: number | undefined, message: string | undefined): void {
    if (this.facts.sendProgress === undefined || this.#silent) return;
    // The protocol wants each value to be greater than the last (ambiguity Q-23: one that is not is dropped).
    if (!Number.isFinite(progress) || progress <= this.#progress) {
      this.#host?.logger.debug({ progress, last: this.#progress }, 'Progress that does not grow is not sent');
      return;
    }
    this.#progress = progress;
    const report = { progress, total, message };
    const intervalMs = this.#host?.progressIntervalMs ?? 0;
    if (intervalMs === 0) {
      this.#send(report);
      return;
    }
    this.#paced ??= new Paced(intervalMs, (latest) => this.#send(latest));
    this.#paced.push(report);
  }

  /** A report must not fail the work that it is about, nor the timer that it waited for. */
  #send(report: ProgressReport): void {
    if (this.#silent) return;
    try {
      this.facts.sendProgress?.(report);
    } catch (err) {
      this.#host?.warnOnce('progress', { err }, 'Progress could not be sent');
    }
  }

  #write(level: LogLevel, data: JsonValue, logger: string | undefined): void {
    const { sendLog, logLevel } = this.facts;
    if (sendLog === undefined || logLevel === undefined || this.#silent) return;
    if (!LOG_LEVELS.includes(level)) {
      const levels = LOG_LEVELS.join(', ');
      this.#host?.warnOnce(
        'log level',
        { level },
        `A log message of an unknown level is not sent; there are ${levels}`,
      );
    } else if (this.#wantsLogsOf(level)) {
      this.#limitedLog({ level, data, logger });
    }
  }

  #wantsLogsOf(level: LogLevel): boolean {
    const { logLevel } = this.facts;
    return logLevel !== undefined && LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(logLevel);
  }

  #limitedLog(message: LogMessage): void {
    if (this.limitLogs === undefined) {
      this.#sendLog(message);
      return;
    }
    // What is sent later may come after the end, or after the client has changed its mind.
    this.#logs ??= this.limitLogs((late) => {
      if (!this.#silent && this.#wantsLogsOf(late.level)) this.#sendLog(late);
    });
    this.#logs.push(message);
  }

  #sendLog(message: LogMessage): void {
    try {
      this.facts.sendLog?.(message);
    } catch (err) {
      this.#host?.warnOnce('log data', { err, logger: message.logger }, 'A log message could not be sent');
    }
  }

  /**
   * Asks for a handler: nothing is asked after the end. That a handler lets go of its question is no fault, even where the
   * question ends with an error.
   */
  #ask<Answer>(way: keyof Asking, ask: (checks: Checks) => Promise<Answer>): Promise<Answer> {
    this.#hasAsked = true;
    if (this.#silent) return handled(this.#tooLate(way));
    this.#pause();
    const answer = new Promise<Answer>((resolve) =>
      resolve(after(lateQuestionChecks(), (checks) => (this.#silent ? this.#tooLate(way) : ask(checks)))),
    );
    const goOn = (): void => this.#resume();
    answer.then(goOn, goOn);
    return answer;
  }

  /** What takes the client's time takes neither that of the request nor its turn. */
  #pause(): void {
    this.#questions += 1;
    if (this.#questions > 1) return;
    this.timeLimit?.pause();
    this.turn?.pause();
  }

  #resume(): void {
    this.#questions -= 1;
    if (this.#questions > 0) return;
    this.timeLimit?.resume();
    this.turn?.resume();
  }

  #tooLate(way: string): Promise<never> {
    return Promise.reject(new ClientRequestError(this.facts.cancellation.cancelled ? 'cancelled' : 'over', way));
  }

  get #silent(): boolean {
    return this.#finished || this.facts.cancellation.cancelled;
  }
}

/** A promise that may be let go of. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
