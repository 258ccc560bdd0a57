import type { Awaitable } from '../awaitable.js';
import type { Logger } from '../contract/logger.js';
import type { Middleware, OperationCall } from '../contract/middleware.js';
import { failedCall } from '../runtime/call-tool.js';
import type { RequestContext } from '../runtime/request-context.js';
import type { Page } from '../runtime/runtime.js';
import { checkedAnswer, type ToolLookup } from './check-answer.js';
import { Step } from './step.js';

/** A middleware, and what it is called in messages. */
export interface NamedMiddleware {
  readonly run: Middleware;
  readonly name: string;
}

/** Names middleware by its function, or by its place where that has no name. */
export function named(use: readonly Middleware[]): readonly NamedMiddleware[] {
  return use.map((run, index) => ({
    run,
    name: run.name === '' ? `Middleware ${index + 1}` : `Middleware '${run.name}'`,
  }));
}

/** What all passages of a server have in common. */
export interface PassageRules {
  /** In order, the outermost first. */
  readonly middleware: readonly NamedMiddleware[];
  readonly tools: ToolLookup;
  readonly logger: Logger;
  errorText(thrown: unknown, doing: string): string;
}

/** One operation on its way through the middleware to its work, and back. */
export class Passage {
  readonly #rules: PassageRules;
  readonly #context: RequestContext;
  readonly #work: (operation: OperationCall) => Awaitable<unknown>;
  readonly #over: () => void;
  #running = 0;

  /**
   * @param work does what the operation asks for, without middleware
   * @param over called when nothing of it runs any more, which may be after the answer: a middleware need not wait for `next`
   */
  constructor(
    rules: PassageRules,
    context: RequestContext,
    work: (operation: OperationCall) => Awaitable<unknown>,
    over: () => void,
  ) {
    this.#rules = rules;
    this.#context = context;
    this.#work = work;
    this.#over = over;
  }

  /** @param index of the middleware to enter */
  async enter(operation: OperationCall, index: number = 0): Promise<unknown> {
    this.#running += 1;
    try {
      const middleware = this.#rules.middleware[index];
      if (middleware !== undefined) return await this.#through(middleware, operation, index);
      const result = await this.#work(operation);
      if (operation.method.endsWith('/list')) share((result as Page<object>).items);
      return result;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#over();
    }
  }

  async #through({ run, name }: NamedMiddleware, operation: OperationCall, index: number): Promise<unknown> {
    const { logger, tools } = this.#rules;
    const step = new Step(name, operation, (changed) => this.enter(changed, index + 1), logger);
    try {
      const answer = await step.run(run, this.#context);
      if (!step.gave(answer)) return await checkedAnswer(operation, answer, name, this.#context, tools);
      // It may have been changed in place, so what was written of it before can't be relied on.
      this.#context.written = undefined;
      return answer;
    } catch (thrown) {
      // What goes wrong around a tool is told like what goes wrong in it, once: where it was thrown.
      if (operation.method !== 'tools/call' || step.threw(thrown)) throw thrown;
      return failedCall(thrown, name, this.#context, this.#rules);
    }
  }
}

/** What is listed is the same for all clients, and kept: a middleware that changed it in place would do so for all of them. */
function share(items: readonly object[]): void {
  if (Object.isFrozen(items)) return;
  for (const item of items) Object.freeze(item);
  Object.freeze(items);
}
