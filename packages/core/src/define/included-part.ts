import type { Application } from '../application/application.js';
import { isPlainObject } from '../kind-of.js';
import { checkApplication } from '../runtime/check-application.js';
import { featuresOf } from '../runtime/features.js';
import type { Features } from '../runtime/runtime.js';

/** One of the applications that are served as one. */
export interface Part {
  /** For error messages. */
  readonly label: string;
  /** What it implements and serves, each hook bound to it. */
  readonly hooks: Application;
  /** What a method that its tools name belongs to. */
  readonly target: object;
}

/** Which facet a hook belongs to; `undefined` for those that need none. */
const FACETS: Readonly<Record<Exclude<keyof Application, 'capabilities'>, keyof Features | undefined>> = {
  tools: 'tools',
  callTool: 'tools',
  callToolRound: 'tools',
  callToolWithElicitation: 'elicitation',
  inputSchema: 'tools',
  outputSchema: 'tools',
  toolIcons: 'tools',
  prompts: 'prompts',
  getPrompt: 'prompts',
  getPromptRound: 'prompts',
  promptIcons: 'prompts',
  resources: 'resources',
  resourceTemplates: 'resources',
  readResource: 'resources',
  readResourceRound: 'resources',
  subscriptionCovers: 'resources',
  resourceIcons: 'resources',
  complete: 'completions',
  toolUi: 'ui',
  resourceUiMeta: 'ui',
  cachePolicy: undefined,
  onStart: undefined,
  onClose: undefined,
};

/**
 * An included application as a part.
 *
 * @param index from 0, its place among those that are included
 * @throws ApplicationError when it is none, and when its `capabilities()` name what it does not implement
 */
export function includedPart(application: Application, index: number): Part {
  const label = labelOf(application, index);
  checkApplication(application, label);
  return { label, hooks: servedHooks(application), target: application };
}

function servedHooks(application: Application): Application {
  const served = featuresOf(application, true);
  const hooks: Record<string, unknown> = {};
  for (const [hook, facet] of Object.entries(FACETS)) {
    const method: unknown = Reflect.get(application, hook);
    if (typeof method === 'function' && (facet === undefined || served[facet])) hooks[hook] = method.bind(application);
  }
  return hooks;
}

function labelOf(application: unknown, index: number): string {
  const name = classNameOf(application);
  return `included application ${index + 1}${name === '' ? '' : ` (${name})`}`;
}

/** The name of the class that it is, or is an instance of; empty where that says nothing. */
function classNameOf(application: unknown): string {
  if (typeof application === 'function') return application.name;
  if (typeof application !== 'object' || application === null || isPlainObject(application)) return '';
  return Array.isArray(application) ? '' : (application.constructor?.name ?? '');
}
