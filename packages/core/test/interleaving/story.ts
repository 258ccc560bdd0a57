import fc from 'fast-check';
import { vi } from 'vitest';
import type { RequestId } from '../../src/index.js';
import type { ErrandParams } from './errand-spec.js';
import { ASK_TIMEOUT_MS, CLIENTS, type ErrandWorld } from './errand-world.js';

/** What a client, a handler, the clock or the server does next. `at` says to which of the newest requests, works or questions. */
export type Step =
  | {
      readonly do: 'request';
      readonly from: number;
      readonly id: RequestId;
      readonly params: Omit<ErrandParams, 'work'>;
    }
  | { readonly do: 'stop'; readonly from: number; readonly id: RequestId }
  | { readonly do: 'answer'; readonly from: number; readonly at: number; readonly asError: boolean }
  | { readonly do: 'disconnect'; readonly at: number }
  | Deed
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'close'; readonly ms: number }
  | { readonly do: 'bye'; readonly from: number };

/** What a work does, also when it should not any more. */
type Deed =
  | { readonly do: 'log' | 'ask'; readonly at: number }
  | { readonly do: 'progress'; readonly at: number; readonly value: number }
  | { readonly do: 'end'; readonly at: number; readonly fails: boolean };

/** Does what a step says. Only waiting takes time. */
export async function carryOut(step: Step, world: ErrandWorld): Promise<void> {
  if (step.do === 'wait') await vi.advanceTimersByTimeAsync(step.ms);
  else if (step.do === 'close') void world.close(step.ms);
  else if (step.do === 'bye') world.bye(step.from);
  else if (step.do === 'request') world.request(step.from, step.id, step.params);
  else if (step.do === 'stop') world.stop(step.from, step.id);
  else if (step.do === 'answer') world.answer(step.from, newest(world.questionIds, step.at) ?? 'nobody', step.asError);
  else if (step.do === 'disconnect') newest(world.errands, step.at)?.exchange.disconnect();
  else withWork(step, world);
}

function withWork(deed: Deed, world: ErrandWorld): void {
  const work = newest(world.works, deed.at);
  if (work === undefined) return;
  if (deed.do === 'progress') world.progress(work, deed.value);
  else if (deed.do === 'ask') world.ask(work);
  else if (deed.do === 'log') work.context.log('info', 'x');
  else if (deed.do === 'end') world.end(work, deed.fails ? new Error('failed') : 'done');
}

function newest<T>(all: readonly T[], at: number): T | undefined {
  return all[all.length - 1 - (at % Math.max(1, all.length))];
}

const from = fc.nat(CLIENTS - 1);
const id = fc.constantFrom<RequestId>(1, '1', 2);
const at = fc.nat(3);

const params = fc.record(
  {
    isEndedByLeaving: fc.boolean(),
    isPatient: fc.boolean(),
    limitMs: fc.constantFrom(300, 700),
    progressToken: fc.constantFrom<RequestId>(0, '0', 'abc'),
  },
  { requiredKeys: ['isEndedByLeaving', 'isPatient'] },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('request' as const), from, id, params }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stop' as const), from, id }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('answer' as const), from, at, asError: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('ask' as const, 'log' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('disconnect' as const), at }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('progress' as const), at, value: fc.integer({ min: -2, max: 9 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('end' as const), at, fails: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 100, 400, ASK_TIMEOUT_MS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bye' as const), from }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), ms: fc.constantFrom(0, 500) }) },
);

/** Any steps in any order. */
export const story: fc.Arbitrary<readonly Step[]> = fc.array(step, { maxLength: 60, size: 'max' });
