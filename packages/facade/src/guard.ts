/**
 * Import this before anything else in a program that serves over stdio: from then on, whatever is printed to stdout goes to
 * stderr, also by modules that print while they are imported, so that nothing but the protocol gets out.
 *
 * @example
 * import 'polyspec/guard';
 * import { application } from './application.js';
 */
export { releaseStdout } from '@polyspec/transport-stdio/guard';
