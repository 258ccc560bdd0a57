import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callContext, contentOf, field, roundHost } from '../../../test/rounds.js';
import type { CallContext } from '../../application/context.js';
import type { InputRequest, InputResponse } from '../../application/rounds.js';
import { UserError } from '../../errors.js';
import type { JsonValue } from '../../json.js';
import { InterimResult } from '../interim-result.js';
import { runRoundByAsking } from '../run-by-asking.js';
import { runRound } from '../run-round.js';
import { type DialogueContext, dialogue } from './dialogue.js';

/** How long a step takes: nothing, a turn of the microtask queue, or a turn of the event loop. */
type Pace = 'at once' | 'soon' | 'later';

/** What a dialogue does: asks, does a step, turns something over in its mind, or does several things, in order or at once. */
type Script =
  | { readonly do: 'think'; readonly turns: number }
  | { readonly do: 'ask'; readonly text: string; readonly key: boolean }
  | { readonly do: 'step'; readonly pace: Pace; readonly fails: boolean; readonly named: boolean }
  | { readonly do: 'all'; readonly inOrder: boolean; readonly parts: readonly Script[] };

/** A script whose parts have an id each. */
type Numbered =
  | (Exclude<Script, { readonly do: 'all' }> & { readonly id: number })
  | { readonly do: 'all'; readonly inOrder: boolean; readonly parts: readonly Numbered[] };

const leaf: fc.Arbitrary<Script> = fc.oneof(
  // Questions that say the same are told apart by their place.
  fc.record({ do: fc.constant('ask' as const), text: fc.constantFrom('What?', 'Who?', '', ''), key: fc.boolean() }),
  fc.record({
    do: fc.constant('step' as const),
    pace: fc.constantFrom<Pace>('at once', 'soon', 'later'),
    fails: fc.boolean(),
    named: fc.boolean(),
  }),
  fc.record({ do: fc.constant('think' as const), turns: fc.nat(9) }),
);

const several = (part: fc.Arbitrary<Script>, inOrder: fc.Arbitrary<boolean>): fc.Arbitrary<Script> =>
  fc.record({ do: fc.constant('all' as const), inOrder, parts: fc.array(part, { minLength: 1, maxLength: 5 }) });

/** Mostly some sequences at the same time, of which parts may be such again. */
const script: fc.Arbitrary<Script> = fc.letrec<{ script: Script }>((tie) => ({
  script: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    several(several(leaf, fc.constant(true)), fc.constant(false)),
    several(tie('script'), fc.boolean()),
  ),
})).script;

function numbered(part: Script, next: { id: number } = { id: 0 }): Numbered {
  if (part.do === 'all') return { ...part, parts: part.parts.map((inner) => numbered(inner, next)) };
  next.id += 1;
  return { ...part, id: next.id };
}

/** What happened in all the runs of one dialogue. */
class Journal {
  /** How often each step was done. */
  readonly done = new Map<number, number>();
  /** What each question and step gave, in whatever run. */
  readonly given = new Map<number, Set<string>>();
  /** What the client was told: of each question and step, that it is over. */
  readonly told: number[] = [];
  readonly context: CallContext = { ...callContext(), log: (_level, id) => void this.told.push(Number(id)) };

  note(id: number, value: unknown, { log }: DialogueContext): unknown {
    log('info', id);
    const values = this.given.get(id) ?? new Set();
    this.given.set(id, values.add(JSON.stringify(value)));
    return value;
  }
}

async function play(part: Numbered, context: DialogueContext, journal: Journal): Promise<unknown> {
  switch (part.do) {
    case 'all': {
      if (!part.inOrder) return Promise.all(part.parts.map((inner) => play(inner, context, journal)));
      const results: unknown[] = [];
      for (const inner of part.parts) results.push(await play(inner, context, journal));
      return results;
    }
    case 'think':
      for (let turn = 0; turn < part.turns; turn += 1) await undefined;
      return journal.note(part.id, part.turns, context);
    case 'ask': {
      // What has no text of its own is asked with its id.
      const text = part.text === '' ? `Question ${part.id}?` : part.text;
      const answer = await context.elicit(text, field('a'), part.key ? { key: `question ${part.id}` } : {});
      return journal.note(part.id, contentOf(answer).a, context);
    }
    case 'step': {
      const step = (): unknown => {
        journal.done.set(part.id, (journal.done.get(part.id) ?? 0) + 1);
        if (part.fails) throw new UserError(`Step ${part.id} failed`);
        return { step: part.id };
      };
      const paced = (): unknown => atPace(part.pace, step);
      const end = part.named ? context.once(`step ${part.id}`, paced) : context.once(paced);
      const value = await end.catch((thrown: unknown) => `caught ${String(thrown)}`);
      return journal.note(part.id, value, context);
    }
  }
}

function atPace(pace: Pace, step: () => unknown): unknown {
  if (pace === 'at once') return step();
  if (pace === 'soon') return Promise.resolve().then(step);
  return new Promise<void>((resolve) => setImmediate(resolve)).then(step);
}

/** What a script gives when each question is answered with the number that `answers` has for it. */
function expected(part: Numbered, journal: Journal): unknown {
  if (part.do === 'all') return part.parts.map((inner) => expected(inner, journal));
  const values = [...(journal.given.get(part.id) ?? [])];
  // In every run in which it gave something, it gave the same.
  expect(values).toHaveLength(1);
  const value: unknown = JSON.parse(values[0] as string);
  if (part.do === 'step')
    expect(value).toEqual(part.fails ? `caught UserError: Step ${part.id} failed` : { step: part.id });
  else if (part.do === 'ask' && part.text === '') expect(value).toMatch(new RegExp(`^Question ${part.id}\\? `));
  return value;
}

function leaves(part: Numbered): readonly Exclude<Numbered, { readonly do: 'all' }>[] {
  return part.do === 'all' ? part.parts.flatMap(leaves) : [part];
}

function judge(part: Numbered, journal: Journal, result: unknown, answers: ReadonlyMap<string, string>): void {
  expect(result).toEqual(expected(part, journal));
  for (const leaf of leaves(part)) if (leaf.do === 'step') expect(journal.done.get(leaf.id)).toBe(1);
  expect([...journal.told].sort((one, other) => one - other)).toEqual(leaves(part).map(({ id }) => id));
  // Each answer went to one question, and each question has an answer of its own.
  const questions = leaves(part).filter((leaf) => leaf.do === 'ask');
  const taken = questions.map(({ id }) => [...(journal.given.get(id) ?? [])][0]);
  expect(new Set(taken).size).toBe(questions.length);
  expect([...answers.values()].map((answer) => JSON.stringify(answer)).sort()).toEqual(taken.sort());
}

/** A user who gives each question, by its key, an answer that nobody else has. */
function user(answers: Map<string, string>): (key: string, request: InputRequest) => InputResponse {
  return (key, request) => {
    const message = request.type === 'formElicitation' ? request.message : '';
    const answer = answers.get(key) ?? `${message} ${key}`;
    answers.set(key, answer);
    return { action: 'accept', content: { a: answer } };
  };
}

describe('a dialogue', () => {
  it('gives the same, does each step and tells of it once, however its questions are split over rounds', async () => {
    const choices = fc.infiniteStream(fc.nat());
    await fc.assert(
      fc.asyncProperty(script, choices, async (written, chosen) => {
        const part = numbered(written);
        const journal = new Journal();
        const answers = new Map<string, string>();
        const answer = user(answers);
        const hook = dialogue((context) => play(part, context, journal));
        const host = roundHost();
        const { context } = journal;
        let sent: { inputResponses?: JsonValue; requestState?: JsonValue } = {};
        for (let rounds = 0; rounds < 500; rounds += 1) {
          const round = await runRound(
            hook,
            { method: 'tools/call', name: 't', args: {}, caller: '' },
            sent,
            context,
            host,
          );
          if (!(round instanceof InterimResult)) {
            judge(part, journal, round?.result, answers);
            return;
          }
          // Any of the questions may be answered, and now and then none.
          const pairs = Object.entries(round.inputRequests);
          const mask = chosen.next().value ?? 1;
          const some = pairs.filter((_, index) => (mask >> (index % 30)) % 2 === 1);
          const inputResponses = Object.fromEntries(some.map(([key, request]) => [key, answer(key, request)]));
          sent = { inputResponses: inputResponses as unknown as JsonValue, requestState: round.requestState };
        }
        throw new Error('It has no end');
      }),
    );
  });

  it('gives the same where the client is asked in the middle of one request', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (written) => {
        const part = numbered(written);
        const journal = new Journal();
        const answers = new Map<string, string>();
        const answer = user(answers);
        const hook = dialogue((context) => play(part, context, journal));
        const keyOf = (request: InputRequest): string => JSON.stringify(request) + String(answers.size);
        const round = await runRoundByAsking(
          hook,
          { method: 'tools/call', name: 't', args: {}, caller: '' },
          async (request) => answer(keyOf(request), request),
          journal.context,
          roundHost(),
        );
        judge(part, journal, round?.result, answers);
      }),
    );
  });
});
