import type { Application } from '../application/application.js';
import type { Logger } from '../contract/logger.js';
import { endInTime } from './end-in-time.js';

/** How long `onClose` may take at least, in milliseconds: also a server without grace must be able to close its files. */
const LEAST_MS = 1000;

/**
 * Runs the application's `onClose`, whatever comes of it.
 *
 * @param graceMs how long it may take, in milliseconds; a second at least
 */
export function closeApplication(application: Application, graceMs: number, logger: Logger): Promise<void> {
  const ms = Math.max(graceMs, LEAST_MS);
  return endInTime('onClose of the application', () => application.onClose?.(), ms, logger);
}
