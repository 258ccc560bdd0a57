import type { Logger } from '../contract/logger.js';
import type { RequestError } from '../errors.js';
import type { JsonValue } from '../json.js';

/**
 * The data of a request error as a client can be sent it. What JSON has no form for is left out, and the log says so: without it
 * the error still says what it has to say.
 */
export function errorData({ message, data }: RequestError, logger: Logger): JsonValue | undefined {
  try {
    return JSON.stringify(data) === undefined ? undefined : data;
  } catch (err) {
    logger.error({ err, message }, 'The data of a request error was left out: JSON has no form for it');
    return undefined;
  }
}
