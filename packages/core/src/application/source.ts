import type { Awaitable } from '../awaitable.js';
import type { JsonValue } from '../json.js';
import type { CallContext } from './context.js';

/** One page of a source. */
export interface SourcePage<D> {
  /** May be empty: then the next page is asked for at once. */
  readonly items: readonly D[];
  /** Where the next page begins: any JSON value. Absent, `undefined` or `null` after the last. */
  readonly next?: JsonValue | undefined;
}

/**
 * A collection of tools, prompts, resources or resource templates that is large, or kept elsewhere: it is read page by page,
 * and what a client names is looked up by itself. The functions that list (`tools`, `prompts`, `resources`,
 * `resourceTemplates`) may give one in place of an array; `combineSources` puts several together.
 *
 * @example
 * const reports: Source<PromptDescriptor> = {
 *   async list(after, { signal }) {
 *     const rows = await database.reports({ after: after ?? 0, limit: 100, signal });
 *     return { items: rows.map(toPrompt), next: rows.length === 100 ? rows.at(-1).id : undefined };
 *   },
 *   async get(name) {
 *     const row = await database.reportByName(name);
 *     return row && toPrompt(row);
 *   },
 * };
 * await serve('reports', { prompts: () => reports });
 *
 * What to know:
 *
 * - `next` travels through the client, sealed: nobody reads or changes it, and it comes back only to the same list and the
 *   same caller. A `next` that has become useless is refused by throwing `new RequestError('invalid-cursor', '…')`.
 * - The pages are your own. They are cut only where they are longer than the option `pageSize`; the source is then asked for
 *   the same page again.
 * - `get` decides what a client may call, fill in or read, and has to agree with `list` for the same caller.
 * - Give the same array and the same objects while nothing has changed: what was made of them (text, compiled schemas) is kept
 *   with them. Give new objects where something has. What was made of the last ten thousand names is also kept, for objects
 *   that are new but say the same: that is slower, since they have to be compared.
 * - A thing that is wrong, such as a tool with a bad schema or the second of one name in a page, is left out of the list, with
 *   an error in the log; the rest is served.
 * - At the start of the server the first page is asked for, without a client. Whether completions are offered is read off it,
 *   where the application has no `complete` itself.
 * - Which template fits a URI can only be told with all of them in hand. So each read of a URI that is not listed walks
 *   through a source of templates, up to 10,000 of them.
 */
export interface Source<D> {
  /** @param cursor what the page before gave as `next`, `undefined` for the first page */
  list(cursor: JsonValue | undefined, context: CallContext): Awaitable<SourcePage<D>>;
  /**
   * Looks one thing up.
   *
   * @param key the name of a tool or prompt, the URI of a resource, the text of a template
   * @returns `undefined` where there is none for this caller
   */
  get(key: string, context: CallContext): Awaitable<D | undefined>;
}

/** What a function that lists gives: an array, or a source. */
export type Collection<D> = readonly D[] | Source<D>;
