import type { SealBinding, Sealer } from '../contract/sealer.js';
import { RequestError } from '../errors.js';
import { isJsonObject, type JsonValue } from '../json.js';
import { digestOf } from '../seal/digest.js';
import { type AskedByKey, askedFromJson, askedToJson } from './asked.js';
import { RoundFault } from './round-fault.js';

/** What one round leaves for the next. */
export interface RoundState {
  /** The application's own. */
  readonly own: JsonValue | undefined;
  readonly asked: AskedByKey;
}

/** The request whose rounds these are. A state opens for the same request of the same caller only. */
export interface RoundOperation {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read';
  /** The tool, the prompt or the URI. */
  readonly name: string;
  /** As the client sent them; `undefined` where the method has none. */
  readonly args: JsonValue | undefined;
  /** What tells callers apart, see `callerKey`. */
  readonly caller: string;
}

/** How states are sealed. */
export interface RoundSealing {
  readonly sealer: Sealer;
  /** The server's name: several servers may have their keys in common. */
  readonly server: string;
  /** How long a client has to answer, in milliseconds. */
  readonly roundTtlMs: number;
  /** The longest state, in bytes as it travels. */
  readonly maxRoundStateBytes: number;
}

/**
 * What the states of a request are bound to. It is made before anything is done for the request: a hook has the arguments in its
 * hands, and may change them.
 */
export function roundBinding(
  { method, name, args, caller }: RoundOperation,
  { server }: Pick<RoundSealing, 'server'>,
): SealBinding {
  const binding: SealBinding = { purpose: 'requestState', caller, method, name: JSON.stringify([server, name]) };
  return args === undefined ? binding : { ...binding, digest: digestOf(args) };
}

const KEEP_IT_SMALL = 'leave less in it; a dialogue leaves the answers and what once(…) gave';

/** @throws RoundFault for a state that is too long */
export async function sealState(
  { own, asked }: RoundState,
  binding: SealBinding,
  { sealer, roundTtlMs, maxRoundStateBytes }: RoundSealing,
): Promise<string> {
  // An application's `null` is a state like any other, so what it did not give is no member at all.
  const value: JsonValue = { ...(own !== undefined && { own }), asked: askedToJson(asked) };
  let sealed: string;
  try {
    sealed = await sealer.seal(value, binding, roundTtlMs);
  } catch (thrown) {
    throw thrown instanceof RangeError
      ? new RoundFault(`the state can't be sealed: ${thrown.message}; ${KEEP_IT_SMALL}`, 'rounds')
      : thrown;
  }
  if (sealed.length <= maxRoundStateBytes) return sealed;
  throw new RoundFault(
    `the state makes ${sealed.length} bytes when it is sealed; maxRoundStateBytes allows ${maxRoundStateBytes}; ${KEEP_IT_SMALL}`,
    'rounds',
  );
}

/**
 * Opens what a client sent as `requestState`.
 *
 * @throws RequestError `invalid-params`, always the same, for whatever does not open: a bit was flipped, its time is over, it was
 *   sealed for another caller or request, or by another server (ambiguity Q-31)
 */
export async function openState(
  sent: JsonValue,
  binding: SealBinding,
  { sealer }: Pick<RoundSealing, 'sealer'>,
): Promise<RoundState> {
  const value = typeof sent === 'string' ? await sealer.open(sent, binding) : undefined;
  if (!isJsonObject(value)) throw new RequestError('invalid-params', 'Invalid requestState');
  return { own: value.own, asked: askedFromJson(value.asked) };
}
