import type { JsonObject } from '../json.js';

/** Who makes a request: facts that a guard verified. Never the raw token. */
export interface Caller {
  /** The user or service, for example the `sub` of a token. */
  readonly subject?: string;
  /** The client program, for example the `client_id` of a token. */
  readonly clientId?: string;
  /** Who issued the credentials. */
  readonly issuer?: string;
  /** What was granted. */
  readonly scopes: readonly string[];
  /** When the credentials end, in seconds since 1970. */
  readonly expiresAt?: number;
  /** Everything else that was verified. */
  readonly claims?: JsonObject;
}

/** What is about to be done on behalf of a caller. */
export interface Operation {
  /** The method, such as `tools/call`. */
  readonly method: string;
  /** The tool or prompt, where the method names one. */
  readonly name?: string;
  /** The resource, where the method names one. */
  readonly uri?: string;
}

/** An operation that the caller may not do. */
export interface Refusal {
  /** HTTP status, such as 403. */
  readonly status: number;
  readonly headers?: HeaderMap;
  readonly body?: JsonObject;
  /** Why, for clients that are not reached over HTTP. */
  readonly message: string;
}

/** Header fields of an answer. Names in any letter case. */
export type HeaderMap = Readonly<Record<string, string | readonly string[]>>;
