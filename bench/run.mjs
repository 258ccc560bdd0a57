// Measures polyspec beside its peers and the bare floors.
//
//   npm run bench                                  everything but the footprint
//   npm run bench -- --quick                       three short rounds, to see that all works
//   npm run bench -- --only http,stdio --adapters bare-node,polyspec --rounds 3
//   npm run bench -- --only streams --streams 1000
//   npm run bench -- --install                     with the footprint, for which npm installs from its registry
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { footprints } from './footprint.mjs';
import { runJob } from './load/generator.mjs';
import { MICROS, runMicro } from './micro.mjs';
import { JOBS, WORKLOADS } from './plan.mjs';
import { fileOf, isPinned } from './processes.mjs';
import { footprintTable, microTable, workloadTable } from './report/tables.mjs';
import { targetsOf, targetTable } from './report/targets.mjs';
import { SERVERS } from './servers/catalogue.mjs';

const micros = MICROS.map(({ name }) => name);
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: [...JOBS, ...micros].join(',') },
    adapters: { type: 'string', default: SERVERS.map(({ name }) => name).join(',') },
    rounds: { type: 'string' },
    sessions: { type: 'string' },
    streams: { type: 'string' },
    install: { type: 'boolean', default: false },
  },
});

const only = chosen('only', options.only, [...JOBS, ...micros, 'footprint']);
const names = chosen(
  'adapters',
  options.adapters,
  SERVERS.map(({ name }) => name),
);
const servers = SERVERS.filter(({ name }) => names.includes(name));
const rounds = Number(options.rounds ?? (options.quick ? 3 : 5));
const timing = options.quick
  ? { warm: { calls: 4000, leastMs: 300, mostMs: 2500 }, ms: 500 }
  : { warm: { calls: 15_000, leastMs: 1000, mostMs: 5000 }, ms: 1500 };
const many = options.quick ? 1000 : 5000;
/** How many clients there are that stay. */
const counts = { sessions: Number(options.sessions ?? many), streams: Number(options.streams ?? many) };

/** A sample counts as disturbed when other processes used more than this share of a core meanwhile. */
const MOST_FOREIGN = 0.2;

const result = {
  date: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  isPinned,
  rounds,
  ...timing,
  ...counts,
  servers: servers.map(({ name, title, versions }) => ({ name, title, versions: versionsOf(versions) })),
  workloads: [],
};
for (const workload of WORKLOADS.filter(({ job }) => only.includes(job)))
  result.workloads.push(await measure(workload));
result.micro = [];
for (const name of micros.filter((each) => only.includes(each))) {
  progress(name);
  result.micro.push(await runMicro(name, options.quick));
}
if (options.install || only.includes('footprint')) result.footprint = await footprints(names);
result.targets = targetsOf(result);
print();
save();

/** Measures all servers that can do it, round by round, each round with processes of its own. */
async function measure({ id, job, needs, era, title, columns, client, mostRounds = rounds }) {
  const rows = servers
    .filter((server) => server[needs]?.includes(era))
    .map(({ name, validates }) => ({ name, validates, samples: [] }));
  const last = Math.min(rounds, mostRounds);
  for (let round = 1; round <= last; round += 1) {
    progress(`${id}, round ${round} of ${last}`);
    // Whoever failed once fails again.
    const able = rows.filter(({ error }) => error === undefined);
    const turns = await runJob({
      job,
      era,
      servers: able.map(({ name, validates }) => ({ name, validates })),
      ...timing,
      ...counts,
    });
    for (const { name, sample, error } of turns) {
      const row = rows.find((each) => each.name === name);
      if (sample !== undefined) row.samples.push({ round, ...sample });
      else row.error = error.replace(/\s+/g, ' ').slice(0, 300);
    }
  }
  return { id, job, era, title, columns, client, rows: rows.map(({ validates: _, ...row }) => row) };
}

function print() {
  progress('');
  const { date, node, cpu, cores, workloads, micro, footprint, targets } = result;
  const samples = workloads.flatMap(({ rows }) => rows.flatMap((row) => row.samples));
  // Where the system tells, and where it matters: not for memory.
  const watched = samples.filter(({ foreign }) => Number.isFinite(foreign));
  const disturbed = watched.filter(({ foreign }) => foreign > MOST_FOREIGN).length;
  console.log(
    `Node ${node}, ${cores} × ${cpu}, ${isPinned ? 'a core for each side' : 'no cores of their own'}, ${date}.`,
  );
  console.log(`Medians of ${rounds} rounds (least–most); «× floor» is the median of the ratios within a round.`);
  console.log(`${counts.sessions} sessions and ${counts.streams} streams at a time, in three rounds at most.`);
  console.log('† the load generator was at its limit: the rate is a lower bound, the CPU time holds.');
  console.log(`${disturbed} of ${watched.length} timed samples were disturbed by other processes of the machine.\n`);
  for (const workload of workloads) console.log(`${workloadTable(workload)}\n`);
  if (micro.length > 0) console.log(`${microTable(micro)}\n`);
  if (footprint !== undefined) console.log(`${footprintTable(footprint)}\n`);
  console.log(targetTable(targets));
}

function save() {
  const folder = fileOf('results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${result.date.replaceAll(':', '-')}.json`);
  const text = `${JSON.stringify(result, null, 2)}\n`;
  for (const path of [file, join(folder, 'latest.json')]) writeFileSync(path, text);
  console.log(`\nAll samples: ${file}`);
}

/** The names in a list of an option, all of them known. */
function chosen(option, text, known) {
  const list = text.split(',');
  const unknown = list.filter((name) => !known.includes(name));
  if (unknown.length === 0) return list;
  console.error(`--${option} does not know ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exit(2);
}

function versionsOf(packages) {
  return Object.fromEntries(
    packages.map((name) => {
      const manifest = readFileSync(fileOf(`node_modules/${name}/package.json`), 'utf8');
      return [name, JSON.parse(manifest).version];
    }),
  );
}

/** What is being done, on one line that is written again and again where a person looks. */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
