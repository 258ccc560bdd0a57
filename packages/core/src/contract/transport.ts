import type { OptionTable } from '../options/table.js';
import type { Logger } from './logger.js';
import type { SpecHandler } from './spec.js';

/** Moves messages between clients and a spec. A transport never knows a method name. */
export interface TransportProtocol<Options = object> {
  /** A name for messages and logs, such as `stdio`. */
  readonly name: string;
  /** Whether the client is the local user, who may see the text of unexpected errors (option `exposeErrors`). */
  readonly local: boolean;
  /** The options that it takes beside the server's own, checked before it starts. */
  readonly options?: OptionTable;
  /** Starts to take messages. Rejects when it can't, for example when the port is taken. */
  start(handler: SpecHandler, options: Options, host: TransportHost): Promise<RunningTransport>;
}

/** What a transport is told about the server. */
export interface TransportHost {
  readonly name: string;
  readonly logger: Logger;
  /** How long running requests may go on once the end has come, in milliseconds. */
  readonly graceMs: number;
}

/** A transport that takes messages. */
export interface RunningTransport {
  /** Where it can be reached, for people: a URL, or `stdio`. */
  readonly address: string;
  /** Resolves when it has ended by itself (the end of input) or by `close`. */
  readonly closed: Promise<void>;
  /** Takes no more messages, lets the running ones finish for at most the grace period, and ends. */
  close(graceMs: number): Promise<void>;
}
