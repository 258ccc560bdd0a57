// What is to be reached, as medians of one run on one machine.
import { FLOOR } from '../plan.mjs';
import { median, ratio, valuesOf } from '../statistics.mjs';
import { number, table } from './tables.mjs';

const OURS = 'polyspec';
const WITH_SESSIONS = 'polyspec-session';
const WITHOUT_STORE = 'polyspec-no-store';
const STREAMS_ALONE = 'polyspec-standing';
const ERAS = ['2025', '2026'];
const KIBIBYTE = 1024;

const samplesOf = ({ workloads }, workload, server) =>
  workloads.find(({ id }) => id === workload)?.rows.find(({ name }) => name === server)?.samples ?? [];

/** The share of one of our servers of the number of another. */
const against =
  (other, workload, key, ours = OURS) =>
  (result) =>
    ratio(samplesOf(result, workload, ours), samplesOf(result, workload, other), key);

/** A number of one of our servers. */
const own =
  (workload, key, { server = OURS, unit = 1 } = {}) =>
  (result) =>
    median(valuesOf(samplesOf(result, workload, server), key)) / unit;

const heapOf = (workload, server) => own(workload, 'heap', { server, unit: KIBIBYTE });

const inOneProcess =
  (program, key) =>
  ({ micro = [] }) =>
    micro.find(({ name }) => name === program)?.numbers?.[key];

const installed = ({ footprint }) => footprint?.find(({ name }) => name === OURS);

const atMost = (limit) => ({ text: `≤ ${limit}`, isReached: (value) => value <= limit });
const atLeast = (limit) => ({ text: `≥ ${limit}`, isReached: (value) => value >= limit });

const calls = [
  { era: '2025', most: 1.7 },
  { era: '2026', most: 1.75 },
].flatMap(({ era, most }) => [
  {
    what: `HTTP tools/call, server CPU × bare node:http, ${era}`,
    limit: atMost(most),
    read: against(FLOOR, `http-${era}`, 'manyCpu'),
  },
  {
    what: `HTTP tools/call, calls/s at 32 connections × bare node:http, ${era}`,
    limit: atLeast(0.58),
    read: against(FLOOR, `http-${era}`, 'manyPerSecond'),
  },
]);

const peers = [
  { server: 'sdk-v2', title: 'official SDK v2', era: '2025', least: 8 },
  { server: 'sdk-v2-session', title: 'official SDK v2 with sessions', era: '2025', least: 8 },
  { server: 'sdk-v2', title: 'official SDK v2', era: '2026', least: 12 },
  { server: 'tmcp', title: 'tmcp', era: '2025', least: 5 },
  { server: 'tmcp', title: 'tmcp', era: '2026', least: 5 },
].map(({ server, title, era, least }) => ({
  what: `HTTP tools/call, calls/s at 32 connections × ${title}, ${era}`,
  limit: atLeast(least),
  read: against(server, `http-${era}`, 'manyPerSecond'),
}));

const lists = ERAS.flatMap((era) => [
  {
    what: `HTTP tools/list of 100 tools, lists/s × bare node:http, ${era}`,
    limit: atLeast(2),
    read: against(FLOOR, `list-${era}`, 'listPerSecond'),
  },
  {
    what: `a call on a server of 100 tools, server CPU × on one of 2, ${era}`,
    limit: atMost(1.15),
    read: own(`list-${era}`, 'callRatio'),
  },
]);

const stdio = ERAS.flatMap((era) => [
  {
    what: `stdio, 64 in flight, calls/s × bare readline loop, ${era}`,
    limit: atLeast(0.9),
    read: against(FLOOR, `stdio-${era}`, 'manyPerSecond'),
  },
  {
    what: `stdio, spawn to first answer × bare Node, ${era}`,
    limit: atMost(1.5),
    read: against(FLOOR, `start-${era}`, 'startMs'),
  },
]);

const installation = [
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

const sessions = [
  {
    what: 'HTTP tools/call in a session, server CPU × without sessions, 2025',
    limit: atMost(1.15),
    read: against(OURS, 'http-2025', 'manyCpu', WITH_SESSIONS),
  },
  {
    what: 'a live session, KiB of heap',
    limit: atMost(2),
    read: heapOf('sessions-2025', WITH_SESSIONS),
  },
  {
    // «Nothing» within what garbage collection leaves uncertain: a session that is kept takes a hundred times as much.
    what: 'heap left by a session that was streamed, dropped and has expired, bytes',
    limit: atMost(16),
    read: own('sessions-2025', 'left', { server: WITH_SESSIONS }),
  },
];

const streams = [
  { server: STREAMS_ALONE, title: 'bare stream', era: '2025', most: 6 },
  { server: WITH_SESSIONS, title: 'GET stream with its session', era: '2025', most: 8, isKept: true },
  { server: WITHOUT_STORE, title: 'GET stream with its session, no event store', era: '2025', most: 8 },
  { server: OURS, title: 'listen stream', era: '2026', most: 8 },
].flatMap(({ server, title, era, most, isKept = false }) => [
  {
    what: `a ${title}, KiB of heap`,
    limit: atMost(most),
    read: heapOf(`streams-${era}`, server),
  },
  // What is kept for clients that come back takes time as well, for which there is no target.
  ...(isKept ? [] : ['eventCpu', 'lastByteMs']).map((key) => ({
    what: `one event to all, ${title}, ${key === 'eventCpu' ? 'server CPU' : 'time to the last byte'} × bare node:http`,
    limit: atMost(1.4),
    read: against(FLOOR, `streams-${era}`, key, server),
  })),
]);

const insideOneProcess = [
  {
    what: 'walking 10,000 tools in pages of 100 × the bare serialisation',
    limit: atMost(3),
    read: inOneProcess('pages', 'largestRatio'),
  },
  {
    what: 'sealing and opening a state of 1 kB, CPU µs',
    limit: atMost(60),
    read: inOneProcess('seal', 'sealCpu'),
  },
];

const TARGETS = [...calls, ...peers, ...lists, ...stdio, ...installation, ...sessions, ...streams, ...insideOneProcess];

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
