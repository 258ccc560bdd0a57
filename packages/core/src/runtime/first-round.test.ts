// The first rounds of a process: what runs them has to be loaded, unless it was at the start. A file of its own, since each file
// is a process to modules.
import { expect, it } from 'vitest';
import { start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import { type DialogueContext, dialogue } from '../rounds/dialogue/dialogue.js';
import { Cancellation } from './cancellation.js';

it('C-07 do not begin where their call is cancelled while that is loaded, whenever that is', async () => {
  let isStarting = true;
  const late: string[] = [];
  const work = async ({ once, signal }: DialogueContext, name: string): Promise<string> =>
    once(() => {
      if (signal.aborted) late.push(name);
      return name;
    });
  const application: Application = {
    tools: () => {
      if (isStarting) throw new Error('not without a client');
      return [{ name: 'book', run: dialogue((context) => work(context, 'tool')) }];
    },
    resources: () => {
      if (isStarting) throw new Error('not without a client');
      return [{ uri: 'a:1', name: 'one', read: dialogue((context) => work(context, 'resource')) }];
    },
  };
  const { runtime, context } = await start(application);
  isStarting = false;
  // After so many turns of the event loop: before anything is loaded, while the one part is or the other, and later.
  for (const turns of [0, 1, 2, 3, 5, 8, 13, 21]) {
    const cancellation = new Cancellation();
    const called = runtime.callTool('book', {}, context({ cancellation, round: {} }));
    const got = runtime.readResource('a:1', context({ cancellation, round: {} }));
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    cancellation.cancel();
    await Promise.allSettled([called, got]);
  }
  expect(late).toEqual([]);
});
