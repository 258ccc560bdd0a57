// Runs the official suite against a server, and reads what it found.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const suite = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')));
const loader = new URL('./loader.mjs', import.meta.url).href;

/** How long one scenario may take, in milliseconds. */
const SCENARIO_MS = 30_000;

/**
 * Runs the scenarios of a revision, or one of them.
 *
 * @param url the endpoint of a server
 * @param scenario its name; without it all that apply to the revision
 * @returns `scenarios`, `{ name, isScored, checks }` each, and what the suite printed as `log`
 * @throws Error when the suite could not run
 */
export async function runSuite(url, revision, scenario) {
  const folder = mkdtempSync(join(tmpdir(), 'polyspec-conformance-'));
  try {
    const args = [
      'server',
      '--url',
      url,
      ...selection(revision, scenario),
      '--timeout',
      String(SCENARIO_MS),
      '-o',
      folder,
    ];
    const log = await run(args, revision);
    const scenarios = readScenarios(folder, log, notScored(revision));
    if (scenarios.length === 0) throw new Error(`The suite did not run under ${revision}:\n${log}`);
    return { scenarios, log };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Since 2025-11-25 there is a frozen set of requirements; before, every scenario that applies. */
function selection(revision, scenario) {
  if (scenario !== undefined) return ['--scenario', scenario, '--spec-version', revision, '--force'];
  return existsSync(requirements(revision))
    ? ['--requirements', revision]
    : ['--suite', 'all', '--spec-version', revision];
}

function run(args, revision) {
  const env = { ...process.env };
  // The revisions with a handshake: the client has to ask for the one that is tested.
  if (revision < '2026') env.CONFORMANCE_INITIALIZE_VERSION = revision;
  const command = ['--no-warnings', '--import', loader, join(suite, 'dist', 'index.js'), ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        log += text;
      });
    }
    child.on('error', reject);
    // Its exit code says whether all passed, which is for others to judge.
    child.on('close', () => resolve(log));
  });
}

/** The results lie in a folder for each scenario; one that broke off has left only its name and a line in the log. */
function readScenarios(folder, log, unscored) {
  const checks = new Map();
  for (const entry of readdirSync(folder)) {
    const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(entry)?.[1];
    const file = join(folder, entry, 'checks.json');
    if (name !== undefined && existsSync(file)) checks.set(name, JSON.parse(readFileSync(file, 'utf8')));
  }
  for (const [, name, reason] of log.matchAll(/Failed to run scenario ([\w-]+): *(.*)/g)) {
    if (!checks.has(name)) checks.set(name, [broken(reason)]);
  }
  for (const [, name] of log.matchAll(/=== Running scenario: ([\w-]+) ===/g)) {
    if (!checks.has(name)) checks.set(name, [broken('it has left no result')]);
  }
  return [...checks].map(([name, list]) => ({ name, isScored: !unscored.has(name), checks: list }));
}

function broken(errorMessage) {
  return { id: 'broke-off', status: 'FAILURE', errorMessage };
}

/** The scenarios that a set of requirements has run without counting them. */
function notScored(revision) {
  if (!existsSync(requirements(revision))) return new Set();
  const [, list = ''] = readFileSync(requirements(revision), 'utf8').split(/^not_scored:/m);
  const rows = list.matchAll(/- scenario: (\S+)\s+leg: (\S+)/g);
  return new Set([...rows].filter(([, , leg]) => leg === 'server').map(([, name]) => name));
}

function requirements(revision) {
  return join(suite, 'requirements', `${revision}.yaml`);
}
