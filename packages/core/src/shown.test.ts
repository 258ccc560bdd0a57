import { expect, it } from 'vitest';
import { shown } from './shown.js';

it('a text of a client is repeated as it is, or cut where it is long', () => {
  expect(shown('nope')).toBe('nope');
  expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
  expect(shown('x'.repeat(201))).toBe(`${'x'.repeat(200)}… (201 characters)`);
});

it('no character is torn', () => {
  expect(shown(`${'x'.repeat(199)}😀 and more`)).toBe(`${'x'.repeat(199)}… (210 characters)`);
});
