import { expect, it } from 'vitest';
import { UriTemplateError } from './error.js';

it('names the template, the position and the reason in its message (RP-05)', () => {
  const error = new UriTemplateError('notes://{id', 'the expression is never closed', 11);
  expect(error.message).toBe('Invalid URI template "notes://{id" at position 11: the expression is never closed');
  expect(error).toMatchObject({
    name: 'UriTemplateError',
    code: 'POLYSPEC_URI_TEMPLATE',
    template: 'notes://{id',
    position: 11,
    reason: 'the expression is never closed',
  });
});

it('leaves the position out where there is none', () => {
  const error = new UriTemplateError('{x:3}', 'got a list');
  expect(error.message).toBe('Invalid URI template "{x:3}": got a list');
  expect(error.position).toBeUndefined();
});
