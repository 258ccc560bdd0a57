import { combineSpecs, type OptionRule, type SpecProtocol } from '@polyspec/core';
import { spec20250618, spec20251125 } from '@polyspec/spec-2025';
import { spec20260728 } from '@polyspec/spec-2026';

/** What can be served by name: one protocol revision, or all that there are. */
export type SpecName = 'all' | '2026-07-28' | '2025-11-25' | '2025-06-18';

/** What the option `spec` takes: a name, a spec of your own, or a list of both. */
export type SpecChoice = SpecName | SpecProtocol | readonly (SpecName | SpecProtocol)[];

/** Our specs in the order in which they are asked. */
const NEWEST_FIRST: readonly SpecProtocol[] = [spec20260728, spec20251125, spec20250618];

/** What each name stands for. `2025-11-25` also serves the clients that ask for 2025-06-18, as the protocol negotiates. */
const BY_NAME: ReadonlyMap<unknown, readonly SpecProtocol[]> = new Map<unknown, readonly SpecProtocol[]>([
  ['all', [spec20260728, spec20251125]],
  ['2026-07-28', [spec20260728]],
  ['2025-11-25', [spec20251125]],
  ['2025-06-18', [spec20250618]],
]);

const NAMES = [...BY_NAME.keys()].map((name) => `'${name}'`).join(', ');

/** The rule of the option `spec`. */
export const specRule: OptionRule = {
  accepts: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isOneSpec) : isOneSpec(value)),
  takes: `${NAMES}, a spec object, or a list of these`,
};

function isOneSpec(value: unknown): boolean {
  return BY_NAME.has(value) || isSpec(value);
}

function isSpec(value: unknown): value is SpecProtocol {
  if (typeof value !== 'object' || value === null) return false;
  const { revisions, attach } = value as Partial<SpecProtocol>;
  return Array.isArray(revisions) && revisions.length > 0 && typeof attach === 'function';
}

/** The spec objects in what the option `spec` was given, right or wrong. */
export function specObjects(choice: unknown): readonly SpecProtocol[] {
  const items: readonly unknown[] = Array.isArray(choice) ? choice : [choice];
  return items.filter(isSpec);
}

/**
 * The one spec that the option `spec` stands for.
 *
 * In a list with spec objects of your own the order counts: each message goes to the first that claims it. Those given by name
 * stand together at the place of the first of them, newest first.
 */
export function chooseSpec(choice: SpecChoice = 'all'): SpecProtocol {
  const items: readonly (SpecName | SpecProtocol)[] = isList(choice) ? choice : [choice];
  const chosen = items.flatMap((item) => (typeof item === 'string' ? (BY_NAME.get(item) ?? []) : [item]));
  const ours = NEWEST_FIRST.filter((spec) => chosen.includes(spec));
  const first = chosen.findIndex((spec) => ours.includes(spec));
  const others = (list: readonly SpecProtocol[]): readonly SpecProtocol[] =>
    list.filter((spec) => !ours.includes(spec));
  const before = first < 0 ? [] : chosen.slice(0, first);
  const after = first < 0 ? chosen : chosen.slice(first);
  return combineSpecs([...new Set([...before, ...withoutCovered(ours), ...others(after)])]);
}

/** The spec of 2025-11-25 serves 2025-06-18 as well. */
function withoutCovered(ours: readonly SpecProtocol[]): readonly SpecProtocol[] {
  return ours.includes(spec20251125) ? ours.filter((spec) => spec !== spec20250618) : ours;
}

function isList(choice: SpecChoice): choice is readonly (SpecName | SpecProtocol)[] {
  return Array.isArray(choice);
}
