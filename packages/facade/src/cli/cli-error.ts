/** Something that the user of the command line can put right: said in a sentence, without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** 2 for a wrong command line, 1 for everything else. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
