import type { CachePolicyProvider } from './cache-policy.js';
import type { CompletionProvider } from './completions.js';
import type { IconProvider } from './icons.js';
import type { Lifecycle } from './lifecycle.js';
import type { PromptProvider } from './prompts.js';
import type { ResourceProvider } from './resources.js';
import type { RoundProvider } from './rounds.js';
import type { ToolProvider } from './tools.js';
import type { UiProvider } from './ui.js';

/** The facets that `capabilities` can name. */
export type Capability = 'tools' | 'prompts' | 'resources' | 'completions' | 'elicitation' | 'ui';

/**
 * What an author writes: one plain object, or an instance of a class, with any of the provider interfaces. What is
 * implemented is advertised. It is a description, shared by all clients: it does not know over which transport or under
 * which revision it is served.
 *
 * @example
 * class Weather implements Application {
 *   tools() { return [{ name: 'forecast', description: 'Tomorrow’s weather.' }]; }
 *   callTool(name: string) { return name === 'forecast' ? 'Sunny.' : undefined; }
 * }
 * await serve('weather', new Weather());
 */
export interface Application
  extends Partial<ToolProvider>,
    Partial<PromptProvider>,
    ResourceProvider,
    CompletionProvider,
    RoundProvider,
    CachePolicyProvider,
    IconProvider,
    UiProvider,
    Lifecycle {
  /**
   * Narrows what is advertised to the facets named; `tools` are always advertised where they are implemented. Naming a facet
   * that is not implemented is an `ApplicationError` at start. Without it, everything implemented is advertised.
   */
  capabilities?(): readonly Capability[];
}
