import type { Extension } from '../contract/extension.js';
import { OptionError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { isPlainObject, kindOf } from '../kind-of.js';
import { nearest } from '../nearest.js';

/** Each label begins with a letter and ends with a letter or a digit; so does the name, which may have `_` and `.` in it. */
const LABEL = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const NAME = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?';

/** The grammar of keys in `_meta`, with a prefix (basic/versioning#extension-negotiation). */
const ID = new RegExp(`^${LABEL}(?:\\.${LABEL})*/${NAME}$`);

/** What the protocol's own methods begin with, in one revision or another. */
const OWN_METHODS: ReadonlySet<string> = new Set([
  'completion',
  'elicitation',
  'initialize',
  'logging',
  'notifications',
  'ping',
  'prompts',
  'resources',
  'roots',
  'sampling',
  'server',
  'subscriptions',
  'tools',
]);

/** The fields that the filter of a listen request has by itself. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'toolsListChanged',
  'promptsListChanged',
  'resourcesListChanged',
  'resourceSubscriptions',
]);

const OWN_RESULT_TYPES: ReadonlySet<string> = new Set(['complete', 'input_required']);

/** A check of one member: gives what is wrong, to complete the sentence «… has 'com.example/notes', …». */
type MemberCheck = (value: unknown) => string | undefined;

const MEMBERS: Readonly<Record<keyof Extension, MemberCheck>> = {
  id: () => undefined,
  settings: (value) => (isJsonObject(value) ? undefined : `whose settings must be an object; got ${kindOf(value)}`),
  methods: (value) => {
    if (!isJsonObject(value)) return `whose methods must be an object of methods; got ${kindOf(value)}`;
    return firstOf(Object.entries(value), ([name, method]) => methodFault(name, method));
  },
  resultTypes: (value) => {
    if (!Array.isArray(value)) return `whose resultTypes must be a list of strings; got ${kindOf(value)}`;
    return firstOf(value, (type: unknown) => {
      if (typeof type !== 'string') return `whose resultTypes must be strings; got ${kindOf(type)}`;
      return OWN_RESULT_TYPES.has(type) ? `whose result type '${type}' is one of the protocol's own` : undefined;
    });
  },
  listenFields: (value) => {
    if (!isJsonObject(value)) return `whose listenFields must be an object of fields; got ${kindOf(value)}`;
    return firstOf(Object.entries(value), ([name, field]) => {
      if (OWN_FIELDS.has(name)) return `whose listen field '${name}' is one of the protocol's own`;
      return hasFunctions(field, 'accept', 'listen')
        ? undefined
        : `whose listen field '${name}' must be an object with accept(), listen(); got ${kindOf(field)}`;
    });
  },
  wrap: (value) => (typeof value === 'function' ? undefined : `whose wrap must be a function; got ${kindOf(value)}`),
};

/**
 * Whether a value is a list of extensions that can be served together.
 *
 * @throws OptionError that names the extension, and what is wrong with it
 */
export function areExtensions(value: unknown): value is readonly Extension[] {
  if (!Array.isArray(value)) return false;
  const owners = new Map<string, string>();
  for (const extension of value as readonly unknown[]) {
    const id = checkExtension(extension);
    for (const thing of additionsOf(extension as Extension)) {
      const owner = owners.get(thing);
      if (owner !== undefined) throw wrong(`'${owner}' and '${id}' with the same ${thing}`);
      owners.set(thing, id);
    }
  }
  return true;
}

/** @returns its identifier */
function checkExtension(extension: unknown): string {
  if (!isJsonObject(extension)) throw wrong(`${kindOf(extension)} where an extension { id, … } must be`);
  const { id } = extension as { readonly id?: unknown };
  if (typeof id !== 'string') throw wrong(`an extension whose id must be a string; got ${kindOf(id)}`);
  if (!ID.test(id)) throw wrong(`an extension whose id must be like 'com.example/notes'; got '${id}'`);
  const fault = memberFault(extension);
  if (fault !== undefined) throw wrong(`'${id}', ${fault}`);
  return id;
}

function memberFault(extension: object): string | undefined {
  // An instance of a class may have members of its own.
  const unknown = isPlainObject(extension) && Object.keys(extension).find((name) => !Object.hasOwn(MEMBERS, name));
  if (typeof unknown === 'string') {
    const near = nearest(unknown, Object.keys(MEMBERS));
    return `which has the unknown member '${unknown}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`;
  }
  return firstOf(Object.entries(MEMBERS), ([name, check]) => {
    const value: unknown = Reflect.get(extension, name);
    return value === undefined ? undefined : check(value);
  });
}

function methodFault(name: string, method: unknown): string | undefined {
  if (OWN_METHODS.has(name.split('/', 1)[0] ?? '')) return `whose method '${name}' has a name that the protocol keeps`;
  if (!hasFunctions(method, 'run')) {
    return `whose method '${name}' must be an object with run(); got ${kindOf(method)}`;
  }
  const { nameParameter } = method as { readonly nameParameter?: unknown };
  return nameParameter === undefined || typeof nameParameter === 'string'
    ? undefined
    : `whose method '${name}' must have a string as its nameParameter; got ${kindOf(nameParameter)}`;
}

/** What no other extension of a server may add as well. */
function additionsOf({ id, methods = {}, listenFields = {} }: Extension): readonly string[] {
  return [
    `id ${id}`,
    ...Object.keys(methods).map((name) => `method ${name}`),
    ...Object.keys(listenFields).map((name) => `listen field ${name}`),
  ];
}

function hasFunctions(value: unknown, ...names: readonly string[]): boolean {
  return (
    typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}

function firstOf<Item>(items: readonly Item[], faultOf: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function wrong(text: string): OptionError {
  return new OptionError('extensions', `Option 'extensions' has ${text}`);
}
