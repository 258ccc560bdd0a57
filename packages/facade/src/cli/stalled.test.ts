import { expect, it } from 'vitest';
import { unlessStalled } from './stalled.js';

const listeners = (): number => process.listenerCount('beforeExit');
const stalled = (): Error => new Error('nothing is left to do');

it('gives what the work gives, and leaves no listener behind', async () => {
  const before = listeners();
  const work = unlessStalled(Promise.resolve(7), stalled);
  expect(listeners()).toBe(before + 1);
  expect(await work).toBe(7);
  await expect(unlessStalled(Promise.reject(new Error('boom')), stalled)).rejects.toThrow('boom');
  expect(listeners()).toBe(before);
});

it('throws once the process has nothing left to do', async () => {
  const before = listeners();
  const work = unlessStalled(new Promise(() => undefined), stalled);
  const onEmpty = process.listeners('beforeExit').at(-1) as (code: number) => void;
  onEmpty(0);
  await expect(work).rejects.toThrow('nothing is left to do');
  expect(listeners()).toBe(before);
});
