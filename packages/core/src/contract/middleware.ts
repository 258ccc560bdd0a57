import type { CallContext } from '../application/context.js';
import type { Awaitable } from '../awaitable.js';
import type { JsonObject } from '../json.js';
import type { Operation } from './caller.js';

/** An operation with its parameters, as middleware sees it. */
export interface OperationCall extends Operation {
  readonly params: JsonObject;
}

/** Runs around an operation: call `next` to go on, or don't. An error passes through it once. */
export type Middleware = (
  operation: OperationCall,
  next: () => Promise<unknown>,
  context: CallContext,
) => Awaitable<unknown>;
