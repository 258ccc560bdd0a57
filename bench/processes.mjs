import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const TASKSET = 'taskset';

/**
 * Whether processes can be bound to a core each: they are then, so that server and load don't take turns on one. Counts the
 * machine's cores and not those of this process, because the load generator, which is bound to one, starts the servers.
 */
export const isPinned = cpus().length > 1 && spawnSync(TASKSET, ['-c', '0', 'true']).status === 0;

/** The cores of the two sides. */
export const CORE = { server: 0, client: 1 };

/** Starts Node on a core. */
export function spawnNode(core, args, options) {
  const [command, ...rest] = isPinned ? [TASKSET, '-c', String(core), process.execPath] : [process.execPath];
  return spawn(command, [...rest, ...args], { env: { ...process.env, NODE_ENV: 'production' }, ...options });
}

/** The path of a file of this folder. */
export const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Kills a process, and waits until it is gone. */
export async function kill(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
