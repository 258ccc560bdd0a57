import type { Awaitable } from '../awaitable.js';
import type { Logger } from '../contract/logger.js';
import { MAX_TIMER_MS } from '../options/rules.js';

/**
 * Runs somebody else's part in the end of a server, whatever comes of it: one that fails or does not end in time is told to the
 * log, and the end goes on. It never rejects.
 *
 * @param what to begin a sentence with, such as `onClose of the application`
 * @param ms how long it may take, in milliseconds
 */
export async function endInTime(what: string, end: () => Awaitable<void>, ms: number, logger: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.min(ms, MAX_TIMER_MS));
  });
  try {
    const ended = await Promise.race([timeUp, end()]);
    if (ended === 'late') logger.error({ ms }, `${what} did not end in time; the server goes on without it`);
  } catch (err) {
    logger.error({ err }, `${what} failed`);
  } finally {
    clearTimeout(timer);
  }
}
