// What is measured, and which of the numbers are shown. A column is the key of a number in the samples, its heading, how it
// is written, and whether it is compared with the floor as well. `needs` is what a server must be able to do, as it stands in
// servers/catalogue.mjs.
const KIBIBYTE = 2 ** 10;
const MEBIBYTE = 2 ** 20;

const column = (key, heading, digits, { isCompared = false, unit = 1 } = {}) => ({
  key,
  heading,
  digits,
  isCompared,
  unit,
});

const memory = [column('rss', 'RSS MB', 0, { unit: MEBIBYTE }), column('heapUsed', 'heap MB', 1, { unit: MEBIBYTE })];

/** What is in use hardly differs from round to round, and takes long to measure. */
const MOST_ROUNDS = 3;

const KINDS = [
  {
    job: 'http',
    needs: 'http',
    title: 'HTTP tools/call, validated input and output',
    client: 'manyClientBusy',
    columns: [
      column('manyCpu', 'server CPU µs/call', 1, { isCompared: true }),
      column('manyPerSecond', 'calls/s, 32 conn', 0, { isCompared: true }),
      column('manyP50', 'p50 ms', 2),
      column('manyP99', 'p99 ms', 2),
      column('onePerSecond', 'calls/s, 1 conn', 0),
      column('oneCpu', 'CPU µs/call, 1 conn', 1),
      column('oneP50', 'p50 ms, 1 conn', 3),
      column('oneP99', 'p99 ms, 1 conn', 3),
      ...memory,
    ],
  },
  {
    job: 'list',
    needs: 'http',
    title: 'HTTP tools/list of 100 tools, and a call on such a server',
    client: 'listClientBusy',
    columns: [
      column('listPerSecond', 'lists/s, 8 conn', 0, { isCompared: true }),
      column('listCpu', 'server CPU µs/list', 0, { isCompared: true }),
      column('listP50', 'p50 ms', 2),
      column('listP99', 'p99 ms', 2),
      column('call100Cpu', 'CPU µs/call, 100 tools', 1),
      column('call2Cpu', 'CPU µs/call, 2 tools', 1),
      column('callRatio', '100 tools / 2 tools', 2),
    ],
  },
  {
    job: 'stdio',
    needs: 'stdio',
    title: 'stdio tools/call, validated input and output',
    client: 'manyClientBusy',
    columns: [
      column('manyPerSecond', 'calls/s, 64 in flight', 0, { isCompared: true }),
      column('manyCpu', 'server CPU µs/call', 1, { isCompared: true }),
      column('onePerSecond', 'calls/s, sequential', 0, { isCompared: true }),
      column('oneCpu', 'CPU µs/call, sequential', 1),
      column('oneP50', 'p50 ms, sequential', 3),
      column('oneP99', 'p99 ms, sequential', 3),
    ],
  },
  {
    job: 'start',
    needs: 'stdio',
    title: 'stdio start',
    columns: [
      column('startMs', 'spawn to first answer ms', 0, { isCompared: true }),
      column('firstCallMs', 'to the answer of a call ms', 0, { isCompared: true }),
      ...memory,
    ],
  },
  {
    job: 'sessions',
    needs: 'sessions',
    title: 'sessions over HTTP',
    eras: ['2025'],
    mostRounds: MOST_ROUNDS,
    columns: [
      column('heap', 'heap KiB/session', 2, { unit: KIBIBYTE }),
      column('rss', 'RSS KiB/session', 1, { unit: KIBIBYTE }),
      column('openCpu', 'server CPU µs to open one', 0),
      column('left', 'heap left by a dropped one, bytes', 0),
    ],
  },
  {
    job: 'streams',
    needs: 'streams',
    title: 'open streams over HTTP, and one event to all of them',
    mostRounds: MOST_ROUNDS,
    columns: [
      column('heap', 'heap KiB/stream', 2, { unit: KIBIBYTE }),
      column('heapAfter', 'after events', 2, { unit: KIBIBYTE }),
      column('rss', 'RSS KiB/stream', 1, { unit: KIBIBYTE }),
      column('eventCpu', 'server CPU ms/event', 1, { isCompared: true }),
      column('lastByteMs', 'ms to the last byte', 1, { isCompared: true }),
    ],
  },
];

/** The server that the others are compared with. */
export const FLOOR = 'bare-node';

/** The names of all kinds of measurements of servers. */
export const JOBS = KINDS.map(({ job }) => job);

/** Each kind of measurement in each era. */
export const WORKLOADS = KINDS.flatMap(({ eras = ['2025', '2026'], ...kind }) =>
  eras.map((era) => ({ ...kind, id: `${kind.job}-${era}`, era })),
);
