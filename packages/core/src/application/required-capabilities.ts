import { isJsonObject } from '../json.js';
import { isPlainObject, kindOf } from '../kind-of.js';
import { nearest } from '../nearest.js';
import { FLAG, type Misfit, misfitOf, type TypeCheck } from './member-types.js';

/** Capabilities that stand together: at the root, or the modes of one. */
interface Group {
  readonly known: Readonly<Record<string, TypeCheck>>;
  /** What others take for the name of some, and what is meant by it: a name, or how one writes it. */
  readonly otherNames?: Readonly<Record<string, string>>;
  /** What is meant by a name that is put together of several, such as `elicitation.url`. */
  readonly meantByCompound?: (name: string) => string | undefined;
  /** Names of what only servers have. */
  readonly ofServers?: readonly string[];
  /** Whether there may be others, whatever they hold. Those that look like a slip of the pen are refused all the same. */
  readonly isOpen?: boolean;
  /** What such a group looks like. */
  readonly wanted?: string;
}

const AN_OBJECT = 'an object, such as {}';

/** One with settings of its own, which only whoever made it knows. */
const settings: TypeCheck = (value, path) => objectFault(value, path, AN_OBJECT);

/** Those that somebody else has made, by identifier. */
const foreign: TypeCheck = (value, path) => {
  const fault = objectFault(value, path, "an object, such as { 'com.example/notes': {} }");
  return fault ?? first(value as object, (each, id) => settings(each, `${path}['${id}']`));
};

/** Capabilities with modes, and how one requires each mode. */
const WRITTEN = {
  'elicitation.form': '{ elicitation: { form: {} } }',
  'elicitation.url': '{ elicitation: { url: {} } }',
  'sampling.tools': '{ sampling: { tools: {} } }',
  'sampling.context': '{ sampling: { context: {} } }',
  'roots.listChanged': '{ roots: { listChanged: true } }',
} as const;

/** The same by their letters alone, with the mode behind or in front: `elicitationurl`, `urlelicitation`. */
const COMPOUNDS: ReadonlyMap<string, string> = new Map(
  Object.entries(WRITTEN).flatMap(([name, written]) => [
    [lettersOf(name), written],
    [lettersOf(name.split('.').reverse().join('')), written],
  ]),
);

const KNOWN: Readonly<Record<string, TypeCheck>> = {
  elicitation: group({ known: { form: settings, url: settings }, otherNames: { page: 'url', visit: 'url' } }),
  sampling: group({ known: { tools: settings, context: settings } }),
  roots: group({ known: { listChanged: FLAG } }),
  tasks: settings,
  experimental: foreign,
  extensions: foreign,
};

/**
 * What a client must be able to do (schema `ClientCapabilities` of all revisions). That is no closed set, so a capability that
 * nobody here knows may be required too; the modes of those that are known are the protocol's own. A slip of the pen would
 * refuse every client there is.
 */
export const REQUIRES: TypeCheck = group({
  known: KNOWN,
  otherNames: {
    elicit: 'elicitation',
    elicitUrl: WRITTEN['elicitation.url'],
    elicitForm: WRITTEN['elicitation.form'],
    form: WRITTEN['elicitation.form'],
    url: WRITTEN['elicitation.url'],
    sample: 'sampling',
    createMessage: 'sampling',
    tools: WRITTEN['sampling.tools'],
    listRoots: 'roots',
  },
  meantByCompound: (name) => {
    const compound = nearest(lettersOf(name), COMPOUNDS.keys(), 2);
    if (compound !== undefined) return COMPOUNDS.get(compound);
    const [head = '', ...rest] = name.toLowerCase().split(/[./]/);
    return rest.length > 0 && Object.hasOwn(KNOWN, head) ? head : undefined;
  },
  ofServers: ['prompts', 'resources', 'completions', 'logging'],
  isOpen: true,
  wanted: 'an object of capabilities, such as { elicitation: { form: {} } }',
});

function group({ known, isOpen = false, wanted = AN_OBJECT, ...slips }: Group): TypeCheck {
  const names = Object.keys(known);
  return (value, path) => {
    const fault = objectFault(value, path, wanted);
    if (fault !== undefined) return fault;
    return first(value as object, (each, name) => {
      if (Object.hasOwn(known, name)) return known[name]?.(each, `${path}.${name}`);
      const hint = hintFor(name, names, slips);
      if (isOpen && hint === undefined) return undefined;
      return { path, problem: `has the unknown member '${name}'.${hint ?? ''} Known members: ${names.join(', ')}` };
    });
  };
}

/** What to tell of a name that looks like a slip of the pen, with a space in front; `undefined` where it does not. */
function hintFor(
  name: string,
  names: readonly string[],
  { otherNames = {}, meantByCompound, ofServers = [] }: Pick<Group, 'otherNames' | 'meantByCompound' | 'ofServers'>,
): string | undefined {
  if (ofServers.includes(name)) return ' That is a capability of servers, which no client has.';
  const meant = Object.hasOwn(otherNames, name)
    ? otherNames[name]
    : (nearest(name, names, name.length < 6 ? 1 : 2) ?? meantByCompound?.(name));
  if (meant === undefined) return undefined;
  return ` Did you mean ${meant.startsWith('{') ? meant : `'${meant}'`}?`;
}

/** Only what an object itself has is looked at, so one that keeps its members elsewhere, such as a Map, would require nothing. */
function objectFault(value: unknown, path: string, wanted: string): Misfit | undefined {
  if (!isJsonObject(value)) return misfitOf(value, path, wanted);
  return isPlainObject(value)
    ? undefined
    : { path, problem: `must be ${wanted}, and a plain one; got ${kindOf(value)}` };
}

function lettersOf(name: string): string {
  return name.replace(/[^a-z]/gi, '').toLowerCase();
}

/** The first misfit among the members that are there. */
function first(value: object, check: (each: unknown, name: string) => Misfit | undefined): Misfit | undefined {
  for (const [name, each] of Object.entries(value)) {
    const misfit = each === undefined ? undefined : check(each, name);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}
