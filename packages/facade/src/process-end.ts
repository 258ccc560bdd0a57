import { stderrLogger } from '@polyspec/core';

/** What is used of a process. `process` fits. */
export interface EndableProcess {
  on(signal: 'SIGTERM' | 'SIGINT', listener: (signal: NodeJS.Signals) => void): unknown;
  on(event: 'unhandledRejection', listener: (reason: unknown) => void): unknown;
  off(signal: 'SIGTERM' | 'SIGINT', listener: (signal: NodeJS.Signals) => void): unknown;
  off(event: 'unhandledRejection', listener: (reason: unknown) => void): unknown;
  /** Without a code: `process.exitCode`, or 0. */
  exit(code?: number): void;
}

/** What is closed before the process ends. */
export interface Closable {
  close(): Promise<void>;
}

/** The exit codes by which shells tell that a signal ended a process at once. */
const AT_ONCE: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };

/**
 * Ends a process in good order: SIGTERM, SIGINT, or the end of a server close all servers of the process, then it ends, whatever
 * timers or sockets are still there. A second signal ends it at once. While a server runs, a rejected promise that nothing
 * handles is logged and doesn't end the process. Nothing is listened to when no server runs.
 *
 * A process ends as a whole, so its servers have to be known in one place; nothing else is shared between them.
 */
export class ProcessEnd {
  readonly #process: EndableProcess;
  readonly #servers = new Set<Closable>();
  #ending: Promise<void> | undefined;

  constructor(process: EndableProcess) {
    this.#process = process;
  }

  /** Closes this server when a signal comes. */
  add(server: Closable): void {
    if (this.#servers.size === 0) this.#listen('on');
    this.#servers.add(server);
  }

  /** The server has ended. After the last one, signals do again what they do without a handler. */
  remove(server: Closable): void {
    if (this.#servers.delete(server) && this.#servers.size === 0 && this.#ending === undefined) this.#listen('off');
  }

  /** Closes every server, then ends the process. Never rejects. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    const closed = await Promise.allSettled([...this.#servers].map((server) => server.close()));
    const failed = closed.some(({ status }) => status === 'rejected');
    // What waits for the end of a server gets its turn first.
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#process.exit(failed ? 1 : undefined);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    if (this.#ending !== undefined) this.#process.exit(AT_ONCE[signal]);
    else void this.end();
  };

  /** A promise that a handler let go must not end the server of everybody else; it is told, as any other failure. */
  readonly #onRejection = (err: unknown): void => {
    stderrLogger.error({ err }, 'A promise was rejected, and nothing handled it');
  };

  #listen(method: 'on' | 'off'): void {
    this.#process[method]('SIGTERM', this.#onSignal);
    this.#process[method]('SIGINT', this.#onSignal);
    this.#process[method]('unhandledRejection', this.#onRejection);
  }
}

/** The end of this process. */
export const processEnd: ProcessEnd = new ProcessEnd(process);
