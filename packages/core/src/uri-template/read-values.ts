import type { Stretch } from './locate.js';
import type { Field } from './pattern.js';
import { toAscii } from './percent-encoding.js';
import type { Variable } from './syntax.js';

/** What a URI has for a variable, still percent-encoded. A variable with `*` has a list, every other one a text. */
export interface EncodedValue {
  readonly variable: Variable;
  readonly value: string | readonly string[];
}

/** Divides the text of a field among its variables. A variable for which the URI has nothing is left out. */
export function readValues({ field, text }: Stretch): readonly EncodedValue[] {
  if (text === undefined) return [];
  return field.operator.isNamed ? readNamed(field, text) : readPositional(field, text);
}

/** In any order. Names that the template does not have are ignored; of a repeated name a variable takes the first value. */
function readNamed({ operator, variables }: Field, text: string): readonly EncodedValue[] {
  const valuesByName = new Map<string, [string, ...string[]]>();
  for (const pair of text.split(operator.separator)) {
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    const value = equals === -1 ? '' : pair.slice(equals + 1);
    const values = valuesByName.get(name);
    if (values === undefined) valuesByName.set(name, [value]);
    else values.push(value);
  }
  return variables.flatMap((variable) => {
    const values = valuesByName.get(toAscii(variable.name) ?? variable.name);
    return values === undefined ? [] : [{ variable, value: variable.isList ? values : values[0] }];
  });
}

/**
 * From left to right, one value each. A list takes what the variables behind it leave, at least one value. Without a
 * list the last variable takes the rest; where a rest is not allowed, `locate` has seen to it that there is none.
 */
function readPositional({ operator, variables }: Field, text: string): readonly EncodedValue[] {
  const values = text.split(operator.separator);
  const read: EncodedValue[] = [];
  let taken = 0;
  for (const [index, variable] of variables.entries()) {
    const left = values.length - taken;
    if (left === 0) break;
    const behind = variables.length - index - 1;
    const count = variable.isList ? Math.max(1, left - behind) : behind === 0 ? left : 1;
    const mine = values.slice(taken, taken + count);
    taken += count;
    read.push({ variable, value: variable.isList ? mine : mine.join(operator.separator) });
  }
  return read;
}
