import { isLogLevel, LOG_LEVELS, type LogLevel, RequestError, shown } from '@polyspec/core';
import type { Method } from './method.js';
import { requiredString } from './params.js';

/**
 * `logging/setLevel` (server/utilities/logging#setting-log-level): from now on this client gets log messages of this
 * severity and above, and none before. Needs a server that remembers the client (ambiguity Q-61).
 */
export const setLevel: Method<LogLevel, unknown> = {
  needsMemory: true,
  read: (params) => {
    const level = requiredString(params, 'level');
    if (isLogLevel(level)) return level;
    throw new RequestError('invalid-params', `Invalid log level: ${shown(level)}; there are ${LOG_LEVELS.join(', ')}`);
  },
  operation: () => ({ method: 'logging/setLevel' }),
  run: (level, { conversation }) => (conversation.isKnown ? conversation.setLogLevel(level) : undefined),
  render: () => ({}),
};
