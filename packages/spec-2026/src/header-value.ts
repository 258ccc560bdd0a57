// Not imported: that would load all that stands beside it in `node:buffer`, also where no header ever comes.
const { isUtf8 } = process.getBuiltinModule('node:buffer');

/**
 * The wrapping of values that can't stand in a header field (basic/transports/streamable-http#value-encoding):
 * `=?base64?…?=` around the base64 of their UTF-8 bytes. The markers are exact; a value with only one of them is a literal.
 */
const OPEN = '=?base64?';
const CLOSE = '?=';

/** What a field value may hold: visible ASCII, blanks and tabs (H-11, ambiguity Q-57). */
const LEGAL = /^[\t\x20-\x7e]*$/;

/** A plain value that arrives as it was sent: no blank at its ends, which a field value loses on its way. */
const PLAIN = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;

/** Whether a field value has legal characters only. */
export function isLegalHeaderValue(value: string): boolean {
  return LEGAL.test(value);
}

/**
 * The value that a field stands for, unwrapped where it is wrapped.
 *
 * @returns `undefined` for illegal characters, and for a wrapping that is not strict base64 of valid UTF-8
 * @example decodeHeaderValue('=?base64?WsO8cmljaA==?=') // 'Zürich'
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!LEGAL.test(value)) return undefined;
  if (!isWrapped(value)) return value;
  const payload = value.slice(OPEN.length, -CLOSE.length);
  const bytes = Buffer.from(payload, 'base64');
  // Node's decoder takes more than base64. Only the one text that these bytes are written as will do (ambiguity Q-19).
  if (bytes.toString('base64') !== payload) return undefined;
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/**
 * The field value that stands for a text: itself where it can, wrapped otherwise.
 *
 * @example encodeHeaderValue('Zürich') // '=?base64?WsO8cmljaA==?='
 */
export function encodeHeaderValue(text: string): string {
  if (PLAIN.test(text) && !isWrapped(text)) return text;
  return `${OPEN}${Buffer.from(text, 'utf8').toString('base64')}${CLOSE}`;
}

function isWrapped(value: string): boolean {
  return value.length >= OPEN.length + CLOSE.length && value.startsWith(OPEN) && value.endsWith(CLOSE);
}
