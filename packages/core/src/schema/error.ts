/**
 * A schema that can't be published, translated or compiled. Thrown at start (or when a tool that appeared later is first
 * seen), never while a value is validated.
 *
 * @example
 * try {
 *   checkSchema(schema, { side: 'input', subject: "input of tool 'add'" });
 * } catch (error) {
 *   if (error instanceof SchemaError) console.error(error.subject, error.path, error.message);
 * }
 */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly code = 'POLYSPEC_SCHEMA';
  /** What the schema belongs to, such as `input of tool 'add'`. */
  readonly subject: string;
  /** JSON pointer (RFC 6901) of the place at fault within the schema; `''` is the root. */
  readonly path: string;

  /**
   * @param subject what the schema belongs to; begins the message
   * @param problem what is wrong, and what would be right: a sentence, or the rest of the one that the subject begins
   * @param path JSON pointer of the place at fault; `''`, the default, is the root
   */
  constructor(subject: string, problem: string, path: string = '', options?: ErrorOptions) {
    const sentence = GOES_ON.test(problem) ? `${subject} ${problem}` : `${subject}: ${problem}`;
    super(path === '' ? sentence : `${sentence} (at ${path})`, options);
    this.subject = subject;
    this.path = path;
  }
}

/** How a problem begins that says something of the subject, and not of a keyword. */
const GOES_ON = /^(?:is|must|has|can|can't|refers) /;
