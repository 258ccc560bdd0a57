import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { StepScope } from './step-scope.js';

it('knows what happens in its steps, also after they have waited, and in what they leave behind', async () => {
  const [scope, other] = [new StepScope(), new StepScope()];
  const seen: unknown[] = [];
  const look = (): void => void seen.push([scope.around?.name, other.around]);
  let later: Promise<void> | undefined;
  await scope.do('pay', async () => {
    look();
    await wait(1);
    look();
    later = wait(1).then(look);
  });
  await later;
  look();
  expect(seen).toEqual([
    ['pay', undefined],
    ['pay', undefined],
    ['pay', undefined],
    [undefined, undefined],
  ]);
  await expect(scope.do(undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(scope.do(undefined, () => expect.fail('at once'))).rejects.toThrow('at once');
});

it('goes with its run, also where a step never ends, and leaves those of others alone', async () => {
  const [scope, other] = [new StepScope(), new StepScope()];
  let look: (() => string | undefined) | undefined;
  void scope.do('endless', () => new Promise(() => undefined));
  const stillRuns = other.do('short', async () => {
    await wait(5);
    look = () => other.around?.name;
    return look();
  });
  scope.end();
  scope.end();
  expect(await stillRuns).toBe('short');
  other.end();
  expect(look?.()).toBeUndefined();
});
