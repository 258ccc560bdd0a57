import type { OperationCall } from '../contract/middleware.js';
import { isJsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';
import { isEqual } from '../schema/equality.js';

/** A parameter that middleware may change. */
interface Changeable {
  readonly fits: (value: unknown) => boolean;
  /** What fits, to complete the sentence «… must be …». */
  readonly takes: string;
}

const isText = (value: unknown): boolean => typeof value === 'string';

const object: Changeable = { fits: isJsonObject, takes: 'an object' };

const strings: Changeable = {
  fits: (value) => isJsonObject(value) && Object.values(value).every(isText),
  takes: 'an object of strings',
};

const argument: Changeable = {
  fits: (value) => isJsonObject(value) && isText(value.name) && isText(value.value),
  takes: 'an object with a name and a value, both strings',
};

const cursor: Changeable = {
  fits: (value) => value === undefined || isText(value),
  takes: 'a string, or undefined for the first page',
};

/** What of an operation may change. The rest says what the caller was let through for. */
const CHANGEABLE: Readonly<Record<OperationCall['method'], Readonly<Record<string, Changeable>>>> = {
  'tools/list': { cursor },
  'tools/call': { arguments: object },
  'prompts/list': { cursor },
  'prompts/get': { arguments: strings },
  'resources/list': { cursor },
  'resources/templates/list': { cursor },
  'resources/read': {},
  'completion/complete': { argument, resolved: strings },
  'subscriptions/listen': {},
};

/**
 * The operation to go on with.
 *
 * @param by who changed it, for the error
 * @throws TypeError where something else changed than may, or into what it can't be
 */
export function changedOperation(operation: OperationCall, changed: unknown, by: string): OperationCall {
  if (changed === operation) return operation;
  const { method } = operation;
  if (!isJsonObject(changed)) {
    throw new TypeError(`${by} must give next an operation, or nothing; got ${kindOf(changed)} for ${method}`);
  }
  const changeable = CHANGEABLE[method];
  const taken: Record<string, unknown> = { ...operation };
  for (const [name, before] of Object.entries(operation)) {
    const value: unknown = changed[name];
    const rule = changeable[name];
    if (rule === undefined) {
      if (!isEqual(value, before)) throw new TypeError(unchangeable(by, method, name, changeable));
    } else if (rule.fits(value)) {
      taken[name] = value;
    } else {
      throw new TypeError(`${by} gave ${method} other ${name}, which must be ${rule.takes}; got ${kindOf(value)}`);
    }
  }
  return Object.freeze(taken) as object as OperationCall;
}

function unchangeable(by: string, method: string, name: string, changeable: object): string {
  const names = Object.keys(changeable).join(' and ');
  const may = names === '' ? 'nothing of it may change' : `only ${names} may change`;
  return `${by} changed the ${name} of ${method}: ${may}, since the caller was let through for the rest`;
}
