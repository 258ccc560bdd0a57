import type { CallContext } from '../application/context.js';
import type { Source, SourcePage } from '../application/source.js';
import { ApplicationError } from '../errors.js';
import type { JsonValue } from '../json.js';
import { kindOf } from '../kind-of.js';
import { readPage } from './source-page.js';

/** The most that is looked through where all of a source is needed: things, and pages. */
const MOST = 10_000;

/** Reads the pages of one source for one request, and ends the walk through a source that goes round in circles. */
export class SourceReader<D> {
  readonly #source: Source<D>;
  readonly #subject: string;
  readonly #report: (fault: ApplicationError) => void;
  /** The cursors that were asked for, as text. */
  readonly #asked = new Set<string>();

  /**
   * @param subject what the source is, for error messages
   * @param report hears of a circle, and of a source that is too large to be read whole
   */
  constructor(source: Source<D>, subject: string, report: (fault: ApplicationError) => void) {
    this.#source = source;
    this.#subject = subject;
    this.#report = report;
  }

  /** @throws ApplicationError for what is no page */
  async read(cursor: JsonValue | undefined, context: CallContext): Promise<SourcePage<D>> {
    if (cursor !== undefined) this.#asked.add(JSON.stringify(cursor));
    const page = await readPage(this.#source, cursor, context, this.#subject);
    if (page.next === undefined) return page;
    const text = this.#textOf(page.next);
    if (!this.#asked.has(text)) return page;
    const what = `list() of ${this.#subject} gave the next ${text} again, which would never end`;
    this.#report(new ApplicationError(`${what}: the list ends there`));
    return { items: page.items };
  }

  /** All there is, up to 10,000 things, or as many pages. */
  async readAll(context: CallContext): Promise<readonly D[]> {
    const all: D[] = [];
    let page = await this.read(undefined, context);
    for (let pages = 1; ; pages += 1) {
      // One by one: a page may have more of them than a function takes arguments.
      for (const item of page.items) all.push(item);
      if (page.next === undefined) return all;
      if (all.length >= MOST || pages >= MOST) break;
      context.signal.throwIfAborted();
      page = await this.read(page.next, context);
    }
    const text = `There is more in ${this.#subject} than is looked through where all of it is needed: ${MOST}`;
    this.#report(new ApplicationError(text));
    return all;
  }

  #textOf(next: JsonValue): string {
    let text: string | undefined;
    try {
      text = JSON.stringify(next);
    } catch {
      // A bigint, a circle: no more JSON than a function, for which there is no text at all.
    }
    // `NaN` would come back as `null`, for which a source may begin anew.
    const isNoNumber = typeof next === 'number' && !Number.isFinite(next);
    if (text !== undefined && !isNoNumber) return text;
    const got = isNoNumber ? String(next) : kindOf(next);
    throw new ApplicationError(`list() of ${this.#subject} gave a next that is no JSON value: ${got}`);
  }
}
