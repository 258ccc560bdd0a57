import type { Awaitable } from '../awaitable.js';
import type { Caller, HeaderMap, Operation, Refusal } from './caller.js';
import type { HttpFacts } from './exchange.js';

/** A route that a guard serves beside the endpoint, such as its metadata document. Reached without authentication. */
export interface GuardRoute {
  /** The exact path. */
  readonly path: string;
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: string;
}

/** Protects an HTTP endpoint. `@polyspec/oauth` is one; any object of this shape is another. */
export interface HttpGuard {
  /** GET routes that it serves by itself. */
  readonly routes?: readonly GuardRoute[];
  /** Looks at a request before its body is read: the caller, or the refusal to answer with. */
  authenticate(request: HttpFacts): Awaitable<Authentication>;
  /** Whether the caller may do this operation. Absent: whoever was authenticated may do everything. */
  authorize?(caller: Caller, operation: Operation): Awaitable<Refusal | undefined>;
  /**
   * Whether the caller of an open stream is still welcome. Asked every `recheckMs` and when the credentials end; false, a
   * failure or no answer ends the stream.
   */
  recheck?(caller: Caller): Awaitable<boolean>;
}

/** What a guard found out about a request. */
export type Authentication =
  | {
      readonly caller: Caller;
    }
  | {
      readonly refusal: Refusal;
    };
