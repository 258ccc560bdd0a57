import type { Readable, Writable } from 'node:stream';
import { integer, type OptionTable, objectWith } from '@polyspec/core';
import { DEFAULT_MAX_MESSAGE_BYTES } from './line-reader.js';

/** Options of the stdio transport, beside those of the server. */
export interface StdioOptions {
  /** Where messages come from. Default `process.stdin`. */
  readonly input?: Readable | undefined;
  /**
   * Where answers go. Default `process.stdout`, which then belongs to the transport: what anybody else writes to it goes to
   * stderr until the transport has ended. Another stream is left as it is, and is not ended.
   */
  readonly output?: Writable | undefined;
  /** How long one message may be, in bytes of its line. Default 4194304 (4 MiB). A longer one gets the error `-32600`. */
  readonly maxMessageBytes?: number | undefined;
}

/** What `StdioOptions` take. */
export const stdioOptions: OptionTable = {
  input: objectWith('on', 'off', 'pause', 'resume'),
  output: objectWith('on', 'off', 'write'),
  maxMessageBytes: integer(1),
};

/** The options, each with a value. */
export interface StdioSettings {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxMessageBytes: number;
}

/** The options with their defaults. */
export function withDefaults(options: StdioOptions): StdioSettings {
  return {
    input: options.input ?? process.stdin,
    output: options.output ?? process.stdout,
    maxMessageBytes: options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES,
  };
}
