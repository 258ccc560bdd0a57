import type { CallContext } from '../application/context.js';
import type { Source, SourcePage } from '../application/source.js';
import { ApplicationError } from '../errors.js';
import { isJsonObject, type JsonValue } from '../json.js';
import { kindOf } from '../kind-of.js';

/** Whether a value is a source. */
export function isSource<D>(value: unknown): value is Source<D> {
  if (!isJsonObject(value)) return false;
  const { list, get } = value as Readonly<Record<string, unknown>>;
  return typeof list === 'function' && typeof get === 'function';
}

/**
 * One page of a source. Its `next` is absent in the last.
 *
 * @param subject what the source is, for the error message
 * @throws ApplicationError for what is no page
 */
export async function readPage<D>(
  source: Source<D>,
  cursor: JsonValue | undefined,
  context: CallContext,
  subject: string,
): Promise<SourcePage<D>> {
  const page: unknown = await source.list(cursor, context);
  if (!isJsonObject(page) || !Array.isArray(page.items)) {
    const got = isJsonObject(page) ? `${kindOf(page.items)} as items` : kindOf(page);
    throw new ApplicationError(`list() of ${subject} must give { items: […], next? }; got ${got}`);
  }
  const { items, next } = page as object as SourcePage<D>;
  return next === null ? { items } : { items, next };
}
