import { isJsonObject } from '../json.js';
import { nearest } from '../nearest.js';
import { FLAG, type Misfit, misfitOf, type TypeCheck } from './member-types.js';

/** Capabilities that stand together: at the root, or the modes of one. */
interface Group {
  readonly known: Readonly<Record<string, TypeCheck>>;
  /** What others take for the name of some, and what is meant by it. */
  readonly otherNames?: Readonly<Record<string, string>>;
  /** Whether there may be others, whatever they hold. Those that look like a slip of the pen are refused all the same. */
  readonly isOpen?: boolean;
  /** What such a group looks like. */
  readonly wanted?: string;
}

const AN_OBJECT = 'an object, such as {}';

/** One with settings of its own, which only whoever made it knows. */
const settings: TypeCheck = (value, path) => (isJsonObject(value) ? undefined : misfitOf(value, path, AN_OBJECT));

/** Those that somebody else has made, by identifier. */
const foreign: TypeCheck = (value, path) => {
  if (!isJsonObject(value)) return misfitOf(value, path, "an object, such as { 'com.example/notes': {} }");
  return first(value, (each, id) => settings(each, `${path}['${id}']`));
};

/**
 * What a client must be able to do (schema `ClientCapabilities` of all revisions). That is no closed set, so a capability that
 * nobody here knows may be required too; the modes of those that are known are the protocol's own. A slip of the pen would
 * refuse every client there is.
 */
export const REQUIRES: TypeCheck = group({
  known: {
    elicitation: group({ known: { form: settings, url: settings }, otherNames: { page: 'url', visit: 'url' } }),
    sampling: group({ known: { tools: settings, context: settings } }),
    roots: group({ known: { listChanged: FLAG } }),
    tasks: settings,
    experimental: foreign,
    extensions: foreign,
  },
  otherNames: {
    elicit: 'elicitation',
    elicitUrl: 'elicitation.url',
    form: 'elicitation.form',
    url: 'elicitation.url',
    sample: 'sampling',
    createMessage: 'sampling',
    tools: 'sampling.tools',
    listRoots: 'roots',
  },
  isOpen: true,
  wanted: 'an object of capabilities, such as { elicitation: { form: {} } }',
});

function group({ known, otherNames = {}, isOpen = false, wanted = AN_OBJECT }: Group): TypeCheck {
  const names = Object.keys(known);
  return (value, path) => {
    if (!isJsonObject(value)) return misfitOf(value, path, wanted);
    return first(value, (each, name) => {
      if (Object.hasOwn(known, name)) return known[name]?.(each, `${path}.${name}`);
      const meant = Object.hasOwn(otherNames, name) ? otherNames[name] : nearest(name, names, name.length < 6 ? 1 : 2);
      if (isOpen && meant === undefined) return undefined;
      const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
      return { path, problem: `has the unknown member '${name}'.${hint} Known members: ${names.join(', ')}` };
    });
  };
}

/** The first misfit among the members that are there. */
function first(value: object, check: (each: unknown, name: string) => Misfit | undefined): Misfit | undefined {
  for (const [name, each] of Object.entries(value)) {
    const misfit = each === undefined ? undefined : check(each, name);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}
