import type { LogLevel } from '../application/context.js';
import { LOG_LEVELS, type LogMessage } from '../runtime/request-context.js';

const SECOND_MS = 1000;

/**
 * Sends at most a number of log messages a second, counted from the first of them. Nothing is lost without a word: when that
 * second is over, or with the end, one more message says how many were not sent, and of what levels. It has the most severe of
 * these, so that whoever wanted them gets it.
 */
export class LogLimit {
  readonly #perSecond: number;
  readonly #send: (message: LogMessage) => void;
  readonly #dropped = new Map<LogLevel, number>();
  #sent = 0;
  #timer: NodeJS.Timeout | undefined = undefined;

  /** @param send sends a message on its way; it must not throw */
  constructor(perSecond: number, send: (message: LogMessage) => void) {
    this.#perSecond = perSecond;
    this.#send = send;
  }

  push(message: LogMessage): void {
    this.#timer ??= setTimeout(this.#elapsed, SECOND_MS);
    if (this.#sent < this.#perSecond) {
      this.#sent += 1;
      this.#send(message);
    } else {
      this.#dropped.set(message.level, (this.#dropped.get(message.level) ?? 0) + 1);
    }
  }

  /** Says what was not sent. It is the end: nothing may be pushed after it. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#tell();
  }

  /** Says nothing any more. It is the end as well. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#dropped.clear();
  }

  readonly #elapsed = (): void => {
    this.#timer = undefined;
    this.#sent = 0;
    this.#tell();
  };

  #tell(): void {
    const levels = LOG_LEVELS.filter((level) => this.#dropped.has(level));
    const worst = levels.at(-1);
    if (worst === undefined) return;
    const counts = levels.map((level) => `${this.#dropped.get(level)} ${level}`).join(', ');
    this.#dropped.clear();
    const data = `Log messages that were not sent: ${counts}. Of one request, ${this.#perSecond} a second are`;
    this.#send({ level: worst, data, logger: undefined });
  }
}
