import type { Awaitable } from '../awaitable.js';
import type { JsonValue } from '../json.js';

/** What a sealed value is bound to. Opening it for anything else fails. */
export interface SealBinding {
  /** What the value is for, such as `cursor` or `requestState`. */
  readonly purpose: string;
  /** The subject of the caller, empty without authorization. */
  readonly caller: string;
  readonly method: string;
  /** The tool, prompt or URI, where there is one. */
  readonly name?: string;
  /** A digest of the arguments that must not change. */
  readonly digest?: string;
}

/** Makes values opaque and tamper-proof for their way through a client. */
export interface Sealer {
  /** @param ttlMs how long it may be opened, in milliseconds */
  seal(value: JsonValue, binding: SealBinding, ttlMs: number): Awaitable<string>;
  /** The value, or `undefined` for whatever reason it can't be opened: the reasons are alike for an outsider. */
  open(sealed: string, binding: SealBinding): Awaitable<JsonValue | undefined>;
}
