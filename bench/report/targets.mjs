// What is to be reached, as medians of one run on one machine.
import { FLOOR } from '../plan.mjs';
import { median, ratio, valuesOf } from '../statistics.mjs';
import { number, table } from './tables.mjs';

const OURS = 'polyspec';
const ERAS = ['2025', '2026'];

/** Our share of the number of another server. */
const against = (other, workload, key) => (result) => {
  const samples = (name) =>
    result.workloads.find(({ id }) => id === workload)?.rows.find((row) => row.name === name)?.samples;
  return ratio(samples(OURS) ?? [], samples(other) ?? [], key);
};

const atMost = (limit) => ({ text: `≤ ${limit}`, isReached: (value) => value <= limit });
const atLeast = (limit) => ({ text: `≥ ${limit}`, isReached: (value) => value >= limit });

const TARGETS = [
  {
    what: 'HTTP tools/call, server CPU × bare node:http, 2025',
    limit: atMost(1.7),
    read: against(FLOOR, 'http-2025', 'manyCpu'),
  },
  {
    what: 'HTTP tools/call, server CPU × bare node:http, 2026',
    limit: atMost(1.75),
    read: against(FLOOR, 'http-2026', 'manyCpu'),
  },
  ...ERAS.map((era) => ({
    what: `HTTP tools/call, calls/s at 32 connections × bare node:http, ${era}`,
    limit: atLeast(0.58),
    read: against(FLOOR, `http-${era}`, 'manyPerSecond'),
  })),
  ...[
    ['sdk-v2', 'official SDK v2', '2025'],
    ['sdk-v2-session', 'official SDK v2 with sessions', '2025'],
    ['sdk-v2', 'official SDK v2', '2026'],
  ].map(([server, title, era]) => ({
    what: `HTTP tools/call, calls/s at 32 connections × ${title}, ${era}`,
    limit: atLeast(8),
    read: against(server, `http-${era}`, 'manyPerSecond'),
  })),
  ...ERAS.map((era) => ({
    what: `HTTP tools/call, calls/s at 32 connections × tmcp, ${era}`,
    limit: atLeast(5),
    read: against('tmcp', `http-${era}`, 'manyPerSecond'),
  })),
  ...ERAS.map((era) => ({
    what: `HTTP tools/list of 100 tools, lists/s × bare node:http, ${era}`,
    limit: atLeast(2),
    read: against(FLOOR, `list-${era}`, 'listPerSecond'),
  })),
  ...ERAS.map((era) => ({
    what: `a call on a server of 100 tools, server CPU × on one of 2, ${era}`,
    limit: atMost(1.15),
    read: ({ workloads }) => {
      const rows = workloads.find(({ id }) => id === `list-${era}`)?.rows ?? [];
      return median(valuesOf(rows.find(({ name }) => name === OURS)?.samples ?? [], 'callRatio'));
    },
  })),
  ...ERAS.map((era) => ({
    what: `stdio, 64 in flight, calls/s × bare readline loop, ${era}`,
    limit: atLeast(0.9),
    read: against(FLOOR, `stdio-${era}`, 'manyPerSecond'),
  })),
  ...ERAS.map((era) => ({
    what: `stdio, spawn to first answer × bare Node, ${era}`,
    limit: atMost(1.5),
    read: against(FLOOR, `start-${era}`, 'startMs'),
  })),
  {
    what: 'installed for a stdio server of both eras, packages',
    limit: atMost(14),
    read: (result) => installed(result)?.packages,
  },
  {
    what: 'installed for a stdio server of both eras, MB',
    limit: atMost(5),
    read: (result) => installed(result)?.bytes / 1e6,
  },
];

const installed = ({ footprint }) => footprint?.find(({ name }) => name === OURS);

/** Each target with what was reached: `isReached` is undefined for what this run has not measured. */
export function targetsOf(result) {
  return TARGETS.map(({ what, limit, read }) => {
    const value = read(result);
    return { what, target: limit.text, value, isReached: Number.isFinite(value) ? limit.isReached(value) : undefined };
  });
}

/** The targets as a table. */
export function targetTable(targets) {
  const lines = targets.map(({ what, target, value, isReached }) => [
    what,
    target,
    number(value, 2),
    isReached === undefined ? 'not measured' : isReached ? 'ok' : 'MISS',
  ]);
  return `### Targets\n\n${table(['what', 'target', 'reached', ''], lines)}`;
}
