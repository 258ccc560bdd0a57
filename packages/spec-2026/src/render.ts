import {
  type CachePolicy,
  type InterimResult,
  type JsonObject,
  JsonText,
  type Page,
  type ServerFacts,
} from '@polyspec/core';
import { inputRequired } from './input-required.js';
import { META } from './meta.js';

/** What every result of this revision carries beside its own members (basic/index#resulttype, #_meta). */
export class Renderer {
  readonly #meta: JsonObject;
  readonly #metaEnd: string;
  readonly #lists = new WeakMap<readonly unknown[], string>();

  constructor(server: ServerFacts) {
    this.#meta = Object.freeze({ [META.serverInfo]: implementation(server) });
    this.#metaEnd = `,"_meta":${JSON.stringify(this.#meta)}}`;
  }

  /** The `_meta` of a result: the server's identity (M-08), beside what the application gave. */
  meta(own?: JsonObject): JsonObject {
    return own === undefined ? this.#meta : { ...own, ...this.#meta };
  }

  /** A final result. Members that are `undefined` are absent on the wire. */
  complete(members: object, own?: JsonObject): JsonObject {
    return { resultType: 'complete', ...members, _meta: this.meta(own) };
  }

  /**
   * A final result as text. The server's identity, with which most results end, is written once for all of them.
   *
   * @param members all of the result but its type and its `_meta`, as members of a JSON object without the braces
   */
  text(members: string, own?: JsonObject): JsonText {
    const end = own === undefined ? this.#metaEnd : `,"_meta":${JSON.stringify(this.meta(own))}}`;
    return new JsonText(`{"resultType":"complete",${members}${end}`);
  }

  /** What is needed from the client first (basic/patterns/mrtr). It has the server's identity like every result. */
  inputRequired(interim: InterimResult): JsonObject {
    return { ...inputRequired(interim), _meta: this.#meta };
  }

  /** A final result that a client may keep (server/utilities/caching). Only six methods have one (K-01, K-06). */
  cacheable(members: object, { ttlMs, scope }: CachePolicy, own?: JsonObject): JsonObject {
    return { resultType: 'complete', ...members, ttlMs, cacheScope: scope, _meta: this.meta(own) };
  }

  /**
   * One page of a list, as text. The items are rendered once for as long as the runtime gives the same array; the cursor
   * and the cache hints may differ from answer to answer.
   *
   * @param member the name of the list, such as `tools`
   */
  list({ items, nextCursor }: Page<unknown>, member: string, { ttlMs, scope }: CachePolicy): JsonText {
    const cursor = nextCursor === undefined ? '' : `"nextCursor":${JSON.stringify(nextCursor)},`;
    const hints = `"ttlMs":${ttlMs},"cacheScope":"${scope}",`;
    return new JsonText(`{"${member}":${this.#textOf(items)},${cursor}${hints}"resultType":"complete"${this.#metaEnd}`);
  }

  /** Listed things have exactly the members of this revision's schema, so they are sent as they are. */
  #textOf(items: readonly unknown[]): string {
    const kept = this.#lists.get(items);
    if (kept !== undefined) return kept;
    const text = JSON.stringify(items);
    this.#lists.set(items, text);
    return text;
  }
}

/** The server's identity (schema `Implementation`). What is not set is left out. */
function implementation({ name, version, title, description, websiteUrl, icons }: ServerFacts): JsonObject {
  return JSON.parse(JSON.stringify({ name, version, title, description, websiteUrl, icons })) as JsonObject;
}
