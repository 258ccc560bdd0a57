// Where the time of a server goes under load. An `event` goes to 5,000 open streams.
//
//   node bench/profile.mjs [--adapter polyspec] [--era 2026] [--work call|list|stdio|event] [--seconds 5] [--rows 30]
//
// Builds nothing: run `npx turbo run build` before. The profile itself is kept in results/, for the browser's tools.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runJob } from './load/generator.mjs';
import { fileOf } from './processes.mjs';
import { profileTables } from './report/profile.mjs';
import { number } from './report/tables.mjs';

const { values: options } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'polyspec' },
    era: { type: 'string', default: '2026' },
    work: { type: 'string', default: 'call' },
    seconds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '30' },
  },
});

const { adapter: server, era, work, seconds, rows } = options;
const job = {
  job: 'profile',
  server,
  era,
  work,
  warm: { calls: 30_000, leastMs: 2000, mostMs: 10_000 },
  ms: Number(seconds) * 1000,
};
const { profile, cpu, perSecond } = await runJob(job);

console.log(`${server}, ${work}, era ${era}: ${number(cpu, 1)} µs CPU per answer, ${number(perSecond, 0)} answers/s`);
console.log('(with the profiler on, which costs some)\n');
console.log(profileTables(profile, cpu, Number(rows)));

mkdirSync(fileOf('results'), { recursive: true });
const file = join(fileOf('results'), `${server}-${work}-${era}.cpuprofile`);
writeFileSync(file, JSON.stringify(profile));
console.log(`\nThe profile: ${file}`);
