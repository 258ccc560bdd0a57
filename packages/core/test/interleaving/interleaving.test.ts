// Whatever comes in between: a request ends once, nothing is written after its end, and nothing is left behind.
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonRpcMessage, RequestId } from '../../src/index.js';
import { ASK_TIMEOUT_MS, type Errand, ErrandWorld } from './errand-world.js';
import { carryOut, type Step, story } from './story.js';

// What checks questions is loaded with the first, which takes real time; the stories begin after that.
beforeAll(async () => {
  const world = await ErrandWorld.start(0);
  await carryOut({ do: 'request', from: 0, id: 1, params: { isEndedByLeaving: false, isPatient: false } }, world);
  await carryOut({ do: 'ask', at: 0 }, world);
  await vi.waitFor(() => expect(world.errands[0]?.received).toHaveLength(1));
  await world.close(0);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const methodOf = (message: JsonRpcMessage): string => ('method' in message ? message.method : '');

/** The values of the reports that a client got, which have its token. */
function progressOf({ received, params: { progressToken } }: Errand): readonly number[] {
  const reports = received.filter((message) => methodOf(message) === 'errand/progress');
  return reports.map((message) => {
    const given = 'params' in message ? message.params : undefined;
    expect(given?.progressToken).toBe(progressToken);
    return given?.progress as number;
  });
}

function expectNothingLate(world: ErrandWorld): void {
  for (const { late, outcomes } of world.errands) {
    expect(late).toEqual([]);
    expect(outcomes.length).toBeLessThanOrEqual(1);
  }
}

function expectOrder(world: ErrandWorld): void {
  const { inFlight, clientRequests } = world.runtime;
  const running = world.errands.filter(({ outcomes }) => outcomes.length === 0);
  expect(inFlight.size).toBe(running.length);
  expect(clientRequests.size).toBe(world.questions.filter(({ ends }) => ends.length === 0).length);
  for (const errand of world.errands) {
    const values = progressOf(errand);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    const [outcome] = errand.outcomes;
    if (outcome?.type !== 'response') continue;
    expect(outcome.response.id).toBe(errand.id);
    // The last report before the answer is never lost, however reports are throttled.
    const { reported, params, exchange } = errand;
    const mustHaveIt = 'result' in outcome.response && params.progressToken !== undefined && reported !== undefined;
    if (mustHaveIt && !exchange.disconnected.aborted) expect(values.at(-1)).toBeGreaterThanOrEqual(reported);
  }
}

/** The questions that clients got, by what they ask. */
function idsOf(world: ErrandWorld): ReadonlyMap<unknown, RequestId> {
  const asked = world.errands.flatMap(({ received }) =>
    received.flatMap((message) => ('method' in message && 'id' in message ? [message] : [])),
  );
  const ids = new Map(asked.map(({ params, id }) => [params?.question, id]));
  expect(new Set(ids.values()).size).toBe(asked.length);
  return ids;
}

function expectQuestionsEnded(world: ErrandWorld): void {
  for (const times of world.taken.values()) expect(times).toBe(1);
  const ids = idsOf(world);
  for (const { asks, ends } of world.questions) {
    expect(ends).toHaveLength(1);
    const id = ids.get(asks);
    const [end] = ends;
    const isAnswered = end !== undefined && ('to' in end || end.reason === 'refused');
    expect(isAnswered).toBe(id !== undefined && world.taken.has(id));
    // It is the answer to this question and to no other.
    if (end !== undefined && 'to' in end) expect(end.to).toBe(id);
  }
}

function expectNothingLeft(world: ErrandWorld): void {
  for (const { outcomes } of world.errands) expect(outcomes).toHaveLength(1);
  expect(world.runtime.inFlight.size).toBe(0);
  expect(world.runtime.clientRequests.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
}

async function tell(steps: readonly Step[], progressIntervalMs = 0): Promise<ErrandWorld> {
  const world = await ErrandWorld.start(progressIntervalMs);
  for (const step of steps) {
    await carryOut(step, world);
    expectNothingLate(world);
  }
  await world.settle();
  expectOrder(world);
  return world;
}

/** Many a work never ends by itself, so the end of the server has to end them all. */
async function close(world: ErrandWorld): Promise<void> {
  const closed = world.close(0);
  await vi.advanceTimersByTimeAsync(2000);
  await closed;
}

it.each([0, 150])(
  'B-16, C-01, C-07, P-04, P-07, YI-12, YU-11 nothing is left behind, written late or ended twice (progress every %i ms)',
  async (progressIntervalMs) => {
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const world = await tell(steps, progressIntervalMs);
        await close(world);
        expectOrder(world);
        expectQuestionsEnded(world);
        expectNothingLeft(world);
        // What a handler does after all that reaches nobody, and nobody waits for it.
        for (const work of world.works) {
          world.progress(work, 99);
          work.context.log('error', 'late');
          world.ask(work);
          world.end(work, new Error('late'));
        }
        await world.settle();
        expectNothingLate(world);
        expectQuestionsEnded(world);
        expectNothingLeft(world);
      }),
    );
  },
);

it.each([
  [0, [1, 2, 3, 4, 5]],
  [150, [1, 4, 5]],
])(
  'A14, P-08 with %i ms between two reports the client gets those of %j, the last before the answer',
  async (ms, got) => {
    const params = { isEndedByLeaving: false, isPatient: false, progressToken: 7 };
    const report = (value: number): Step => ({ do: 'progress', at: 0, value });
    const begin: Step = { do: 'request', from: 0, id: 1, params };
    const beforePause = [1, 2, 3, 4].map(report);
    const world = await tell(
      [begin, ...beforePause, { do: 'wait', ms: 150 }, report(5), { do: 'end', at: 0, fails: false }],
      ms,
    );
    expect(world.errands.map(progressOf)).toEqual([got]);
    await close(world);
    expectNothingLeft(world);
  },
);

describe('a question in the middle of a request', () => {
  const params = { isEndedByLeaving: false, isPatient: false };
  const begin: Step = { do: 'request', from: 0, id: 1, params };
  const ask: Step = { do: 'ask', at: 0 };

  it.each<[string, readonly Step[]]>([
    ['refused', [{ do: 'answer', from: 0, at: 0, asError: true }]],
    ['cancelled', [{ do: 'stop', from: 0, id: 1 }]],
    ['over', [{ do: 'end', at: 0, fails: false }]],
    ['timeout', [{ do: 'wait', ms: ASK_TIMEOUT_MS }]],
    ['gone', [{ do: 'bye', from: 0 }]],
    ['closing', [{ do: 'close', ms: 500 }]],
  ])('YI-12 ends as %s', async (reason, steps) => {
    const others: readonly Step[] = [
      { do: 'answer', from: 1, at: 0, asError: false },
      { do: 'stop', from: 0, id: '1' },
      { do: 'stop', from: 1, id: 1 },
      { do: 'wait', ms: ASK_TIMEOUT_MS - 1 },
    ];
    const world = await tell([begin, ask, ...others.slice(0, reason === 'timeout' ? 3 : 4), ...steps]);
    expect(world.questions).toMatchObject([{ ends: [{ reason }] }]);
    await carryOut({ do: 'answer', from: 0, at: 0, asError: false }, world);
    expect(world.questions).toMatchObject([{ ends: [{ reason }] }]);
    await close(world);
    expectNothingLeft(world);
  });

  it('YI-18 is answered once, by the client that was asked; its connection may have broken meanwhile', async () => {
    const answer: Step = { do: 'answer', from: 0, at: 0, asError: false };
    const world = await tell([begin, ask, { do: 'disconnect', at: 0 }, answer, answer]);
    const [id] = world.questionIds;
    expect(world.questions).toMatchObject([{ ends: [{ to: id }] }]);
    expect([...world.taken]).toEqual([[id, 1]]);
    await close(world);
  });

  it('C-03 is withdrawn with its request, where the client’s going away cancels that', async () => {
    const leaving: Step = { do: 'request', from: 0, id: 1, params: { ...params, isEndedByLeaving: true } };
    const world = await tell([leaving, ask, { do: 'disconnect', at: 0 }, ask]);
    expect(world.questions).toMatchObject([{ ends: [{ reason: 'cancelled' }] }, { ends: [{ reason: 'cancelled' }] }]);
    expect(world.errands).toMatchObject([{ outcomes: [{ type: 'ended' }] }]);
    await close(world);
  });
});
