// Runs a tool of this repository on a machine that has only Node and npm: installs the dependencies with the pinned
// pnpm first, when the lock file is not the one that was last installed.
//
//   node scripts/run.mjs [command [arguments...]]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.installed');
const lock = join(root, '.install-lock');
const env = {
  ...process.env,
  PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH,
  TURBO_TELEMETRY_DISABLED: '1',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'pnpm-lock.yaml')))
  .update(process.version)
  .digest('hex');

if (!isInstalled()) {
  takeLock();
  try {
    // Another run may have installed while this one waited.
    if (!isInstalled()) install();
  } finally {
    rmSync(lock, { force: true });
  }
}
const [command, ...args] = process.argv.slice(2);
if (command !== undefined) process.exitCode = run(command, args);

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

function install() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.error(`Installing the dependencies with ${packageManager} ...`);
  const status = run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--loglevel=error']);
  if (status !== 0) {
    rmSync(lock, { force: true });
    process.exit(status);
  }
  writeFileSync(stamp, wanted);
}

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.error !== undefined) console.error(`${command}: ${result.error.message}`);
  return result.status ?? 1;
}

/** Waits until no other run installs here; a lock whose process is gone is taken over. */
function takeLock() {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isHeld()) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

function isHeld() {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    // Gone meanwhile (ENOENT), or the process is (ESRCH); a process of another user is alive (EPERM).
    return error.code === 'EPERM';
  }
}
