import type { FlagTable } from './flags.js';

/** A command of the command line. Each takes the path of one module. */
export interface Command {
  readonly name: string;
  /** What it does, in a sentence. */
  readonly about: string;
  readonly flags: FlagTable;
  /**
   * @param options what the flags say, by the names of options
   * @returns the exit code; `undefined` when the process goes on, as a server does
   * @throws CliError
   */
  run(modulePath: string, options: Readonly<Record<string, unknown>>): Promise<number | undefined>;
}
