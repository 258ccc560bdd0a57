import { expect, test } from 'vitest';
import { describeFaults, type Fault } from './fault.js';

test('A12: each kind of fault has its sentence', () => {
  const faults: Fault[] = [
    { path: 'count', expected: 'number', got: 'string "5"' },
    { path: 'when[0].from', expected: 'string', got: 'number 1' },
    { path: 'mode', expected: 'one of "a", "b"', got: '"c"' },
    { path: 'done', expected: 'boolean', got: 'nothing', kind: 'missing' },
    { path: 'x', expected: 'nothing', got: 'number 1', kind: 'forbidden' },
    { path: '', expected: 'fits 2 of the 3 alternatives, expected exactly one', got: 'object', kind: 'rule' },
  ];
  expect(describeFaults(faults, "Invalid arguments for tool 'f'")).toBe(
    [
      "Invalid arguments for tool 'f':",
      '- count: expected number, got string "5"',
      '- when[0].from: expected string, got number 1',
      '- mode: expected one of "a", "b"; got "c"',
      '- done: missing, expected boolean',
      '- x: not allowed',
      '- (arguments): fits 2 of the 3 alternatives, expected exactly one',
    ].join('\n'),
  );
});

test('the whole value can have another name', () => {
  expect(describeFaults([{ path: '', expected: 'object', got: 'null' }], 'Bad', '(result)')).toBe(
    'Bad:\n- (result): expected object, got null',
  );
});

test('20 faults are shown, and the rest is counted where it is known', () => {
  const faults = Array.from({ length: 23 }, (_, index) => ({ path: `p${index}`, expected: 'a', got: 'b' }));
  const lines = describeFaults(faults, 'Bad').split('\n');
  expect(lines).toHaveLength(22);
  expect(lines.at(-2)).toContain('p19');
  expect(lines.at(-1)).toBe('- and 3 more');
  expect(describeFaults(faults.slice(0, 20), 'Bad')).not.toContain('more');
});
