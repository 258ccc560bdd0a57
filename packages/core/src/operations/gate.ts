import { type Awaitable, after } from '../awaitable.js';
import type { OperationCall, OperationResult } from '../contract/middleware.js';
import type { RequestContext } from '../runtime/request-context.js';
import { clientOf } from './client-of.js';
import type { Limiter } from './limiter.js';
import { Passage, type PassageRules } from './passage.js';
import { subjectOf } from './subject-of.js';
import { withTimeLimit } from './time-limit.js';
import { Turn } from './turn.js';
import { untilOver } from './until-over.js';

/** What an operation does when there is nothing around it. */
type Work<O extends OperationCall> = (operation: O) => Awaitable<OperationResult<O>>;

/** Lets operations through: limits first, then the time limit, then middleware. What is absent is passed over. */
export class Gate {
  readonly #limiter: Limiter | undefined;
  readonly #timeoutMs: number;
  readonly #passages: PassageRules | undefined;

  constructor(limiter: Limiter | undefined, timeoutMs: number, passages: PassageRules | undefined) {
    this.#limiter = limiter;
    this.#timeoutMs = timeoutMs;
    this.#passages = passages;
  }

  pass<O extends OperationCall>(operation: O, context: RequestContext, work: Work<O>): Awaitable<OperationResult<O>> {
    const limiter = this.#limiter;
    if (limiter === undefined) return this.#timed(operation, context, work, nothing);
    const { facts } = context;
    return after(limiter.enter(clientOf(facts), facts.cancellation), (client) => {
      const turn = new Turn(limiter, client);
      context.turn = turn;
      return this.#timed(operation, context, work, () => turn.end());
    });
  }

  #timed<O extends OperationCall>(
    operation: O,
    context: RequestContext,
    work: Work<O>,
    over: () => void,
  ): Awaitable<OperationResult<O>> {
    if (this.#timeoutMs === 0) return this.#run(operation, context, work, over);
    return withTimeLimit(
      this.#timeoutMs,
      () => subjectOf(operation),
      context,
      () => this.#run(operation, context, work, over),
    );
  }

  #run<O extends OperationCall>(
    operation: O,
    context: RequestContext,
    work: Work<O>,
    over: () => void,
  ): Awaitable<OperationResult<O>> {
    const rules = this.#passages;
    if (rules === undefined) return over === nothing ? work(operation) : untilOver(() => work(operation), over);
    // Middleware can't make it another operation: what may be done was asked for this one.
    Object.freeze(operation);
    const passage = new Passage(rules, context, work as (operation: OperationCall) => Awaitable<unknown>, over);
    return passage.enter(operation) as Promise<OperationResult<O>>;
  }
}

const nothing = (): void => undefined;
