import type { ServerOptions } from '../options/server-options.js';

/** Whether limits, a time limit or middleware have to stand around the operations. Nobody pays for what he does not use. */
export function asksForGuards({ use = [], limits = {}, timeoutMs = 0, maxLogsPerSecond = 0 }: ServerOptions): boolean {
  const isLimited = limits.concurrency !== undefined || limits.perClient !== undefined;
  return use.length > 0 || isLimited || timeoutMs > 0 || maxLogsPerSecond > 0;
}
