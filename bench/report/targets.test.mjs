import { expect, it } from 'vitest';
import { targetsOf } from './targets.mjs';

const row = (name, ...samples) => ({
  name,
  samples: samples.map((sample, index) => ({ round: index + 1, ...sample })),
});

/** What was reached, and whether that is enough, of the targets that a run has measured. */
function reached(result) {
  const measured = targetsOf({ workloads: [], ...result }).filter(({ isReached }) => isReached !== undefined);
  return Object.fromEntries(measured.map(({ what, value, isReached }) => [what, [value, isReached]]));
}

it('a target is reached, missed, or not measured', () => {
  const workload = (era, manyCpu) => ({
    id: `http-${era}`,
    rows: [row('bare-node', { manyCpu: 10 }), row('polyspec', { manyCpu })],
  });
  expect(reached({ workloads: [workload('2025', 17), workload('2026', 18)] })).toEqual({
    'HTTP tools/call, server CPU × bare node:http, 2025': [1.7, true],
    'HTTP tools/call, server CPU × bare node:http, 2026': [1.8, false],
  });
});

it('sessions are compared with calls without them, round by round', () => {
  const rows = [
    row('polyspec', { manyCpu: 10 }, { manyCpu: 20 }, { manyCpu: 30 }),
    row('polyspec-session', { manyCpu: 11 }, { manyCpu: 24 }, { manyCpu: 33 }),
  ];
  const what = 'HTTP tools/call in a session, server CPU × without sessions, 2025';
  expect(reached({ workloads: [{ id: 'http-2025', rows }] })).toEqual({ [what]: [1.1, true] });
});

it('memory is a number of our own, events are compared with the floor', () => {
  const rows = [
    row('bare-node', { heap: 4000, eventCpu: 50, lastByteMs: 60 }),
    row('polyspec-session', { heap: 9 * 1024, eventCpu: 90, lastByteMs: 90 }),
    row('polyspec-no-store', { heap: 7 * 1024, eventCpu: 60, lastByteMs: 90 }),
  ];
  const store = 'GET stream with its session, no event store';
  expect(reached({ workloads: [{ id: 'streams-2025', rows }] })).toEqual({
    'a GET stream with its session, KiB of heap': [9, false],
    [`a ${store}, KiB of heap`]: [7, true],
    [`one event to all, ${store}, server CPU × bare node:http`]: [1.2, true],
    [`one event to all, ${store}, time to the last byte × bare node:http`]: [1.5, false],
  });
});

it('what was measured in one process counts, unless it failed', () => {
  const micro = [
    { name: 'pages', numbers: { largestRatio: 3.5 } },
    { name: 'seal', error: 'no build' },
  ];
  expect(reached({ micro })).toEqual({
    'walking 10,000 tools in pages of 100 × the bare serialisation': [3.5, false],
  });
});
