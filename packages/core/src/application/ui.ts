import type { JsonObject } from '../json.js';
import type { CallContext } from './context.js';

/** The page that shows a tool (MCP Apps). */
export interface ToolUi {
  /** A `ui:` resource. */
  readonly resourceUri?: string | undefined;
  /** `['app']` hides the tool from the model; both when absent. */
  readonly visibility?: readonly ('model' | 'app')[] | undefined;
}

/** Ties tools to pages that a host shows in a sandboxed frame (extension `io.modelcontextprotocol/ui`). */
export interface UiProvider {
  toolUi?(name: string, context: CallContext): ToolUi | undefined;
  /** `csp`, `permissions`, `domain`, `prefersBorder` of a `ui:` resource. */
  resourceUiMeta?(uri: string, context: CallContext): JsonObject | undefined;
}
