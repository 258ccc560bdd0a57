import { expect, it } from 'vitest';
import { findPathFault } from './path-guard.js';

it.each(['\0', 'a\0.png', '../\0'])('finds NUL in %j (A10)', (value) => {
  expect(findPathFault(value)).toBe('nul');
});

it.each(['.', '..', '../etc', 'a/../b', 'a/..', './a', 'a/.', '..\\etc', 'a\\..\\b', '/..', 'a/..\\b'])(
  'finds a dot segment in %j (A10)',
  (value) => {
    expect(findPathFault(value)).toBe('dot-segment');
  },
);

it.each(['', 'a', 'a/b', '...', 'a..b', '..a', 'a.', '.gitignore', 'v1..v2/a', '100%', '%2e%2e'])(
  'lets %j pass',
  (value) => {
    expect(findPathFault(value)).toBeUndefined();
  },
);
