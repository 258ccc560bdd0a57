import type { Readable, Writable } from 'node:stream';
import { integer, type OptionTable, objectWith } from '@polyspec/core';
import { DEFAULT_MAX_MESSAGE_BYTES } from './line-reader.js';

/** Options of the stdio transport, beside those of the server. */
export interface StdioOptions {
  /** Where messages come from. Default `process.stdin`. */
  readonly input?: Readable;
  /**
   * Where answers go. Default `process.stdout`, which then belongs to the transport: what anybody else writes to it goes to
   * stderr until the transport has ended. Another stream is left as it is, and is not ended.
   */
  readonly output?: Writable;
  /** How long one message may be, in bytes of its line. Default 4194304 (4 MiB). A longer one gets the error `-32600`. */
  readonly maxMessageBytes?: number;
}

/** What `StdioOptions` take. */
export const stdioOptions: OptionTable = {
  input: objectWith('on', 'off', 'pause', 'resume'),
  output: objectWith('on', 'off', 'write'),
  maxMessageBytes: integer(1),
};

/** The options with their defaults. */
export function withDefaults(options: StdioOptions): Required<StdioOptions> {
  return {
    input: options.input ?? process.stdin,
    output: options.output ?? process.stdout,
    maxMessageBytes: options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES,
  };
}
