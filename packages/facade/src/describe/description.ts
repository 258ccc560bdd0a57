import {
  type Application,
  type JsonObject,
  type Revision,
  type ServerOptions,
  type SpecProtocol,
  serverOptions,
  silentLogger,
} from '@polyspec/core';
import { chooseSpec, type SpecChoice } from '../spec-choice.js';
import { type Difference, differences } from './differences.js';
import { answeringInTime, HOOK_LIMIT_MS } from './in-time.js';
import { closeProblem, type Problem, quirkProblem } from './problem.js';
import { QUIRKS } from './quirks/all-quirks.js';
import type { Given, Level, Offer } from './quirks/quirk.js';
import { type RevisionView, viewRevision } from './revision-view.js';
import { servablePart } from './servable.js';
import { runStartHook } from './start-hook.js';

/** What an application offers, and what is wrong with it. */
export interface Description {
  readonly name: string;
  readonly version: string;
  readonly title: string | undefined;
  /** What is shown to clients of each revision served, newest first. */
  readonly revisions: readonly {
    readonly revision: Revision;
    readonly capabilities: JsonObject;
    /** What this revision shows otherwise than the newest one. */
    readonly differences: readonly Difference[];
  }[];
  /** The lists as the newest revision shows them. */
  readonly tools: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  /** Arguments of prompts and variables of templates for which values are proposed. */
  readonly completions: readonly { readonly subject: string; readonly arguments: readonly string[] }[];
  /** The worst first. */
  readonly problems: readonly Problem[];
}

/** What `describeApplication` takes: options of `serve`, already checked. */
export type DescribeOptions = ServerOptions & { readonly spec?: SpecChoice };

/**
 * Looks at an application as clients of every revision would, and at everything that some client would have a problem with. Its
 * hooks of start and end are run; none of its tools, prompts or resources is.
 *
 * @param limitMs how long each of its hooks may take, in milliseconds; one that takes longer is a problem
 */
export async function describeApplication(
  name: string,
  given: Application,
  options: DescribeOptions = {},
  limitMs: number = HOOK_LIMIT_MS,
): Promise<Description> {
  const application = answeringInTime(given, limitMs);
  const { spec: choice, ...rest } = options;
  const spec = chooseSpec(choice);
  const own: ServerOptions = Object.fromEntries(
    Object.entries(rest).filter(([option]) => Object.hasOwn(serverOptions, option)),
  );
  const server = { ...own, name: own.name ?? name, exposeErrors: true, logger: silentLogger };
  const started = await runStartHook(application, server.name);
  const { application: servable, problems, given: listed } = await servablePart(started.application, spec);
  const views: RevisionView[] = [];
  for (const revision of spec.revisions.filter((each) => hasClient(spec, each))) {
    views.push(await viewRevision(servable, spec, revision, server));
  }
  const [newest = NOTHING] = views;
  const found = [
    ...started.problems,
    ...problems,
    ...(views.find((view) => view.problems.length > 0)?.problems ?? []),
    ...quirksOf(offerOf(newest, application, listed, server.name)),
    ...(await closeProblems(application)),
  ];
  return {
    name: server.name,
    version: own.version ?? '1.0.0',
    title: own.title,
    revisions: views.map((view) => ({
      revision: view.revision,
      capabilities: view.capabilities,
      differences: differences(newest, view),
    })),
    tools: newest.tools,
    prompts: newest.prompts,
    resources: newest.resources,
    resourceTemplates: newest.resourceTemplates,
    completions: completionsOf(application, listed),
    problems: found.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)),
  };
}

async function closeProblems(application: Application): Promise<readonly Problem[]> {
  try {
    await application.onClose?.();
    return [];
  } catch (thrown) {
    return [closeProblem('onClose()', thrown)];
  }
}

const NOTHING: RevisionView = {
  revision: '',
  capabilities: {},
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  problems: [],
};

const LEVELS: readonly Level[] = ['error', 'warning', 'note'];

/** A spec need not say how its clients speak; what they see can't be told then. */
function hasClient(spec: SpecProtocol, revision: Revision): boolean {
  try {
    return spec.client?.(revision, { name: 'polyspec', version: '1.0.0', capabilities: {} }) !== undefined;
  } catch {
    return false;
  }
}

function offerOf(view: RevisionView, application: Application, given: Given, server: string): Offer {
  const { tools, prompts, resources, resourceTemplates } = view as unknown as Omit<
    Offer,
    'server' | 'asksUsers' | 'given'
  >;
  const hooks = ['callToolWithElicitation', 'callToolRound', 'getPromptRound', 'readResourceRound'] as const;
  const asksUsers = hooks.some((hook) => typeof application[hook] === 'function');
  return { server, tools, prompts, resources, resourceTemplates, asksUsers, given };
}

function quirksOf(offer: Offer): readonly Problem[] {
  return QUIRKS.flatMap((quirk) => quirk.find(offer).map((finding) => quirkProblem(quirk, finding)));
}

/** Those that have a function of their own; without any, all that the hook of the application is asked about. */
function completionsOf(application: Application, { prompts, resourceTemplates }: Given): Description['completions'] {
  const own = [
    ...prompts.map(({ name, arguments: args = [] }) => ({
      subject: `prompt '${name}'`,
      arguments: args.filter(({ complete }) => complete !== undefined).map((argument) => argument.name),
    })),
    ...resourceTemplates.map(({ uriTemplate, complete = {} }) => ({
      subject: `resource template ${uriTemplate}`,
      arguments: Object.keys(complete),
    })),
  ].filter((completion) => completion.arguments.length > 0);
  if (own.length > 0 || typeof application.complete !== 'function') return own;
  return [{ subject: 'complete()', arguments: ['whatever it is asked about'] }];
}
