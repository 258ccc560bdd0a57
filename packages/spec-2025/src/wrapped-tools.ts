import { CHANGES, isJsonObject, type ListedTool, type RequestContext, type Runtime } from '@polyspec/core';
import { isWrapped } from './output-schema.js';

/** How many names are kept before the book is begun anew: an application may make up tools without end. */
const MOST_NAMES = 10_000;

/**
 * Knows which tools list a wrapped output schema. Asked only about results that are objects: any other value is wrapped
 * anyway. Written down when a list is rendered, or when a tool is first asked about, so that a call looks nothing up but
 * a name; forgotten when the list of tools changes.
 */
export class WrappedTools {
  readonly #runtime: Runtime;
  readonly #known = new Map<string, boolean>();
  /** Lets go of the bus. */
  readonly close: () => void;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.close = runtime.bus.subscribe(CHANGES, (event) => {
      if (isJsonObject(event) && event.type === 'toolsListChanged') this.#known.clear();
    });
  }

  /** Writes down what a tool lists. */
  note({ name, outputSchema }: ListedTool): boolean {
    const wrapped = outputSchema !== undefined && isWrapped(outputSchema);
    if (this.#known.size >= MOST_NAMES) this.#known.clear();
    this.#known.set(name, wrapped);
    return wrapped;
  }

  /** Whether a tool lists a wrapped output schema; a promise only where it has to be looked up. */
  has(name: string, context: RequestContext): boolean | PromiseLike<boolean> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const tool = this.#runtime.findTool(name, context);
    return tool !== undefined && 'then' in tool ? tool.then((found) => this.#noteFound(found)) : this.#noteFound(tool);
  }

  #noteFound(tool: ListedTool | undefined): boolean {
    return tool !== undefined && this.note(tool);
  }
}
