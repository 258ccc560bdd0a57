import type { ElicitAnswer, Root, SamplingAnswer } from '../../application/asking.js';
import type { InputRequest, InputResponse, RootsAnswer, RoundResult } from '../../application/rounds.js';
import { type Form, formOf } from '../../asking/form.js';
import type { Awaitable } from '../../awaitable.js';
import { ApplicationError, messageOf } from '../../errors.js';
import type { JsonValue } from '../../json.js';
import { kindOf } from '../../kind-of.js';
import { complete, formElicitation, inputRequired, roots, sampling, urlElicitation } from '../../results/round.js';
import { ClientRequestError } from '../../runtime/client-request-error.js';
import type { InferOutput, Schema } from '../../schema/index.js';
import { requestFault } from '../check-request.js';
import { jsonCopy } from '../json-copy.js';
import { WARN, type WarnableRound } from '../round-context.js';
import { RoundFault } from '../round-fault.js';
import type { DialogueContext, QuestionOptions } from './dialogue.js';
import { failureOf, type Outcome, stepGave, stepThrew } from './outcome.js';
import { printOf, printOfStep } from './print.js';
import { DialogueRecord, type Ended, PLACE_MARK } from './record.js';
import { StepScope } from './step-scope.js';

/** Taken when the module is loaded: a test that fakes the clock must not stop a dialogue. */
const nextTurn = setImmediate;

/** A question or step that the function has come to, and waits for. */
interface Waiting {
  /** What to ask; absent for a step. */
  readonly request: InputRequest | undefined;
  /** What a step threw in this very round, for the log. */
  cause?: unknown;
  settle(outcome: Outcome, cause: unknown): void;
}

/**
 * One run of a dialogue's function, from its beginning to its end or to where it can't go on without the client.
 *
 * What has ended is given to the function one by one, in the order in which it ended at first, and each time all that follows
 * from it by itself happens before the next. So a function whose order depends on nothing else comes to the same places in
 * the same order in each run, also where it does several things at once.
 *
 * The run is over when the function is, or when everything that has ended is given, no step is running, and a question is
 * open. Other work that the function waits for meanwhile does not hold the run up. From then on nothing that the function does
 * through its context has an effect: what it waits for never comes. Nor is told again what earlier runs told, up to the first
 * answer or step that is new.
 */
export class Pass<T> {
  readonly #round: WarnableRound;
  readonly #record: DialogueRecord;
  /** What has ended and was not given yet. */
  readonly #queue: Ended[];
  readonly #known: Set<string>;
  readonly #waiting = new Map<string, Waiting>();
  /** What stands for the steps without a name that this run has come to. */
  readonly #unnamedSteps = new Set<string>();
  readonly #steps = new StepScope();
  #stepsRunning = 0;
  #isTurnComing = false;
  /** Whether the function only comes to where it was in the round before: all that it tells was told then. */
  #isRepeating: boolean;
  #isOver = false;
  /** Whether it is over before the function is. */
  #isLeft = false;
  #left: AbortController | undefined = undefined;
  #signalMade: AbortSignal | undefined = undefined;
  #finish: (result: Awaitable<RoundResult<T>>) => void = () => undefined;

  /** @throws RoundFault for a state that is none of a dialogue */
  constructor(round: WarnableRound) {
    this.#round = round;
    this.#record = new DialogueRecord(round.requestState, round.inputResponses);
    this.#queue = [...this.#record.ended];
    this.#known = new Set(this.#queue.map(([id]) => id));
    this.#isRepeating = round.requestState !== undefined;
  }

  run(work: (context: DialogueContext) => Awaitable<T>): Promise<RoundResult<T>> {
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#work(work).then(
        (result) => this.#end(complete(result)),
        (thrown: unknown) => this.#end(Promise.reject(thrown)),
      );
      this.#turnSoon();
    });
  }

  async #work(work: (context: DialogueContext) => Awaitable<T>): Promise<T> {
    return work(this.#context());
  }

  #context(): DialogueContext {
    const round = this.#round;
    const onceTold = <A extends readonly unknown[]>(tell: (...args: A) => void): ((...args: A) => void) => {
      return (...args) => {
        if (!this.#isOver && !this.#isRepeating) tell(...args);
      };
    };
    const signal = (): AbortSignal => this.#signal();
    return {
      get signal() {
        return signal();
      },
      get revision() {
        return round.revision;
      },
      get client() {
        return round.client;
      },
      get caller() {
        return round.caller;
      },
      get meta() {
        return round.meta;
      },
      get state() {
        return round.state;
      },
      progress: onceTold((...report) => round.progress(...report)),
      log: onceTold((...message) => round.log(...message)),
      notify: onceTold((event) => round.notify(event)),
      ...(round.closeStream && { closeStream: onceTold(round.closeStream) }),
      elicit: (message, schema, options) => mayBeLeft(this.#elicit(message, schema, options)),
      elicitUrl: (message, url, options) =>
        this.#ask<ElicitAnswer>(urlElicitation(message, url, { id: options?.id }), options),
      sample: (request, options) => this.#ask<SamplingAnswer>(sampling(request), options),
      listRoots: (options) => mayBeLeft(this.#listRoots(options)),
      once: <V>(...given: [string, () => Awaitable<V>] | [() => Awaitable<V>]): Promise<V> =>
        given.length === 1 ? this.#once(undefined, given[0]) : this.#once(given[0], given[1]),
    };
  }

  /** Whether its function has: nobody takes what it still does. */
  get #hasEnded(): boolean {
    return this.#isOver && !this.#isLeft;
  }

  /** Aborts with the call, and when the run is over though the function is not. */
  #signal(): AbortSignal {
    if (this.#signalMade === undefined) {
      this.#left = new AbortController();
      if (this.#isLeft) this.#left.abort(LEFT);
      this.#signalMade = AbortSignal.any([this.#round.signal, this.#left.signal]);
    }
    return this.#signalMade;
  }

  async #elicit<S extends Schema>(
    message: string,
    schema: S,
    options: QuestionOptions | undefined,
  ): Promise<ElicitAnswer<InferOutput<S>>> {
    const form = this.#formOf(schema, options?.key);
    // Where it can be no form, the run is over, and this waits for ever.
    const answer = await this.#ask<ElicitAnswer>(formElicitation(message, form?.schema ?? {}), options);
    return (form as Form<InferOutput<S>>).read(answer);
  }

  async #listRoots(options: QuestionOptions | undefined): Promise<readonly Root[]> {
    return (await this.#ask<RootsAnswer>(roots(), options)).roots;
  }

  #formOf<S extends Schema>(schema: S, key: unknown): Form<InferOutput<S>> | undefined {
    try {
      return formOf(schema);
    } catch (thrown) {
      if (!this.#isOver) this.#failAsking('elicit', key, messageOf(thrown));
      return undefined;
    }
  }

  #ask<Answer extends InputResponse>(request: InputRequest, { key }: QuestionOptions = {}): Promise<Answer> {
    const way = WAYS[request.type];
    if (this.#hasEnded) return mayBeLeft(Promise.reject(new ClientRequestError('over', way)));
    const fault = this.#isOver ? undefined : this.#questionFault(request, key);
    if (fault !== undefined) this.#failAsking(way, key, fault);
    return this.#wait(() => printOf(request), key, request) as Promise<never>;
  }

  #questionFault(request: InputRequest, key: string | undefined): string | undefined {
    const { around } = this.#steps;
    // It would wait for the end of that step, which would wait for its answer.
    if (around !== undefined) return `it is asked in ${shownStep(around.name)}, and a step can't ask: ask before it`;
    return keyFault(key, 'key') ?? requestFault(request);
  }

  #failAsking(way: string, key: unknown, fault: string): void {
    const question = this.#record.nameOfNext('question', key);
    this.#fail(new RoundFault(`${question}, ${way}(…), can't be asked: ${fault}`, 'dialogue'));
  }

  #once<V>(name: string | undefined, step: () => Awaitable<V>): Promise<V> {
    if (this.#hasEnded) {
      const text = 'once(…) was called after the dialogue had ended; its step is not done';
      return mayBeLeft(Promise.reject(new ApplicationError(text)));
    }
    const fault = this.#isOver ? undefined : this.#stepFault(name, step);
    if (fault !== undefined) {
      const what = this.#record.nameOfNext('step', name);
      this.#fail(new RoundFault(`${what}, once(…), can't be done: ${fault}`, 'dialogue'));
    }
    return this.#wait(
      () => this.#printOfStep(step, name),
      name,
      undefined,
      (id) => {
        if (!this.#known.has(id)) void this.#perform(id, name, step);
      },
    ) as Promise<never>;
  }

  /** It is known by its place and its text, which don't say what it is about: not which one of a loop it is. */
  #printOfStep(step: () => unknown, name: string | undefined): string {
    const print = printOfStep(step, name);
    if (name === undefined && this.#unnamedSteps.has(print)) this.#round[WARN]?.(TWIN_STEPS);
    else if (name === undefined) this.#unnamedSteps.add(print);
    return print;
  }

  #stepFault(name: string | undefined, step: unknown): string | undefined {
    if (typeof step !== 'function') return 'what it does must be a function';
    const { around } = this.#steps;
    // It would have no place in later runs, in which the one around it is not done.
    if (around !== undefined && name === undefined) return `it is in ${shownStep(around.name)}, so it needs a name`;
    return keyFault(name, 'name');
  }

  /** Comes to a question or step, and waits for its end: for ever, where the run is over. */
  #wait(
    print: () => string,
    own: string | undefined,
    request: InputRequest | undefined,
    begin?: (id: string) => void,
  ): Promise<JsonValue | undefined> {
    const end = new Promise<JsonValue | undefined>((resolve, reject) => {
      const id = this.#passed(print, own);
      if (id === undefined) return;
      this.#waiting.set(id, {
        request,
        settle: (outcome, cause) => {
          if ('error' in outcome) reject(failureOf(outcome.error, cause));
          else resolve(outcome.value === undefined ? undefined : jsonCopy(outcome.value));
        },
      });
      begin?.(id);
      this.#turnSoon();
    });
    return mayBeLeft(end);
  }

  /** @returns the id, `undefined` where the run is over, or ends here */
  #passed(print: () => string, own: string | undefined): string | undefined {
    if (this.#isOver) return undefined;
    try {
      return this.#record.pass(print(), own);
    } catch (thrown) {
      this.#fail(thrown);
      return undefined;
    }
  }

  async #perform(id: string, name: string | undefined, step: () => unknown): Promise<void> {
    this.#isRepeating = false;
    this.#stepsRunning += 1;
    let outcome: Outcome;
    let cause: unknown;
    try {
      const value = await this.#steps.do(name, step);
      outcome = stepGave(value, shownStep(name));
    } catch (thrown) {
      if (thrown instanceof RoundFault) {
        this.#fail(thrown);
        return;
      }
      outcome = stepThrew(thrown);
      cause = thrown;
    }
    this.#stepsRunning -= 1;
    if (this.#isOver) return;
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) waiting.cause = cause;
    this.#queue.push(this.#record.end(id, outcome));
    this.#turnSoon();
  }

  /** Looks again when all that follows by itself from what happened now has happened. */
  #turnSoon(): void {
    if (this.#isTurnComing || this.#isOver) return;
    this.#isTurnComing = true;
    nextTurn(() => {
      this.#isTurnComing = false;
      if (this.#isOver) return;
      try {
        this.#turn();
      } catch (thrown) {
        // Nobody else would take it here: it must end this call, and not the process.
        this.#fail(thrown);
      }
    });
  }

  #turn(): void {
    // The function waits for what is first in the queue, unless other work holds it up before it comes there.
    const index = this.#queue.findIndex(([id]) => this.#waiting.has(id));
    if (index >= 0) this.#give(...(this.#queue.splice(index, 1) as [Ended]));
    else if (this.#stepsRunning === 0) this.#askAll();
  }

  #give([id, outcome]: Ended): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!this.#record.remembered.has(id)) this.#isRepeating = false;
    waiting?.settle(outcome, waiting.cause);
    this.#turnSoon();
  }

  #askAll(): void {
    const requests: Record<string, InputRequest> = {};
    for (const [id, { request }] of this.#waiting) if (request !== undefined) requests[id] = request;
    if (Object.keys(requests).length > 0) this.#leave(inputRequired(requests, this.#record.toJson()));
  }

  #fail(thrown: unknown): void {
    this.#leave(Promise.reject(thrown));
  }

  #leave(result: Awaitable<RoundResult<T>>): void {
    this.#isLeft ||= !this.#isOver;
    this.#end(result);
    if (this.#isLeft) this.#left?.abort(LEFT);
  }

  #end(result: Awaitable<RoundResult<T>>): void {
    if (this.#isOver) {
      // What becomes of a function that was left is nobody's concern.
      if (result instanceof Promise) result.catch(() => undefined);
      return;
    }
    this.#isOver = true;
    this.#steps.end();
    this.#finish(result);
  }
}

/** To let go of a question or step is no fault, even where it fails, or its answer is one that a library refuses. */
function mayBeLeft<V>(end: Promise<V>): Promise<V> {
  end.catch(() => undefined);
  return end;
}

/** Why the signal of a run aborts that is over before its function is. */
const LEFT = new DOMException('The dialogue waits for the client, and runs again when it answers', 'AbortError');

/** How a dialogue asks what. */
const WAYS: Readonly<Record<InputRequest['type'], string>> = {
  formElicitation: 'elicit',
  urlElicitation: 'elicitUrl',
  sampling: 'sample',
  roots: 'listRoots',
};

const TWIN_STEPS =
  'once(…) comes twice in one run without a name and with the same step, as in a loop. Such steps are known by their place alone: ' +
  'where what they are about changes its order from one run to the next, one is taken for another. Give each a name that says ' +
  `what it is about, such as once(\`pay \${id}\`, …)`;

function shownStep(name: string | undefined): string {
  return name === undefined ? 'a step' : `the step '${name}'`;
}

function keyFault(key: unknown, what: string): string | undefined {
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '') {
    return `its ${what} must be a text that is not empty; got ${key === '' ? 'an empty one' : kindOf(key)}`;
  }
  if (key.startsWith(PLACE_MARK)) return `its ${what} can't begin with '${PLACE_MARK}'`;
  return key === '__proto__' ? `its ${what} can't be '${key}'` : undefined;
}
