// Measures what open streams cost, and one event to all of them, beside bare node:http. Needs a build.
//
//   node bench/streams/run.mjs
//   node bench/streams/run.mjs --streams 1000 --rounds 1 --servers bare,invented
import { parseArgs } from 'node:util';
import { number, table } from '../report/tables.mjs';
import { median, ratio, valuesOf } from '../statistics.mjs';
import { measure } from './sample.mjs';

/** What is compared: the program in servers/, and how a client opens a stream there (see open.mjs). */
const SERVERS = {
  /** The floor. */
  bare: { program: 'bare', opening: 'get' },
  /** Ours under a spec that does nothing but hold streams. */
  invented: { program: 'invented', opening: 'get' },
  /** The published revisions: a session with its standing stream, and a subscription. */
  2025: { program: 'polyspec', opening: 'session' },
  2026: { program: 'polyspec', opening: 'listen' },
};
const FLOOR = 'bare';
const KIBIBYTE = 1024;

/**
 * The most that a stream may take, in KiB of heap: of ours alone, and with a session or subscription. After events to all, 2025
 * has more: it keeps them for clients that come back.
 */
const MOST_HEAP = { invented: 6, 2025: 8, 2026: 8 };
/** How much longer than the floor an event to all may take. */
const MOST_FAN_OUT = 1.4;

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    servers: { type: 'string', default: 'bare,invented,2025,2026' },
  },
});
const streams = Number(options.streams);
const rows = options.servers.split(',').map((name) => ({ name, samples: [], error: undefined }));

for (let round = 1; round <= Number(options.rounds); round += 1) {
  for (const row of rows.filter(({ error }) => error === undefined)) {
    try {
      row.samples.push({ round, ...(await measure(SERVERS[row.name], streams)) });
    } catch (error) {
      row.error = error.message.replace(/\s+/g, ' ').slice(0, 200);
    }
  }
}

const floor = rows.find(({ name }) => name === FLOOR)?.samples ?? [];
const middle = (samples, key, unit = 1) => number(median(valuesOf(samples, key)) / unit, 2);
const lines = rows.map(({ name, samples, error }) =>
  error === undefined
    ? [
        name,
        middle(samples, 'heap', KIBIBYTE),
        middle(samples, 'heapAfter', KIBIBYTE),
        middle(samples, 'rss', KIBIBYTE),
        middle(samples, 'cpu'),
        number(ratio(samples, floor, 'cpu'), 2),
        middle(samples, 'lastByte'),
        number(ratio(samples, floor, 'lastByte'), 2),
      ]
    : [name, `failed: ${error}`],
);
console.log(`Node ${process.version}, ${streams} streams, medians of ${options.rounds} rounds.\n`);
console.log(
  table(['server', 'heap KiB', 'after', 'RSS KiB', 'event to all: CPU ms', '× bare', 'last byte ms', '× bare'], lines),
);
for (const { name, samples, error } of rows.filter((row) => row.name in MOST_HEAP)) {
  const heap = median(valuesOf(samples, 'heap')) / KIBIBYTE;
  const fanOut = ratio(samples, floor, 'cpu');
  const isReached = error === undefined && heap <= MOST_HEAP[name] && fanOut <= MOST_FAN_OUT;
  console.log(
    `\n${name}: heap ≤ ${MOST_HEAP[name]} KiB, CPU of an event to all ≤ ${MOST_FAN_OUT} × bare: ${isReached ? 'ok' : 'MISS'}`,
  );
}
