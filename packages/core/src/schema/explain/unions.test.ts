import { expect, test } from 'vitest';
import { faultsOfUnion } from './unions.js';
import type { Found } from './walk.js';

const wrongType = (expected: string): Found => ({ path: ['a'], expected, got: 'x', isOtherType: true });
const missing = (name: string): Found => ({ path: ['a', name], expected: 'string', got: 'nothing', kind: 'missing' });
const tag = (value: string): Found => ({ path: ['a', 'kind'], expected: `"${value}"`, got: '"z"', choices: [value] });

test('what all alternatives expect is told at once when none has the right type', () => {
  expect(faultsOfUnion([[wrongType('string')], [wrongType('number')], [wrongType('string')]], 1)).toMatchObject([
    { expected: 'string or number' },
  ]);
});

test('an alternative of the right type is preferred, however many faults it has', () => {
  const faults = [missing('b'), missing('c')];
  expect(faultsOfUnion([[wrongType('string')], faults], 1)).toBe(faults);
});

test('an alternative with the right tag is preferred to one with fewer faults', () => {
  const right = [missing('b'), missing('c')];
  expect(faultsOfUnion([[tag('x')], right], 1)).toBe(right);
});

test('tags are gathered when none is right', () => {
  expect(faultsOfUnion([[tag('x'), missing('b')], [tag('y')]], 1)).toMatchObject([
    { path: ['a', 'kind'], expected: 'one of "x", "y"', choices: ['x', 'y'] },
  ]);
});

test('with different tags the alternative with the fewest faults is told', () => {
  const other: Found = { path: ['a', 'sort'], expected: '"y"', got: '"z"', choices: ['y'] };
  expect(faultsOfUnion([[tag('x'), missing('b')], [other]], 1)).toEqual([other]);
});
