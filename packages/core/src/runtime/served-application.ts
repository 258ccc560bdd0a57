import type { Application } from '../application/application.js';
import type { Logger } from '../contract/logger.js';
import type { RoundHost } from '../rounds/run-round.js';

/** An application, with what answering by it needs from the runtime around it. */
export interface ServedApplication {
  readonly application: Application;
  readonly logger: Logger;
  readonly rounds: RoundHost;
}
