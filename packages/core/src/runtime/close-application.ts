import type { Application } from '../application/application.js';
import type { Logger } from '../contract/logger.js';

/** How long `onClose` may take at least, in milliseconds: also a server without grace must be able to close its files. */
const LEAST_MS = 1000;

/**
 * Runs the application's `onClose`, whatever comes of it: one that fails or does not end in time is told to the log, and the end
 * goes on.
 *
 * @param graceMs how long it may take, in milliseconds; a second at least
 */
export async function closeApplication(application: Application, graceMs: number, logger: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.max(graceMs, LEAST_MS));
  });
  try {
    const ended = await Promise.race([timeUp, application.onClose?.()]);
    if (ended === 'late')
      logger.error({ graceMs }, 'onClose of the application did not end in time; the server goes on without it');
  } catch (err) {
    logger.error({ err }, 'onClose of the application failed');
  } finally {
    clearTimeout(timer);
  }
}
