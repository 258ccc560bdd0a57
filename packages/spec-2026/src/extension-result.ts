import { isJsonObject, type JsonObject } from '@polyspec/core';
import type { Renderer } from './render.js';

/** The results that every client knows (basic/index#resulttype). */
const OWN_TYPES: readonly string[] = ['complete', 'input_required'];

/**
 * What an extension gave as a result, as it goes out: with a type that its client knows (B-08), and the server's identity.
 *
 * @param types the values of `resultType` that extensions of both sides add
 * @throws TypeError for what is no result
 */
export function extensionResult(given: unknown, types: readonly string[], renderer: Renderer): JsonObject {
  if (!isJsonObject(given)) throw new TypeError('An extension must give an object as a result');
  const { resultType = 'complete', _meta: own, ...members } = given;
  if (typeof resultType !== 'string' || !(OWN_TYPES.includes(resultType) || types.includes(resultType))) {
    throw new TypeError(`An extension gave a result of the type ${JSON.stringify(resultType)}, which it does not add`);
  }
  return { resultType, ...members, _meta: renderer.meta(isJsonObject(own) ? own : undefined) };
}
