import type { Caller } from '../contract/caller.js';
import type { ChangeEvent } from '../contract/change-event.js';
import type { Revision } from '../contract/revision.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { Elicit, ElicitUrl, ListRoots, Sample } from './asking.js';
import type { Icon } from './content.js';
import type { RequestState } from './request-state.js';

/** A program that speaks the protocol (schema `Implementation`). */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}

/** What a client can do. An empty object means that the feature is there with its defaults. */
export interface ClientCapabilities {
  /** `{}` means form mode only. */
  readonly elicitation?: {
    readonly form?: object;
    readonly url?: object;
  };
  readonly sampling?: {
    readonly tools?: object;
    readonly context?: object;
  };
  readonly roots?: {
    readonly listChanged?: boolean;
  };
  readonly experimental?: JsonObject;
  readonly extensions?: Readonly<Record<string, JsonObject | undefined>>;
  readonly [other: string]: unknown;
}

/** What is known about the client of a request. */
export interface ClientFacts {
  /** Its name and version, if it told. For display and logs only: anybody can claim anything. */
  readonly info?: Implementation;
  readonly capabilities: ClientCapabilities;
}

/** Severities of log messages (RFC 5424), least severe first. */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * What a handler knows about the request that it serves, and what it can do while it runs. One is made for every
 * request; it is the same on every revision and transport.
 *
 * Its functions work without the context too, so that it may be taken apart.
 *
 * @example
 * run: async ({ files }, { progress, signal }) => {
 *   for (const [index, file] of files.entries()) {
 *     signal.throwIfAborted();
 *     await convert(file);
 *     progress(index + 1, files.length, file);
 *   }
 * }
 */
export interface CallContext {
  /** Aborts when nobody waits for the answer any more: cancelled, timed out, or the client is gone (2026). */
  readonly signal: AbortSignal;
  /** The revision that the client speaks. */
  readonly revision: Revision;
  readonly client: ClientFacts;
  /** Who is asking, where the transport is guarded. */
  readonly caller: Caller | undefined;
  /** The `_meta` of the request, `{}` when absent; `traceparent`, `tracestate` and `baggage` are found here untouched. */
  readonly meta: JsonObject;
  /** What middleware and handlers keep of this request for each other. One object a request, empty at first. */
  readonly state: Partial<RequestState>;
  /**
   * Reports progress. Does nothing when the client did not ask for it, when the value has not grown, and after the answer.
   *
   * @param progress how much is done, in any unit; has to grow
   * @param total how much there is to do, in the same unit
   * @param message for people
   */
  readonly progress: (progress: number, total?: number, message?: string) => void;
  /** Sends a log message to the client, if it wants messages of this level. */
  readonly log: (level: LogLevel, data: JsonValue, logger?: string) => void;
  /** Publishes a change to every client that asked to hear about it. */
  readonly notify: (event: ChangeEvent) => void;
  /**
   * Closes the connection on which the client waits, so that work which takes long holds none: the client comes back after
   * `retryMs` milliseconds (option `retryMs` by default) and then gets what was sent meanwhile, and the answer. Only where a
   * client does that: revision 2025-11-25 over HTTP, in a session with an event store (basic/transports
   * #sending-messages-to-the-server). It throws an `ApplicationError` unless `retryMs` is a whole number from 0 to 2,147,483,647.
   *
   * @example context.closeStream?.(5000);
   */
  readonly closeStream?: ((retryMs?: number) => void) | undefined;
  /**
   * Asks the user to fill in a form, where the client can be asked in the middle of a request: under the revisions of 2025, if it
   * declared that it can be, over stdio and in a session over HTTP. The same goes for the next three. For a way that works under
   * every revision see `RoundProvider` and `dialogue`.
   */
  readonly elicit?: Elicit | undefined;
  /** Asks the user to visit a page, where the client can be asked to (2025-11-25). */
  readonly elicitUrl?: ElicitUrl | undefined;
  /** Asks the client's model, where the client can be asked. */
  readonly sample?: Sample | undefined;
  /** Asks for the client's folders, where the client can be asked. */
  readonly listRoots?: ListRoots | undefined;
}
