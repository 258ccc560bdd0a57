import { ApplicationError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { MAX_TIMER_MS } from '../options/rules.js';
import { describeValue } from '../schema/describe-value.js';

/** A value that is not of its type. */
export interface Misfit {
  /** Where it stands, such as `icons[0].src`. */
  readonly path: string;
  /** What is wrong with it, to go on after what it is, such as `must be a string; got number 5`. */
  readonly problem: string;
}

/** Finds the first misfit in a value, `undefined` where there is none. */
export type TypeCheck = (value: unknown, path: string) => Misfit | undefined;

/**
 * Refuses a part with a member that is of another type than the protocol says, so that no client is sent it. Types of TypeScript
 * end where an application is written in JavaScript, or its descriptions come from a file. Absent members are fine.
 *
 * @param subject what the part is, such as `tool 'add'`
 * @throws ApplicationError that names the part and the member
 */
export function checkTypes(part: object, types: Readonly<Record<string, TypeCheck>>, subject: string): void {
  for (const member in types) {
    const value: unknown = Reflect.get(part, member);
    if (value === undefined) continue;
    const misfit = types[member]?.(value, member);
    if (misfit === undefined) continue;
    throw new ApplicationError(`${misfit.path} of ${subject} ${misfit.problem}`);
  }
}

/** @param wanted what belongs there, such as `a string` */
export function misfitOf(value: unknown, path: string, wanted: string): Misfit {
  return { path, problem: `must be ${wanted}; got ${describeValue(value)}` };
}

function whatever(accepts: (value: unknown) => boolean, wanted: string): TypeCheck {
  return (value, path) => (accepts(value) ? undefined : misfitOf(value, path, wanted));
}

function listOf(item: TypeCheck, wanted: string): TypeCheck {
  return (value, path) => {
    if (!Array.isArray(value)) return misfitOf(value, path, wanted);
    for (const [index, each] of value.entries()) {
      const misfit = item(each, `${path}[${index}]`);
      if (misfit !== undefined) return misfit;
    }
    return undefined;
  };
}

/** @param required the members that must be there */
function shape(
  members: Readonly<Record<string, TypeCheck>>,
  wanted: string,
  required: readonly string[] = [],
): TypeCheck {
  return (value, path) => {
    if (!isJsonObject(value)) return misfitOf(value, path, wanted);
    for (const name in members) {
      const member = value[name];
      if (member === undefined && !required.includes(name)) continue;
      const misfit = members[name]?.(member, `${path}.${name}`);
      if (misfit !== undefined) return misfit;
    }
    return undefined;
  };
}

function oneOf(...values: readonly string[]): TypeCheck {
  return whatever(
    (value) => (values as readonly unknown[]).includes(value),
    values.map((value) => `'${value}'`).join(' or '),
  );
}

const ISO_8601 = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

const text = whatever((value) => typeof value === 'string', 'a string');
/** What is there or not. */
export const FLAG: TypeCheck = whatever((value) => typeof value === 'boolean', 'true or false');
const uri = whatever((value) => typeof value === 'string' && URL.canParse(value), 'an https: URL or a data: URI');
const share = whatever((value) => typeof value === 'number' && value >= 0 && value <= 1, 'a number from 0 to 1');
const moment = whatever(
  (value) => typeof value === 'string' && ISO_8601.test(value) && !Number.isNaN(Date.parse(value)),
  'an ISO 8601 date and time, such as 2026-07-28T12:00:00Z',
);

/** Icons (schema `Icon`). */
export const ICONS: TypeCheck = listOf(
  shape(
    { src: uri, mimeType: text, sizes: listOf(text, 'an array of strings'), theme: oneOf('light', 'dark') },
    'an object with a src',
    ['src'],
  ),
  'an array of icons',
);

/** What a piece of content is for (schema `Annotations`). */
export const CONTENT_ANNOTATIONS: TypeCheck = shape(
  {
    audience: listOf(oneOf('user', 'assistant'), "an array of 'user' and 'assistant'"),
    priority: share,
    lastModified: moment,
  },
  'an object',
);

/** Hints about a tool (schema `ToolAnnotations`). */
export const TOOL_ANNOTATIONS: TypeCheck = shape(
  { title: text, readOnlyHint: FLAG, destructiveHint: FLAG, idempotentHint: FLAG, openWorldHint: FLAG },
  'an object',
);

/** A size in bytes. */
export const SIZE: TypeCheck = whatever(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a number of bytes, an integer of at least 0',
);

/** A time limit. */
export const TIME_LIMIT: TypeCheck = whatever(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TIMER_MS,
  'a time in whole milliseconds, or 0 for none',
);

/** A title, a description, a MIME type. */
export const TEXT: TypeCheck = text;

/** What `_meta` is. */
export const OBJECT: TypeCheck = whatever(isJsonObject, 'an object');
