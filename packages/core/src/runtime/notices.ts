import type { LogLevel } from '../application/context.js';
import type { Exchange } from '../contract/exchange.js';
import type { JsonValue } from '../json.js';
import { notification } from '../jsonrpc/message.js';
import { LOG_LEVELS, type LogMessage, type ProgressReport } from './request-context.js';

/**
 * What a request sends ahead of its answer. Handlers need not be written in TypeScript, so what the protocol does not allow is
 * left out or put into a form that it allows: a report must not fail the work that it is about.
 */

/** Whether a value can be a progress token: a string or an integer (basic/utilities/progress, basic/patterns/progress). */
export function isProgressToken(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isInteger(value);
}

/**
 * Whether a value is a progress token that can be returned unchanged. Past 2^53 an integer has lost its last digits when it is
 * read, so it would name another request: one that has such a token gets no progress.
 */
export function isReturnableToken(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Whether a value is a severity of log messages (server/utilities/logging). */
export function isLogLevel(value: unknown): value is LogLevel {
  return LOG_LEVELS.includes(value as LogLevel);
}

/** Progress of a request (basic/utilities/progress). */
export function progressSender(
  exchange: Pick<Exchange, 'send'>,
  progressToken: string | number,
): (report: ProgressReport) => void {
  return ({ progress, total, message }) => {
    const params = { progressToken, progress, total: finiteOrNone(total), message: textOrNone(message) };
    exchange.send(notification('notifications/progress', params), 'progress');
  };
}

/** Log messages of a request (server/utilities/logging#log-message-notifications). */
export function logSender(exchange: Pick<Exchange, 'send'>): (message: LogMessage) => void {
  return ({ level, data, logger }) => {
    exchange.send(notification('notifications/message', { level, logger: textOrNone(logger), data: plain(data) }));
  };
}

function finiteOrNone(value: unknown): number | undefined {
  return Number.isFinite(value) ? (value as number) : undefined;
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * What JSON has no form for: big integers become text, an error its message, and what is nothing to JSON `null`, as data must be
 * there.
 */
function plain(data: unknown): JsonValue {
  if (typeof data === 'string') return data;
  try {
    const text: string | undefined = JSON.stringify(data, withForm);
    return text === undefined ? null : (JSON.parse(text) as JsonValue);
  } catch {
    return '[a value that JSON has no form for]';
  }
}

function withForm(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Error ? value.message : value;
}
