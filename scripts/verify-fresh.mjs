// Copies the sources to an empty folder, with an empty home, and does what the README says first: `npm start` must
// serve, so that the `curl` line it prints is answered, and `npm test` must be green and say how many tests ran.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const leftOut = new Set(['.git', '.turbo', '.install-lock', 'dist', 'node_modules', 'test-results']);
const folder = mkdtempSync(join(tmpdir(), 'polyspec-fresh-'));
const copy = join(folder, 'polyspec');
const home = join(folder, 'home');
const env = { PATH: withoutTools(process.env.PATH), HOME: home };

try {
  mkdirSync(home);
  cpSync(root, copy, { recursive: true, filter: (source) => !leftOut.has(basename(source)) });
  await start();
  test();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function start() {
  const child = spawn('npm', ['start'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 300_000);
  try {
    const command = await curlLine(child);
    const answer = execFileSync('bash', ['-c', command], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (!/"result"/.test(answer)) throw new Error(`${command}\nanswered ${answer}`);
    console.log(`npm start: ${command}\n${answer}`);
  } finally {
    clearTimeout(timer);
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
  }
}

/** The first printed line with a curl command; fails with all that was printed when there is none. */
function curlLine(child) {
  const seen = [];
  return new Promise((resolve, reject) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        seen.push(line);
        const command = /\bcurl .*/.exec(line)?.[0];
        if (command !== undefined) resolve(command);
      });
    }
    child.on('exit', () => reject(new Error(`npm start ended:\n${seen.join('\n')}`)));
  });
}

function test() {
  const { status, stdout, stderr } = spawnSync('npm', ['test'], { cwd: copy, env, encoding: 'utf8', timeout: 600_000 });
  const total = /^.*Tests .*passed.*$/m.exec(stdout)?.[0];
  if (status !== 0 || total === undefined) throw new Error(`npm test:\n${stdout}${stderr}`);
  console.log(`npm test: ${total.trim()}`);
}

/** The search path without this checkout's own tools, which a fresh machine has not. */
function withoutTools(path = '') {
  return path
    .split(':')
    .filter((entry) => !entry.includes('node_modules'))
    .join(':');
}
