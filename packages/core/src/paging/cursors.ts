import type { CacheableOperation, CachePolicy } from '../application/cache-policy.js';
import type { CallContext } from '../application/context.js';
import type { Awaitable } from '../awaitable.js';
import type { SealBinding, Sealer } from '../contract/sealer.js';
import { RequestError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { callerKey } from '../seal/caller-key.js';
import { type Position, readPosition } from './position.js';

/** What cursors are made with. */
export interface CursorOptions {
  readonly sealer: Sealer;
  /** How long a cursor may be used, in milliseconds. */
  readonly ttlMs: number;
  /** The server's name: several servers may have their keys in common. */
  readonly server: string;
  /** Whether clients may share the pages of a list. */
  scopeOf(method: CacheableOperation, context: CallContext): Awaitable<CachePolicy['scope']>;
}

/**
 * Makes positions opaque for their way through a client, and reads them when they come back. A cursor is bound to the method
 * and the caller. A list that clients may share does not depend on the caller, and its pages come to others with the cursors
 * in them, so these are bound to no caller. As they are bound to the scope too, all pages of one walk have the same (K-04).
 */
export class Cursors {
  readonly #options: CursorOptions;

  constructor(options: CursorOptions) {
    this.#options = options;
  }

  async seal(position: Position, method: CacheableOperation, context: CallContext): Promise<string> {
    const { sealer, ttlMs } = this.#options;
    return sealer.seal(position as object as JsonObject, await this.#bind(method, context), ttlMs);
  }

  /** @throws RequestError `invalid-cursor`, alike for whatever is wrong with it */
  async open(cursor: string, method: CacheableOperation, context: CallContext): Promise<Position> {
    const position = readPosition(await this.#options.sealer.open(cursor, await this.#bind(method, context)));
    if (position === undefined) throw invalidCursor();
    return position;
  }

  async #bind(method: CacheableOperation, context: CallContext): Promise<SealBinding> {
    const { server, scopeOf } = this.#options;
    const scope = await scopeOf(method, context);
    const caller = scope === 'public' ? '' : callerKey(context.caller);
    return { purpose: 'cursor', caller, method, name: JSON.stringify([server, scope]) };
  }
}

/** What a client hears of every cursor that is of no use, so that nobody learns more from it. */
export function invalidCursor(): RequestError {
  return new RequestError('invalid-cursor', 'Invalid cursor');
}

/** Whether an error says that a cursor is of no use, in whatever words. */
export function isInvalidCursor(thrown: unknown): boolean {
  return thrown instanceof RequestError && thrown.reason === 'invalid-cursor';
}
