import { OptionError } from 'polyspec';

const DEFAULT_PORT = 8080;

/**
 * The port to serve at.
 *
 * @param given the environment variable `PORT`
 * @throws OptionError for what is no port
 */
export function portFrom(given: string | undefined): number {
  if (given === undefined || given === '') return DEFAULT_PORT;
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65_535) {
    throw new OptionError('port', `PORT has to be a port number from 0 to 65535; got '${given}'`);
  }
  return port;
}
