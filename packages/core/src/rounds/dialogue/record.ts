import type { InputResponse } from '../../application/rounds.js';
import { isJsonObject, type JsonValue } from '../../json.js';
import { RoundFault } from '../round-fault.js';
import { answered, type Outcome } from './outcome.js';
import { callOfPrint, isStep } from './print.js';

/** What has ended in a dialogue, by its id. */
export type Ended = readonly [id: string, outcome: Outcome];

/** Marks a state as the record of a dialogue, and says of what form. */
const VERSION = 1;

/**
 * What a dialogue has done so far. It is its `requestState`: each round runs the function from its beginning, gives it what
 * ended in the rounds before in the order in which it ended, and so comes to what is still open.
 *
 * Questions and steps are told apart by their place among all of them, or by the key or name of their own; either way by an
 * id, which is the key of the input request for a question.
 */
export class DialogueRecord {
  /** What stands at each place. */
  readonly #placed: string[];
  /** What has a key or name of its own: by id. */
  readonly #named: Map<string, string>;
  readonly #ended: Ended[];
  /** What had ended before the client sent this round, by id. */
  readonly remembered: ReadonlySet<string>;
  /** How many places this round has come past, and the ids of their own that it has met. */
  #place = 0;
  readonly #met = new Set<string>();

  /**
   * @param state what the round before left
   * @param responses the answers to what it asked
   * @throws RoundFault for a state that is none of a dialogue
   */
  constructor(state: JsonValue | undefined, responses: ReadonlyMap<string, InputResponse>) {
    const { placed, named, ended } = read(state);
    this.#placed = placed;
    this.#named = new Map(named);
    this.#ended = ended;
    this.remembered = new Set(ended.map(([id]) => id));
    for (const id of this.#questions()) {
      const response = responses.get(id);
      if (response !== undefined && !this.remembered.has(id)) this.#ended.push([id, answered(response)]);
    }
  }

  /** All that has ended, in the order in which it did. */
  get ended(): readonly Ended[] {
    return this.#ended;
  }

  /** What the question or step that comes next is called in an error. */
  nameOfNext(kind: 'question' | 'step', own: unknown): string {
    return typeof own === 'string' ? `the ${kind} '${own}'` : `number ${this.#place + 1} of its questions and steps`;
  }

  /**
   * Goes past one question or step.
   *
   * @param print what stands for it in the record
   * @param own its key or name, where it has one
   * @returns its id
   * @throws RoundFault where another one was here in an earlier round, and for two of one key or name
   */
  pass(print: string, own: string | undefined): string {
    const what = this.nameOfNext(isStep(print) ? 'step' : 'question', own);
    if (own === undefined) {
      const place = this.#place;
      this.#place += 1;
      const before = this.#placed[place];
      if (before !== undefined && before !== print) throw changed(what, before, print);
      this.#placed[place] = print;
      return idOfPlace(place);
    }
    const id = isStep(print) ? `${PLACE_MARK}step ${own}` : own;
    if (this.#met.has(id)) throw new RoundFault(`${what} comes twice in one run; each needs its own name`, 'dialogue');
    this.#met.add(id);
    const before = this.#named.get(id);
    if (before !== undefined && before !== print) throw changed(what, before, print);
    this.#named.set(id, print);
    return id;
  }

  /** Notes that a step has ended. */
  end(id: string, outcome: Outcome): Ended {
    const ended: Ended = [id, outcome];
    this.#ended.push(ended);
    return ended;
  }

  toJson(): JsonValue {
    return {
      dialogue: VERSION,
      placed: this.#placed,
      named: [...this.#named],
      ended: this.#ended as unknown as JsonValue,
    };
  }

  *#questions(): Iterable<string> {
    for (const [place, print] of this.#placed.entries()) if (!isStep(print)) yield idOfPlace(place);
    for (const [id, print] of this.#named) if (!isStep(print)) yield id;
  }
}

/** How an id begins that is a place. No key of an author's may. */
export const PLACE_MARK = '#';

function idOfPlace(place: number): string {
  return `${PLACE_MARK}${place + 1}`;
}

function changed(what: string, before: string, now: string): RoundFault {
  const [was, is] = [callOfPrint(before), callOfPrint(now)];
  const difference = was === is ? `another ${is} than before` : `${is}, and was ${was}`;
  return new RoundFault(
    `${what} is ${difference}. A dialogue asks the same in the same order each time it runs: make its questions of its ` +
      'arguments, of earlier answers, and of what once(…) gave; where their order may differ, give them keys and names',
    'dialogue',
  );
}

interface RecordMembers {
  readonly placed: string[];
  readonly named: readonly (readonly [string, string])[];
  readonly ended: Ended[];
}

/** Behind the seal stands what `toJson` gave, or the state of a hook that was no dialogue, from before a change of the program. */
function read(state: JsonValue | undefined): RecordMembers {
  if (state === undefined) return { placed: [], named: [], ended: [] };
  if (!isJsonObject(state) || state.dialogue !== VERSION) {
    throw new RoundFault(
      'the state that came back is not its own, but of a program from before; the call has to be made anew',
      'dialogue',
    );
  }
  const { placed, named, ended } = state as unknown as RecordMembers;
  return { placed: [...placed], named, ended: [...ended] };
}
