import { isJsonObject, type JsonObject, type JsonValue } from '@polyspec/core';
import { inputRequiredFault } from './input-required-fault.js';
import type { Method } from './method.js';
import type { Renderer } from './render.js';

/** What is known of the method whose result an extension gives. */
interface ExtendedMethod extends Pick<Method, 'mayAsk'> {
  readonly name: string;
  /** The identifier of the extension that gave the result. */
  readonly extension: string;
  /** Whether clients may keep its final result; `undefined` for a method of the extension's own, which says so itself. */
  readonly cacheable: boolean | undefined;
  /** The values of `resultType` that extensions of both sides add. */
  readonly types: readonly string[];
}

/**
 * What an extension gave as a result, as it goes out: with a type that its client knows (B-08) and that this method may have
 * with requests or a state where it asks for input, with cache hints exactly where they belong (K-01, K-06), and
 * with the server's identity.
 *
 * @throws TypeError for what is no result of this method, with the extension and the method in its message
 */
export function extensionResult(given: unknown, method: ExtendedMethod, renderer: Renderer): JsonObject {
  if (!isJsonObject(given)) {
    throw new TypeError(`The extension ${method.extension} must give an object as the result of ${method.name}`);
  }
  const { resultType = 'complete', _meta: own, ...members } = given;
  checkType(resultType, members, method);
  const hinted = method.cacheable === undefined ? members : withHints(members, resultType, method.cacheable);
  return { resultType, ...hinted, _meta: renderer.meta(isJsonObject(own) ? own : undefined) };
}

function checkType(
  resultType: JsonValue,
  members: JsonObject,
  { name, extension, mayAsk = false, types }: ExtendedMethod,
): void {
  if (resultType === 'complete') return;
  const given = `The extension ${extension} gave a result of the type ${JSON.stringify(resultType)} for ${name}`;
  if (resultType === 'input_required') {
    if (!mayAsk) throw new TypeError(`${given}, which can't have one`);
    const fault = inputRequiredFault(members);
    if (fault !== undefined) throw new TypeError(`${given}, whose ${fault}`);
    return;
  }
  if (typeof resultType === 'string' && types.includes(resultType)) return;
  throw new TypeError(`${given}, which it does not add`);
}

/**
 * An extension that makes a result anew may have lost its hints, or passed on some where they don't belong. That fails nothing:
 * what nobody says anything usable about is not to be kept.
 */
function withHints(members: JsonObject, resultType: JsonValue, cacheable: boolean): JsonObject {
  if (resultType !== 'complete' && resultType !== 'input_required') return members;
  const { ttlMs, cacheScope, ...others } = members;
  if (!cacheable || resultType !== 'complete') return others;
  return isTtl(ttlMs) && isScope(cacheScope)
    ? { ...others, ttlMs, cacheScope }
    : { ...others, ttlMs: 0, cacheScope: 'private' };
}

function isTtl(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isScope(value: JsonValue | undefined): value is 'public' | 'private' {
  return value === 'public' || value === 'private';
}
