import { type Application, type Collection, createHandler, type SpecProtocol, silentLogger } from '@polyspec/core';
import { type Members, withMembers } from './application-view.js';
import { type Problem, startProblem } from './problem.js';
import type { Given } from './quirks/quirk.js';

/** What of an application can be served, and why the rest can't. */
export interface Servable {
  /** The application without the parts at fault, and without its hooks of start and end. */
  readonly application: Application;
  readonly problems: readonly Problem[];
  /** The lists as the application gave them last, without the parts at fault. */
  readonly given: Given;
}

const LISTS = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const;
type ListName = (typeof LISTS)[number];
type Descriptors = Record<ListName, readonly object[]>;

/** Neither the hooks nor the narrowing of facets, while lists are tried one by one. */
const NO_HOOKS: Members = { onStart: undefined, onClose: undefined };
const NO_LISTS: Members = {
  tools: undefined,
  prompts: undefined,
  resources: undefined,
  resourceTemplates: undefined,
  capabilities: undefined,
};

/**
 * Finds out what of an application can be served. A server stops at the first fault; here each one is taken out, so that all of
 * them are told at once.
 */
export async function servablePart(application: Application, spec: SpecProtocol): Promise<Servable> {
  const problems: Problem[] = [];
  const given: Descriptors = { tools: [], prompts: [], resources: [], resourceTemplates: [] };
  const members: Record<string, unknown> = { ...NO_HOOKS };
  const start = (extra: object): Promise<unknown> =>
    startFault(withMembers(application, { ...members, ...extra }), spec);

  for (const list of LISTS) {
    if (typeof application[list] !== 'function') continue;
    const recorded = recording(application, list, given);
    const fault = await start({ ...NO_LISTS, [list]: recorded });
    members[list] = recorded;
    if (fault === undefined) continue;
    const kept: object[] = [];
    for (const [index, descriptor] of given[list].entries()) {
      // Alone, and beside one that it may be taken for: that finds what is wrong with it, however many there are.
      const twins = kept.filter((other) => keyOf(other) === keyOf(descriptor));
      const why = await start({ ...NO_LISTS, [list]: () => [...twins, descriptor] });
      if (why === undefined) kept.push(descriptor);
      else problems.push(startProblem(subjectOf(list, descriptor, index), why));
    }
    const rest = await start({ ...NO_LISTS, [list]: () => kept });
    if (rest !== undefined || kept.length === given[list].length)
      problems.push(startProblem(`${list}()`, rest ?? fault));
    given[list] = rest === undefined ? kept : [];
    members[list] = () => given[list];
  }
  const fault = await start({});
  if (fault !== undefined) {
    problems.push(startProblem('capabilities()', fault));
    members.capabilities = undefined;
  }
  return { application: withMembers(application, members), problems, given: given as unknown as Given };
}

/** Starts a server, with all schemas compiled, and ends it again: what goes wrong, or `undefined`. */
async function startFault(application: Application, spec: SpecProtocol): Promise<unknown> {
  try {
    const handler = await createHandler('describe', application, { spec, logger: silentLogger, precompile: true });
    await handler.close(0);
    return undefined;
  } catch (thrown) {
    return thrown ?? new Error('The server does not start');
  }
}

/** Asks the application for a list, and remembers what it gave. */
function recording(
  application: Application,
  list: ListName,
  given: Descriptors,
): (context: never) => Promise<Collection<object>> {
  return async (context) => {
    const collection: Collection<object> = (await application[list]?.(context)) ?? [];
    // The things of a source are not tried one by one: a server leaves out those that are wrong.
    given[list] = isArray(collection) ? collection : [];
    return collection;
  };
}

const KINDS: Readonly<Record<ListName, string>> = {
  tools: 'tool',
  prompts: 'prompt',
  resources: 'resource',
  resourceTemplates: 'resource template',
};

function subjectOf(list: ListName, descriptor: object, index: number): string {
  const key = keyOf(descriptor);
  if (typeof key !== 'string' || key === '') return `${KINDS[list]} ${index + 1}`;
  return list === 'tools' || list === 'prompts' ? `${KINDS[list]} '${key}'` : `${KINDS[list]} ${key}`;
}

/** What a descriptor is found by. */
function keyOf(descriptor: object): unknown {
  const { name, uri, uriTemplate } = descriptor as Readonly<Record<'name' | 'uri' | 'uriTemplate', unknown>>;
  return uriTemplate ?? uri ?? name;
}

function isArray(collection: Collection<object>): collection is readonly object[] {
  return Array.isArray(collection);
}
