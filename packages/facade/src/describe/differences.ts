import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '@polyspec/core';
import type { RevisionView } from './revision-view.js';

/** What a client of an older revision is shown otherwise than one of the newest. */
export interface Difference {
  /** What it is about, such as `tool 'add'`. */
  readonly subject: string;
  /** The member, such as `icons`; `undefined` where the whole item is not shown. */
  readonly member: string | undefined;
  readonly change: 'missing' | 'added' | 'wrapped' | 'other';
}

/** Compares what two revisions show, item by item and member by member. */
export function differences(newest: RevisionView, older: RevisionView): readonly Difference[] {
  return [
    ...ofList(newest.tools, older.tools, ({ name }) => `tool '${name}'`),
    ...ofList(newest.prompts, older.prompts, ({ name }) => `prompt '${name}'`),
    ...ofList(newest.resources, older.resources, ({ uri }) => `resource ${uri}`),
    ...ofList(
      newest.resourceTemplates,
      older.resourceTemplates,
      ({ uriTemplate }) => `resource template ${uriTemplate}`,
    ),
  ];
}

function ofList(
  newest: readonly JsonObject[],
  older: readonly JsonObject[],
  subjectOf: (item: JsonObject) => string,
): readonly Difference[] {
  const shown = new Map(older.map((item) => [subjectOf(item), item]));
  return newest.flatMap((item): readonly Difference[] => {
    const subject = subjectOf(item);
    const other = shown.get(subject);
    if (other === undefined) return [{ subject, member: undefined, change: 'missing' }];
    const members = [...new Set([...Object.keys(item), ...Object.keys(other)])];
    return members
      .filter((member) => !isDeepStrictEqual(item[member], other[member]))
      .map((member) => ({ subject, member, change: changeOf(item[member], other[member]) }));
  });
}

function changeOf(newest: unknown, older: unknown): Difference['change'] {
  if (older === undefined) return 'missing';
  if (newest === undefined) return 'added';
  return isWrapped(newest, older) ? 'wrapped' : 'other';
}

/** Whether one schema is the other one as the single property of an object. */
function isWrapped(newest: unknown, older: unknown): boolean {
  if (!isJsonObject(newest) || !isJsonObject(older) || newest.type === 'object' || !isJsonObject(older.properties))
    return false;
  return isDeepStrictEqual(Object.keys(older.properties), ['result']);
}
