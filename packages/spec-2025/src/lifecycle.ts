import type { Method } from './method.js';

/** `ping` (basic/utilities/ping): answered with nothing, in every phase. */
export const ping: Method<undefined, undefined> = {
  read: () => undefined,
  operation: () => ({ method: 'ping' }),
  run: () => undefined,
  render: () => ({}),
};
