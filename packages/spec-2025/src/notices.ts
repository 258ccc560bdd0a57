import { type Exchange, type JsonValue, type LogMessage, notification, type ProgressReport } from '@polyspec/core';

/**
 * What a request sends ahead of its answer. Handlers need not be written in TypeScript, so what the protocol does not allow is
 * left out or put into a form that it allows: a report must not fail the work that it is about.
 */

/** Progress of a request (basic/utilities/progress). */
export function progressSender(exchange: Exchange, progressToken: string | number): (report: ProgressReport) => void {
  return ({ progress, total, message }) => {
    const params = { progressToken, progress, total: finiteOrNone(total), message: textOrNone(message) };
    exchange.send(notification('notifications/progress', params));
  };
}

/** Log messages of a request (server/utilities/logging#log-message-notifications). */
export function logSender(exchange: Exchange): (message: LogMessage) => void {
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

/** What JSON has no form for: big integers become text, and what is nothing to JSON becomes `null`, as data must be there. */
function plain(data: unknown): JsonValue {
  if (typeof data === 'string') return data;
  try {
    const text: string | undefined = JSON.stringify(data, bigintAsText);
    return text === undefined ? null : (JSON.parse(text) as JsonValue);
  } catch {
    return '[a value that JSON has no form for]';
  }
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
