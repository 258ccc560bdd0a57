import type { CallContext } from '../application/context.js';
import type { Logger } from '../contract/logger.js';
import type { Middleware, Next, OperationCall } from '../contract/middleware.js';
import { changedOperation } from './changed-operation.js';

/** What came of going on: a value, or something thrown. */
type Outcome = { readonly value: unknown } | { readonly thrown: unknown };

/** One middleware at work on one operation: its `next`, and what came of that. */
export class Step {
  readonly #name: string;
  readonly #operation: OperationCall;
  readonly #goOn: (operation: OperationCall) => Promise<unknown>;
  readonly #logger: Logger;
  #hasGoneOn = false;
  #outcome: Outcome | undefined = undefined;
  #isOver = false;
  #misuse: TypeError | undefined = undefined;

  /**
   * @param name what the middleware is called
   * @param goOn does what stands further in
   */
  constructor(
    name: string,
    operation: OperationCall,
    goOn: (operation: OperationCall) => Promise<unknown>,
    logger: Logger,
  ) {
    this.#name = name;
    this.#operation = operation;
    this.#goOn = goOn;
    this.#logger = logger;
  }

  /** Runs the middleware. One that misused `next` has failed, whatever it made of that. */
  async run(middleware: Middleware, context: CallContext): Promise<unknown> {
    const next = (changed?: OperationCall): Promise<unknown> => this.#next(changed);
    try {
      const answer: unknown = await middleware(this.#operation, next as Next, context);
      if (this.#misuse !== undefined) throw this.#misuse;
      return answer;
    } finally {
      this.#isOver = true;
    }
  }

  /** Whether a value is what `next` gave. */
  gave(answer: unknown): boolean {
    return this.#outcome !== undefined && 'value' in this.#outcome && this.#outcome.value === answer;
  }

  /** Whether an error is what `next` threw. */
  threw(thrown: unknown): boolean {
    return this.#outcome !== undefined && 'thrown' in this.#outcome && this.#outcome.thrown === thrown;
  }

  #next(changed: OperationCall = this.#operation): Promise<unknown> {
    if (this.#isOver) return this.#misused(new TypeError(`${this.#name} called next after it had answered`));
    if (this.#hasGoneOn) return this.#misused(new TypeError(`${this.#name} called next twice`));
    this.#hasGoneOn = true;
    let operation: OperationCall;
    try {
      operation = changedOperation(this.#operation, changed, this.#name);
    } catch (thrown) {
      return this.#misused(thrown as TypeError);
    }
    const going = this.#goOn(operation);
    // It also makes sure that an error which the middleware does not wait for ends nothing.
    going.then(
      (value) => {
        this.#outcome = { value };
      },
      (thrown: unknown) => {
        this.#outcome = { thrown };
        if (this.#isOver) this.#logger.debug({ err: thrown }, `What ${this.#name} did not wait for failed`);
      },
    );
    return going;
  }

  #misused(err: TypeError): Promise<never> {
    if (this.#isOver) this.#logger.error({ err }, err.message);
    this.#misuse = err;
    const refused = Promise.reject(err);
    refused.catch(() => undefined);
    return refused;
  }
}
