import type { Application } from './application.js';

/** Every hook of an application: a method of one of these names means what its provider interface says. */
const TABLE: Readonly<Record<keyof Application, true>> = {
  tools: true,
  callTool: true,
  callToolWithElicitation: true,
  callToolRound: true,
  inputSchema: true,
  outputSchema: true,
  prompts: true,
  getPrompt: true,
  getPromptRound: true,
  resources: true,
  resourceTemplates: true,
  readResource: true,
  readResourceRound: true,
  subscriptionCovers: true,
  complete: true,
  cachePolicy: true,
  toolIcons: true,
  promptIcons: true,
  resourceIcons: true,
  toolUi: true,
  resourceUiMeta: true,
  capabilities: true,
  onStart: true,
  onClose: true,
};

/** The names of all hooks. */
export const HOOKS: ReadonlySet<string> = new Set(Object.keys(TABLE));

/** What else authors call some of them: names of other libraries, and of methods of the protocol. */
export const OTHER_HOOK_NAMES: Readonly<Record<string, keyof Application>> = {
  listTools: 'tools',
  getTools: 'tools',
  toolList: 'tools',
  toolCall: 'callTool',
  runTool: 'callTool',
  executeTool: 'callTool',
  invokeTool: 'callTool',
  handleTool: 'callTool',
  handleToolCall: 'callTool',
  onToolCall: 'callTool',
  listPrompts: 'prompts',
  promptList: 'prompts',
  fillPrompt: 'getPrompt',
  renderPrompt: 'getPrompt',
  listResources: 'resources',
  getResources: 'resources',
  resourceList: 'resources',
  getResource: 'readResource',
  templates: 'resourceTemplates',
  listTemplates: 'resourceTemplates',
  listResourceTemplates: 'resourceTemplates',
  getResourceTemplates: 'resourceTemplates',
  completion: 'complete',
  completions: 'complete',
  onStop: 'onClose',
  onEnd: 'onClose',
  onShutdown: 'onClose',
  onInit: 'onStart',
};

/** The hooks that give a list. */
export const LIST_HOOKS = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const;

/** A hook that gives a list. */
export type ListHook = (typeof LIST_HOOKS)[number];
