/**
 * A URI template that is not RFC 6570, that could not be matched without guessing, or that can't take a value given to
 * `expand`. The message names the template, the place, what was got there and what would be right.
 *
 * @example
 * try {
 *   parseUriTemplate('notes://{id');
 * } catch (error) {
 *   // Invalid URI template "notes://{id" at position 11: the expression opened at position 8 is never closed; add "}"
 * }
 */
export class UriTemplateError extends Error {
  override readonly name = 'UriTemplateError';
  readonly code = 'POLYSPEC_URI_TEMPLATE';
  /** The whole template, as written. */
  readonly template: string;
  /** What is wrong, what was got and what would be right, without the template and the position. */
  readonly reason: string;
  /** Where in the template, in UTF-16 code units from 0. `undefined` where the fault is not at one place. */
  readonly position: number | undefined;

  constructor(template: string, reason: string, position?: number) {
    const place = position === undefined ? '' : ` at position ${position}`;
    super(`Invalid URI template ${JSON.stringify(template)}${place}: ${reason}`);
    this.template = template;
    this.reason = reason;
    this.position = position;
  }
}
