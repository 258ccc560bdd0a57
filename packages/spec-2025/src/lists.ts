import { type JsonObject, JsonText, type Page, type Revision } from '@polyspec/core';
import { optionalString } from './params.js';
import type { Wire } from './wire.js';

/** The parameters of every list (server/utilities/pagination). */
export interface ListParams {
  readonly cursor: string | undefined;
}

/** Reads the parameters of a list. Whether the cursor is a good one is for the runtime to say. */
export function readList(params: JsonObject): ListParams {
  return { cursor: optionalString(params, 'cursor') };
}

/** What is listed where the application has no such facet. */
export const NOTHING_LISTED: Page<never> = { items: [] };

/**
 * The text of list results. Items are written down once for each revision and kept with their array, which is the same
 * one as long as nothing changed; the cursor is added per answer.
 */
export class ListTexts<Item> {
  readonly #member: string;
  readonly #write: (item: Item, wire: Wire) => object;
  readonly #texts = new WeakMap<readonly Item[], Map<Revision, string>>();

  /**
   * @param member the member of the result that has the items, such as `tools`
   * @param write one item as a revision writes it
   */
  constructor(member: string, write: (item: Item, wire: Wire) => object) {
    this.#member = member;
    this.#write = write;
  }

  /** The result that lists a page. */
  of({ items, nextCursor }: Page<Item>, wire: Wire): JsonText {
    const cursor = nextCursor === undefined ? '' : `,"nextCursor":${JSON.stringify(nextCursor)}`;
    return new JsonText(`{"${this.#member}":${this.#text(items, wire)}${cursor}}`);
  }

  #text(items: readonly Item[], wire: Wire): string {
    let texts = this.#texts.get(items);
    if (texts === undefined) {
      texts = new Map();
      this.#texts.set(items, texts);
    }
    let text = texts.get(wire.revision);
    if (text === undefined) {
      text = JSON.stringify(items.map((item) => this.#write(item, wire)));
      texts.set(wire.revision, text);
    }
    return text;
  }
}
