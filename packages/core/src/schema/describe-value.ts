const MAX_TEXT = 40;
const MAX_NAME = 60;
const MAX_PATH = 300;
const MAX_CHOICES = 20;

/** A value in a few words, for a fault: its type, and the value itself where it is short. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return `string ${quote(value)}`;
    case 'number':
    case 'boolean':
    case 'bigint':
      return `${typeof value} ${value}`;
    case 'object':
      return value === null ? 'null' : describeObject(value);
    default:
      return typeof value;
  }
}

/** A value as one would write it, which is enough where the expected values are written out too. */
export function describeChoice(value: unknown): string {
  return typeof value === 'string' ? quote(value) : describeValue(value);
}

/** The values that are permitted: `"a"`, or `one of "a", "b"`. */
export function describeChoices(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_CHOICES).map(showChoice);
  if (values.length > shown.length) shown.push(`… (${values.length - shown.length} more)`);
  return shown.length === 1 ? shown.join('') : `one of ${shown.join(', ')}`;
}

/** A number of things: `1 item`, `3 items`. */
export function describeCount(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** The path of a member or an item, as one writes it in code. */
export function describePath(parts: readonly PropertyKey[]): string {
  let path = '';
  for (const part of parts) {
    if (typeof part === 'number') path += `[${part}]`;
    else if (typeof part === 'symbol') path += `[${String(part)}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(part) && part.length <= MAX_NAME) path += path === '' ? part : `.${part}`;
    else path += `[${quote(part, MAX_NAME)}]`;
  }
  return path.length <= MAX_PATH ? path : `…${path.slice(-MAX_PATH)}`;
}

/** A text in quotes and on one line, cut where it is long. */
export function quote(text: string, length: number = MAX_TEXT): string {
  if (text.length <= length) return JSON.stringify(text);
  return `${JSON.stringify(`${cut(text, length)}…`)} (${text.length} characters)`;
}

/** The beginning of a text; a character of two code units is not torn. */
export function cut(text: string, length: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

function describeObject(value: object): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'empty array' : `array of ${describeCount(value.length, 'item')}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return 'object';
  return value.constructor?.name || 'object';
}

function showChoice(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= MAX_TEXT ? text : `${cut(text, MAX_TEXT)}…`;
}
