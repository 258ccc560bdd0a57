import type { Application } from '../application/application.js';
import type { ToolDescriptor } from '../application/tools.js';

/** The hooks of an application: never what a tool of the same name calls. */
const HOOKS: ReadonlySet<string> = new Set<keyof Application>([
  'tools',
  'callTool',
  'callToolWithElicitation',
  'callToolRound',
  'inputSchema',
  'outputSchema',
  'prompts',
  'getPrompt',
  'getPromptRound',
  'resources',
  'resourceTemplates',
  'readResource',
  'readResourceRound',
  'complete',
  'cachePolicy',
  'toolIcons',
  'promptIcons',
  'resourceIcons',
  'toolUi',
  'resourceUiMeta',
  'capabilities',
  'onStart',
  'onClose',
]);

/**
 * The method that auto-dispatch calls for a tool, bound to its object; `undefined` when there is none. What every object
 * inherits (`toString`, `constructor`) is none, and neither are the application's own hooks.
 */
export function dispatchTarget(
  { name, method = name, target }: ToolDescriptor,
  application: Application,
): ((...inputs: unknown[]) => unknown) | undefined {
  if (method in Object.prototype || (target === undefined && HOOKS.has(method))) return undefined;
  const object = (target ?? application) as Record<string, unknown>;
  const found = object[method];
  return typeof found === 'function' ? found.bind(object) : undefined;
}
