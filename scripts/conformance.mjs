// Runs the official conformance suite against the built conformance example, under each revision.
//
//   npm run conformance [-- --revision REV] [--scenario NAME] [--all]
//
// One line a revision, `REV: N passed, M failed, W warnings`, about the scored scenarios that are expected to pass, and the
// names of those still to come. Exits 1 when one that is expected to pass has a failure or a warning, or when one
// that is listed as to come passes; 2 when the suite could not run.
import { parseArgs } from 'node:util';
import { countsOf, faultsOf, judge, passes } from './conformance/judge.mjs';
import { startServer } from './conformance/server.mjs';
import { runSuite } from './conformance/suite.mjs';
import { toCome } from './conformance/to-come.mjs';

const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'];

try {
  const { revisions, scenario, all } = readArguments();
  process.exitCode = await main(revisions, scenario, all);
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      revision: { type: 'string', multiple: true, default: REVISIONS },
      scenario: { type: 'string' },
      all: { type: 'boolean', default: false },
    },
  });
  const unknown = values.revision.filter((revision) => !REVISIONS.includes(revision));
  if (unknown.length > 0) throw new Error(`No revision ${unknown.join(', ')}; there are ${REVISIONS.join(', ')}`);
  return { revisions: values.revision, scenario: values.scenario, all: values.all };
}

async function main(revisions, scenario, all) {
  const server = await startServer();
  const waiting = new Map();
  let problems = 0;
  try {
    for (const revision of revisions) {
      const listed = toCome(revision);
      const { scenarios, log } = await runSuite(server.url, revision, scenario);
      const judgement = judge(scenarios, listed, scenario === undefined);
      if (all) console.log(log);
      console.log(`${revision}: ${inWords(judgement.counts)}`);
      for (const problem of judgement.problems) console.log(`  ${problem}`);
      if (all) showAll(scenarios, listed);
      for (const name of judgement.waiting) {
        const key = `${listed.get(name)}: ${name}`;
        waiting.set(key, [...(waiting.get(key) ?? []), revision]);
      }
      problems += judgement.problems.length;
    }
  } finally {
    await server.stop();
  }
  if (waiting.size > 0) console.log('Still to come:');
  for (const [what, where] of [...waiting].sort()) console.log(`  ${what} (${where.join(', ')})`);
  // The first line is where it is; more is what the server had to complain about.
  if (problems > 0 || all) for (const line of server.printed.slice(1)) console.log(`server: ${line}`);
  return problems > 0 ? 1 : 0;
}

function showAll(scenarios, listed) {
  const unscored = scenarios.filter(({ name, isScored }) => !isScored && !listed.has(name));
  if (unscored.length > 0) console.log(`  not scored: ${inWords(countsOf(unscored))}`);
  for (const scenario of scenarios) {
    const { name } = scenario;
    const state = listed.has(name) ? `to come (${listed.get(name)})` : passes(scenario) ? 'passes' : 'FAILS';
    console.log(`  ${name}: ${state}: ${inWords(countsOf([scenario]))}`);
    if (listed.has(name)) for (const fault of faultsOf(scenario)) console.log(`    ${fault}`);
  }
}

function inWords({ passed, failed, warnings }) {
  return `${passed} passed, ${failed} failed, ${warnings} warnings`;
}
