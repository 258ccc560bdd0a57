/** A version of JSON Schema that is understood. All but the newest are translated into it. */
export type Dialect = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12';

const OLDEST_FIRST: readonly Dialect[] = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12'];

const META_SCHEMAS: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft-04/schema', 'draft-04'],
  ['json-schema.org/draft-06/schema', 'draft-06'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
]);

/** The dialect that a `$schema` value names, whatever its scheme and with or without an empty fragment. */
export function dialectOf(metaSchema: unknown): Dialect | undefined {
  if (typeof metaSchema !== 'string') return undefined;
  return META_SCHEMAS.get(metaSchema.replace(/^https?:\/\//, '').replace(/#$/, ''));
}

/** Whether one dialect is older than another. */
export function isBefore(dialect: Dialect, other: Dialect): boolean {
  return OLDEST_FIRST.indexOf(dialect) < OLDEST_FIRST.indexOf(other);
}
