import { once } from 'node:events';
import { CORE, fileOf, kill, spawnNode } from '../processes.mjs';

/**
 * Has a fresh load generator do one job of jobs.mjs.
 *
 * @returns what the job gives
 */
export async function runJob(job) {
  const child = spawnNode(CORE.client, [fileOf('load/main.mjs')], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`The load generator has ended (${code ?? signal})`);
    });
    ended.catch(() => {});
    child.send(job);
    const [{ result, error }] = await Promise.race([once(child, 'message'), ended]);
    if (error !== undefined) throw new Error(error);
    return result;
  } finally {
    await kill(child);
  }
}
