import type { Icon } from './content.js';
import type { CallContext } from './context.js';

/** Gives icons by name, where a descriptor has none (SEP-973, from 2025-11-25 on). */
export interface IconProvider {
  toolIcons?(name: string, context: CallContext): readonly Icon[] | undefined;
  promptIcons?(name: string, context: CallContext): readonly Icon[] | undefined;
  /** Asked with a URI or with a URI template. */
  resourceIcons?(uriOrTemplate: string, context: CallContext): readonly Icon[] | undefined;
}
