import type { Application, Capability } from '../application/application.js';
import { HOOKS, LIST_HOOKS, OTHER_HOOK_NAMES } from '../application/hooks.js';
import { checkMembers, type MemberTable } from '../application/members.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import type { Collection, Source } from '../application/source.js';
import type { ToolDescriptor } from '../application/tools.js';
import { ApplicationError } from '../errors.js';
import { isJsonObject } from '../json.js';
import { isPlainObject, kindOf } from '../kind-of.js';
import { serverOptions } from '../options/server-options.js';
import { isSource } from '../paging/source-page.js';
import { checkHooks } from '../runtime/check-application.js';
import { checkPrompts, checkResources, checkResourceTemplates, checkTools } from './check-declared.js';
import { combineApplications } from './combine-applications.js';
import { completeDeclared } from './complete-declared.js';
import { type Declared, listDeclared, withName } from './list-declared.js';
import type { PromptDeclaration } from './prompt.js';
import type { ResourceDeclaration } from './resource.js';
import type { ResourceTemplateDeclaration } from './resource-template.js';
import { nameTool, type ToolDeclaration } from './tool.js';

/**
 * What `defineApplication` takes: declarations, and any hook of an application, such as `onStart`, `cachePolicy` or
 * `toolIcons`. Hooks that answer, such as `callTool`, serve the declarations that can't answer by themselves.
 */
export interface ApplicationDefinition
  extends Omit<Application, 'tools' | 'prompts' | 'resources' | 'resourceTemplates' | 'capabilities'> {
  /** By name, made with `tool`; or a source. An empty record offers no tools, and still says that the server has tools. */
  readonly tools?: Declared<ToolDeclaration, ToolDescriptor> | Source<ToolDescriptor> | undefined;
  /** By name, made with `prompt`; or a source. */
  readonly prompts?: Declared<PromptDeclaration, PromptDescriptor> | Source<PromptDescriptor> | undefined;
  /** By name, made with `resource`; or a source. */
  readonly resources?: Declared<ResourceDeclaration, ResourceDescriptor> | Source<ResourceDescriptor> | undefined;
  /** By name, made with `resourceTemplate`; or a source. */
  readonly resourceTemplates?:
    | Declared<ResourceTemplateDeclaration, ResourceTemplateDescriptor>
    | Source<ResourceTemplateDescriptor>
    | undefined;
  /** Other applications, declared or written as classes, whose parts are offered behind the own ones. */
  readonly include?: readonly Application[] | undefined;
  /** Narrows what is advertised. Default: all that is declared here and all that the included applications serve. */
  readonly capabilities?: readonly Capability[] | undefined;
}

/**
 * Makes an application from declarations. What is declared is implemented, and so advertised; nothing else is.
 *
 * The parts of included applications follow the own ones. A call goes to the application that listed what is called; a tool
 * that names a method has it called on the application that listed the tool; the lifecycle hooks of all run. The
 * `capabilities()` of an included application narrow what is taken from it.
 *
 * @throws ApplicationError at once for two declarations of one name, for one that nothing can answer, and for a member that
 *   nothing reads; when they are first listed for parts of two applications with one name
 * @example
 * const calculator = defineApplication({
 *   tools: {
 *     add: tool({
 *       description: 'Adds two numbers.',
 *       input: z.object({ a: z.number(), b: z.number() }),
 *       output: z.object({ sum: z.number() }),
 *       run: ({ a, b }) => ({ sum: a + b }),
 *     }),
 *   },
 *   include: [new Statistics()],
 * });
 */
export function defineApplication(definition: ApplicationDefinition): Application {
  checkDefinition(definition);
  const { include = [], capabilities, ...declared } = definition;
  if (!Array.isArray(include)) {
    throw new ApplicationError(`include must be an array of applications; got ${kindOf(include)}`);
  }
  const own = declaredApplication(declared);
  const application = include.length === 0 ? own : combineApplications(own, include);
  return capabilities === undefined ? application : { ...application, capabilities: () => capabilities };
}

const DEFINITION: MemberTable = {
  known: new Set([...HOOKS, 'include']),
  otherNames: { ...OTHER_HOOK_NAMES, applications: 'include', apps: 'include' },
  example: '{ tools: { … } }',
};

/** The hooks that a definition has as an application has them. */
const OWN_HOOKS: readonly string[] = [...HOOKS].filter(
  (hook) => hook !== 'capabilities' && !(LIST_HOOKS as readonly string[]).includes(hook),
);

function checkDefinition(definition: unknown): void {
  if (isJsonObject(definition)) {
    if (!isPlainObject(definition)) {
      throw new ApplicationError(
        `defineApplication takes an object of declarations; got ${kindOf(definition)}. An instance of a class is an application already: serve it, or include it`,
      );
    }
    checkStrays(definition);
  }
  checkMembers(definition, DEFINITION, 'the application');
  const { capabilities, ...hooks } = definition as ApplicationDefinition;
  checkHooks(hooks, OWN_HOOKS);
  if (capabilities !== undefined && !Array.isArray(capabilities)) {
    throw new ApplicationError(`capabilities must be an array; got ${kindOf(capabilities)}`);
  }
}

/** Says of members that belong elsewhere where that is. */
function checkStrays(definition: Readonly<Record<string, unknown>>): void {
  for (const [member, value] of Object.entries(definition)) {
    if (DEFINITION.known.has(member)) continue;
    if (Object.hasOwn(serverOptions, member)) {
      throw new ApplicationError(`Unknown member '${member}' of the application. It is an option of the server`);
    }
    const tool = typeof value === 'function' ? toolThatCalls(member, definition.tools) : undefined;
    if (tool === undefined) continue;
    throw new ApplicationError(
      `Unknown member '${member}' of the application. The method of a declared tool is not looked for beside the declarations: give tool '${tool}' the function as its method or run, or the object that has it as its target; or list the tool in a class, and include an instance of it`,
    );
  }
}

/** The name of a declared tool that a method of this name would answer for. */
function toolThatCalls(method: string, tools: unknown): string | undefined {
  if (typeof tools !== 'object' || tools === null) return undefined;
  for (const [key, tool] of Object.entries(tools)) {
    if (!isJsonObject(tool) || tool.run !== undefined || tool.target !== undefined) continue;
    const { name = key } = tool;
    if ((tool.method ?? name) === method) return String(name);
  }
  return undefined;
}

/**
 * The lists are made once: a list that is the same array each time is rendered once and kept. What is in a source is checked
 * when it is first seen.
 */
function declaredApplication(definition: Omit<ApplicationDefinition, 'include' | 'capabilities'>): Application {
  const { tools, prompts, resources, resourceTemplates, ...hooks } = definition;
  const toolList = isSource<ToolDescriptor>(tools)
    ? tools
    : tools && checkTools(listDeclared('tools', tools, nameTool), hooks);
  const promptList = isSource<PromptDescriptor>(prompts)
    ? prompts
    : prompts && checkPrompts(listDeclared('prompts', prompts, withName), hooks);
  const resourceList = isSource<ResourceDescriptor>(resources)
    ? resources
    : resources && checkResources(listDeclared('resources', resources, withName), hooks);
  const templateList = isSource<ResourceTemplateDescriptor>(resourceTemplates)
    ? resourceTemplates
    : resourceTemplates &&
      checkResourceTemplates(listDeclared('resourceTemplates', resourceTemplates, withName), hooks);
  const complete = completeDeclared(arrayOf(promptList), arrayOf(templateList), hooks);
  return {
    ...hooks,
    ...(toolList && { tools: () => toolList }),
    ...(promptList && { prompts: () => promptList }),
    ...(resourceList && { resources: () => resourceList }),
    ...(templateList && { resourceTemplates: () => templateList }),
    ...(complete && { complete }),
  };
}

function arrayOf<Descriptor>(list: Collection<Descriptor> | undefined): readonly Descriptor[] {
  return Array.isArray(list) ? list : [];
}
