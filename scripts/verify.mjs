// The long checks: what a release must pass beyond `npm run check` and `npm test`. Takes minutes.
//
//   npm run verify [-- NAME...]     only the checks of these names
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './packages.mjs';
import { runSteps } from './steps.mjs';

const long = { POLYSPEC_PROPERTY_RUNS: '10000' };

runSteps(
  [
    { name: 'build', about: 'all packages', command: ['turbo', 'run', 'build', '--output-logs=errors-only'] },
    {
      name: 'installed',
      about: 'packed, installed in empty folders, served',
      command: ['node', 'scripts/verify-installed.mjs'],
    },
    {
      name: 'properties',
      about: 'property tests, 10000 runs each',
      command: ['vitest', 'run', ...propertyTests()],
      env: long,
    },
    { name: 'conformance', about: 'the official suite', command: ['node', 'scripts/conformance.mjs'] },
    { name: 'fresh', about: 'a fresh copy: npm start, npm test', command: ['node', 'scripts/verify-fresh.mjs'] },
  ],
  process.argv.slice(2),
);

function propertyTests() {
  const tests = publishedPackages().flatMap(({ folder }) =>
    readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join(folder, 'src', path)),
  );
  return tests.filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"));
}
