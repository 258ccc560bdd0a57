import type { Logger } from '../contract/logger.js';
import { ClientRequestError, messageOf, RequestError, UserError } from '../errors.js';

/**
 * Makes the function that says what a client may see of an error (design decision D-6). The whole error goes to the log, once;
 * where the client sees a generic text, that text and the log entry carry the same reference.
 *
 * @param expose whether clients see the text of unexpected errors
 */
export function errorPolicy(expose: boolean, logger: Logger): (thrown: unknown, doing: string) => string {
  return (thrown, doing) => {
    if (isShown(thrown)) return thrown.message;
    if (expose) {
      logger.error({ err: thrown }, `${doing} failed`);
      return messageOf(thrown);
    }
    const reference = crypto.randomUUID();
    logger.error({ err: thrown, reference }, `${doing} failed`);
    return `Internal error (reference ${reference})`;
  };
}

/** Whether its text is meant for the client, or says nothing that the client does not know. */
function isShown(thrown: unknown): thrown is Error {
  return thrown instanceof UserError || thrown instanceof RequestError || thrown instanceof ClientRequestError;
}
