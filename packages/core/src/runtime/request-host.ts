import type { Logger } from '../contract/logger.js';
import type { ClientRequests } from './client-requests.js';

/** What the requests of one server share. */
export interface RequestHost {
  readonly logger: Logger;
  readonly clientRequests: ClientRequests;
  /** How much time passes at least between two reports of progress of one request, in milliseconds; 0 for none. */
  readonly progressIntervalMs: number;
  /** Warns of each subject once in the life of the server: what one handler does wrong, it does in every request. */
  warnOnce(subject: string, fields: object, message: string): void;
}

export function requestHost(logger: Logger, clientRequests: ClientRequests, progressIntervalMs: number): RequestHost {
  const warned = new Set<string>();
  return {
    logger,
    clientRequests,
    progressIntervalMs,
    warnOnce: (subject, fields, message) => {
      if (warned.has(subject)) return;
      warned.add(subject);
      logger.warn(fields, message);
    },
  };
}
