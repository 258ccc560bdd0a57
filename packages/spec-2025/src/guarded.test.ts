import { expect, it, vi } from 'vitest';
import { guarded } from './guarded.js';

it('gives what an action gives, at once or later', async () => {
  const complain = vi.fn();
  expect(guarded(() => 5, complain)).toBe(5);
  expect(await guarded(() => Promise.resolve(5), complain)).toBe(5);
  expect(complain).not.toHaveBeenCalled();
});

it('gives nothing for an action that fails, and says what went wrong', async () => {
  const complain = vi.fn();
  const error = new Error('down');
  const throws = (): never => {
    throw error;
  };
  expect(guarded(throws, complain)).toBeUndefined();
  expect(await guarded(() => Promise.reject(error), complain)).toBeUndefined();
  expect(complain.mock.calls).toEqual([[error], [error]]);
});
