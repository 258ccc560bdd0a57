/**
 * Import this first, before anything that may print while it is imported: from then on, what is written to stdout goes to
 * stderr. The stdio transport takes over when it starts, and stdout is free again when it has ended.
 *
 * @example
 * import '@polyspec/transport-stdio/guard';
 * import { application } from './application.js';
 */
import { holdStdout } from './stdout-guard.js';

/** Gives stdout back where no stdio transport will start after all. Does nothing once one has started. */
export const releaseStdout: () => void = holdStdout();
