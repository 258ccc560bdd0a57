import { describeCount, describeValue } from '../describe-value.js';
import { areDistinct } from '../equality.js';
import { isSubSchema } from '../keywords.js';
import type { JsonSchema } from '../schema.js';
import type { Evaluated } from './evaluated.js';
import { branchesOf, expectationOf } from './expectation.js';
import type { Sink, Walk } from './walk.js';

/** The keywords for arrays; `seen` learns which items were looked at. */
export function visitArray(
  walk: Walk,
  schema: JsonSchema,
  value: readonly unknown[],
  sink: Sink,
  seen: Evaluated | undefined,
): boolean {
  const { maxItems, minItems, uniqueItems, items } = schema;
  let ok = true;
  const fail = (expected: string, got: string = describeValue(value)): void => {
    ok = walk.fault(sink, { expected, got });
  };
  if (typeof maxItems === 'number' && value.length > maxItems) fail(`at most ${describeCount(maxItems, 'item')}`);
  if (typeof minItems === 'number' && value.length < minItems) fail(`at least ${describeCount(minItems, 'item')}`);
  if (uniqueItems === true && ok && !areDistinct(value))
    fail('distinct items', `${describeValue(value)}, some of them equal`);
  if (!ok && walk.isDone(sink)) return false;

  const prefix = branchesOf(schema.prefixItems);
  for (let index = 0; index < value.length; index++) {
    const itemSchema = index < prefix.length ? prefix[index] : items;
    if (!isSubSchema(itemSchema)) break;
    if (!walk.visitPart(index, itemSchema, value[index], sink)) {
      ok = false;
      if (walk.isDone(sink)) return false;
    }
  }
  if (seen !== undefined) {
    seen.itemsBefore = Math.max(seen.itemsBefore, isSubSchema(items) ? Number.POSITIVE_INFINITY : prefix.length);
  }
  return visitContains(walk, schema, value, sink, seen) && ok;
}

function visitContains(
  walk: Walk,
  schema: JsonSchema,
  value: readonly unknown[],
  sink: Sink,
  seen: Evaluated | undefined,
): boolean {
  const { contains, minContains, maxContains } = schema;
  if (!isSubSchema(contains)) return true;
  let found = 0;
  value.forEach((item, index) => {
    if (!walk.visit(contains, item, undefined)) return;
    found += 1;
    seen?.items.add(index);
  });
  const what = `that is ${expectationOf(walk.document, contains)}`;
  const least = typeof minContains === 'number' ? minContains : 1;
  if (found < least)
    return walk.fault(sink, { expected: `at least ${describeCount(least, 'item')} ${what}`, got: `${found}` });
  if (typeof maxContains === 'number' && found > maxContains) {
    return walk.fault(sink, { expected: `at most ${describeCount(maxContains, 'item')} ${what}`, got: `${found}` });
  }
  return true;
}

/** `unevaluatedItems`: the items that nothing has looked at. */
export function visitUnevaluatedItems(
  walk: Walk,
  schema: JsonSchema,
  value: readonly unknown[],
  sink: Sink,
  seen: Evaluated,
): boolean {
  const rest = schema.unevaluatedItems;
  if (!isSubSchema(rest)) return true;
  let ok = true;
  for (let index = 0; index < value.length; index++) {
    if (seen.hasItem(index) || walk.visitPart(index, rest, value[index], sink)) continue;
    ok = false;
    if (walk.isDone(sink)) return false;
  }
  seen.itemsBefore = Number.POSITIVE_INFINITY;
  return ok;
}
