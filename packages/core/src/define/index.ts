export { type ApplicationDefinition, defineApplication } from './define-application.js';
export type { Declared } from './list-declared.js';
export {
  type PromptArguments,
  type PromptDeclaration,
  type PromptDefinition,
  type PromptValues,
  prompt,
} from './prompt.js';
export { type ResourceDeclaration, resource } from './resource.js';
export {
  type ResourceTemplateDeclaration,
  type ResourceTemplateDefinition,
  resourceTemplate,
  type VariablesOf,
} from './resource-template.js';
export { type ToolDeclaration, type ToolDefinition, type ToolMethod, type ToolOutput, tool } from './tool.js';
