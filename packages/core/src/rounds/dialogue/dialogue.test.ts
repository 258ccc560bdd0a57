import { describe, expect, it, type Mock, vi } from 'vitest';
import * as z from 'zod';
import { BOOK, callContext, contentOf, field, RoundClient, roundHost } from '../../../test/rounds.js';
import type { InputRequest, InputResponse } from '../../application/rounds.js';
import { ApplicationError, RequestError, UserError } from '../../errors.js';
import type { JsonObject, JsonValue } from '../../json.js';
import { InterimResult } from '../interim-result.js';
import { roundContext } from '../round-context.js';
import type { RoundOperation } from '../round-state.js';
import { runRoundByAsking } from '../run-by-asking.js';
import { answersInRounds } from '../run-in-rounds.js';
import { runRound } from '../run-round.js';
import { type DialogueContext, dialogue } from './dialogue.js';

/** Answers each form with its own question. */
const echo = (request: { readonly type: string; readonly message?: string }): JsonValue => ({
  action: 'accept',
  content: { a: request.message ?? '' },
});

const ask = async ({ elicit }: DialogueContext, text: string, key?: string): Promise<unknown> =>
  contentOf(await elicit(text, field('a'), { key })).a;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a dialogue', () => {
  it('asks, goes on with the answer, and ends with the result', async () => {
    const client = new RoundClient(dialogue(async (context) => [await ask(context, 'A?'), await ask(context, 'B?')]));
    const first = await client.ask();
    expect(first.inputRequests).toEqual({
      '#1': { type: 'formElicitation', message: 'A?', schema: field('a') },
    });
    const { requestState } = first;
    const second = await client.ask({ requestState, inputResponses: { '#1': echo({ type: 'x', message: 'yes' }) } });
    expect(Object.keys(second.inputRequests)).toEqual(['#2']);
    const inputResponses = { '#2': echo({ type: 'x', message: 'no' }) };
    expect(await client.send({ requestState: second.requestState, inputResponses })).toEqual({ result: ['yes', 'no'] });
  });

  it('ends without a question where it has none', async () => {
    const client = new RoundClient(dialogue(({ client: { capabilities } }) => Object.keys(capabilities)));
    expect(await client.send()).toEqual({ result: ['elicitation', 'sampling', 'roots'] });
  });

  it('has every way to ask', async () => {
    const request = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 } as const;
    const client = new RoundClient(
      dialogue(({ elicit, elicitUrl, sample, listRoots }) =>
        Promise.all([
          elicit('Who?', field('a'), { key: 'who' }),
          elicitUrl('Pay!', 'https://example.com/pay', { key: 'pay' }),
          sample(request, { key: 'model' }),
          listRoots(),
        ]),
      ),
    );
    const { inputRequests, requestState } = await client.ask();
    expect(inputRequests).toEqual({
      who: { type: 'formElicitation', message: 'Who?', schema: field('a') },
      pay: { type: 'urlElicitation', message: 'Pay!', url: 'https://example.com/pay' },
      model: { type: 'sampling', request },
      '#1': { type: 'roots' },
    });
    const said = { role: 'assistant', content: { type: 'text', text: 'Ho' }, model: 'm', stopReason: 'endTurn' };
    const inputResponses = {
      who: { action: 'decline' },
      pay: { action: 'accept' },
      model: said,
      '#1': { roots: [{ uri: 'file:///home', name: 'Home' }] },
    };
    expect(await client.send({ requestState, inputResponses })).toEqual({
      result: [{ action: 'decline' }, { action: 'accept', content: {} }, said, [{ uri: 'file:///home', name: 'Home' }]],
    });
  });

  it('asks with the schema of a library, which reads the answer in each run', async () => {
    const schema = z.object({
      seats: z.int().min(1).max(9),
      day: z
        .string()
        .regex(/^2026-/)
        .default('2026-01-01'),
    });
    const client = new RoundClient(
      dialogue(async ({ elicit, listRoots }) => {
        const answer = await elicit('How many?', schema);
        await listRoots();
        return answer.action === 'accept' ? { seats: answer.content.seats, day: answer.content.day } : undefined;
      }),
    );
    const answers =
      (content: JsonObject) =>
      (request: InputRequest): JsonValue =>
        request.type === 'roots' ? { roots: [] } : { action: 'accept', content };
    expect(await client.talk(answers({ seats: 2 }))).toEqual({ seats: 2, day: '2026-01-01' });
    await expect(client.talk(answers({ seats: 2, day: '2025-01-01' }))).rejects.toMatchObject({ reason: 'malformed' });
  });

  it('may take an answer later that the library refused, or never', async () => {
    const unhandled = vi.fn();
    process.once('unhandledRejection', unhandled);
    const schema = z.object({ a: z.string().regex(/^yes$/) });
    const client = new RoundClient(
      dialogue(async (context) => {
        void context.elicit('Never?', schema);
        const later = context.elicit('Later?', schema);
        await ask(context, 'A?');
        return later.catch(({ reason }) => reason);
      }),
    );
    expect(await client.talk(echo)).toBe('malformed');
    await turn();
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });

  it('can let the client go for a while, where that can be', async () => {
    const closeStream = vi.fn();
    const seen: unknown[] = [];
    const hook = dialogue(async (context) => {
      seen.push(context.closeStream);
      context.closeStream?.(5000);
      return ask(context, 'A?');
    });
    await new RoundClient(hook, { ...callContext(), closeStream }).send();
    expect(closeStream).toHaveBeenCalledExactlyOnceWith(5000);
    await new RoundClient(hook).send();
    expect(seen[1]).toBeUndefined();
  });

  it('gives declined and cancelled questions as answers (I-05)', async () => {
    const client = new RoundClient(dialogue(async ({ elicit }) => elicit('A?', field('a'))));
    expect(await client.talk(() => ({ action: 'decline' }))).toEqual({ action: 'decline' });
    expect(await client.talk(() => ({ action: 'cancel' }))).toEqual({ action: 'cancel' });
  });

  it('asks again for what is missing or does not fit, and keeps what was answered (R-20, MR-22)', async () => {
    const client = new RoundClient(
      dialogue((context) => Promise.all([ask(context, 'A?', 'a'), ask(context, 'B?', 'b'), ask(context, 'C?', 'c')])),
    );
    const first = await client.ask();
    const second = await client.ask({
      requestState: first.requestState,
      inputResponses: { a: echo({ type: 'x', message: '1' }), b: { action: 'accept', content: {} } },
    });
    expect(Object.keys(second.inputRequests)).toEqual(['b', 'c']);
    expect(await client.talk(echo, { requestState: second.requestState })).toEqual(['1', 'B?', 'C?']);
  });

  it('asks together what is open at the same time, and waits for no other work', async () => {
    const client = new RoundClient(
      dialogue((context) =>
        Promise.all([
          ask(context, 'A?'),
          turn().then(() => ask(context, 'C?')),
          Promise.resolve().then(() => ask(context, 'B?')),
        ]),
      ),
    );
    const first = await client.ask();
    expect(Object.values(first.inputRequests).map((request) => 'message' in request && request.message)).toEqual([
      'A?',
      'B?',
    ]);
    expect(await client.talk(echo)).toEqual(['A?', 'C?', 'B?']);
  });

  it('may wait for other work before it asks, which is done again in each run', async () => {
    const work = vi.fn(async () => {
      for (let count = 0; count < 3; count += 1) await turn();
      return 'read';
    });
    const client = new RoundClient(
      dialogue(async (context) => {
        const first = await work();
        const a = await ask(context, 'A?');
        const second = await work();
        return [first, a, second, ...(await Promise.all([ask(context, 'B?'), ask(context, 'C?')]))];
      }),
    );
    expect(await client.talk(echo)).toEqual(['read', 'A?', 'read', 'B?', 'C?']);
    expect(work).toHaveBeenCalledTimes(5);
  });

  it('gets the arguments of its call after the ways to ask', async () => {
    const greet = dialogue(async ({ elicit }, { name }: { readonly name: string }) => {
      const { action } = await elicit(`Greet ${name}?`, field('a'));
      return `${name}: ${action}`;
    });
    const hook = new RoundClient((round) => greet({ name: 'Ada' }, round));
    expect(await hook.talk(() => ({ action: 'cancel' }))).toBe('Ada: cancel');
  });

  it('can be copied and taken apart', async () => {
    const client = new RoundClient(
      dialogue(async ({ elicit, once, ...context }) => ({
        keys: Object.keys(context).sort(),
        aborted: context.signal.aborted,
      })),
    );
    expect(await client.send()).toMatchObject({
      result: {
        keys: expect.arrayContaining([
          'caller',
          'client',
          'elicitUrl',
          'log',
          'meta',
          'notify',
          'progress',
          'revision',
          'signal',
        ]),
        aborted: false,
      },
    });
  });

  it('is known as one, and needs a call that is answered in rounds', async () => {
    const run = dialogue(async () => 1);
    expect(answersInRounds(run)).toBe(true);
    expect([() => 1, undefined, {}].some(answersInRounds)).toBe(false);
    await expect(run(callContext())).rejects.toThrow(ApplicationError);
  });

  it('works with fake timers', async () => {
    vi.useFakeTimers();
    try {
      const client = new RoundClient(dialogue((context) => ask(context, 'A?')));
      expect(await client.talk(echo)).toBe('A?');
    } finally {
      vi.useRealTimers();
    }
  });

  it('passes errors of the function on', async () => {
    const thrown = new UserError('No seats');
    const client = new RoundClient(
      dialogue(async (context) => {
        await ask(context, 'A?');
        throw thrown;
      }),
    );
    await expect(client.talk(echo)).rejects.toBe(thrown);
    const atOnce = new RoundClient(
      dialogue(() => {
        throw thrown;
      }),
    );
    await expect(atOnce.send()).rejects.toBe(thrown);
  });
});

describe('once', () => {
  it('does a step once, and gives its result in all later runs', async () => {
    const pay = vi.fn(async () => ({ receipt: 17, note: undefined }));
    const client = new RoundClient(
      dialogue(async (context) => {
        const paid = await context.once(pay);
        const nothing = await context.once('nothing', () => undefined);
        await ask(context, 'A?');
        await ask(context, 'B?');
        return [paid, nothing];
      }),
    );
    expect(await client.talk(echo)).toEqual([{ receipt: 17 }, undefined]);
    expect(pay).toHaveBeenCalledTimes(1);
  });

  it('gives the same error in each run, a step that failed is not done again', async () => {
    const seen: unknown[] = [];
    const step = vi.fn((thrown: unknown) => {
      throw thrown;
    });
    const errors: readonly unknown[] = [
      new UserError('No seats'),
      new RequestError('busy', 'Later', { seconds: 5 }),
      new RangeError('Too many'),
      'text',
    ];
    const client = new RoundClient(
      dialogue(async (context) => {
        for (const thrown of errors)
          await context.once(() => step(thrown)).catch((caught: unknown) => seen.push(caught));
        await ask(context, 'A?');
        return 'done';
      }),
    );
    expect(await client.talk(echo)).toBe('done');
    expect(step).toHaveBeenCalledTimes(4);
    const [first, second] = [seen.slice(0, 4), seen.slice(4)];
    for (const caught of [first, second]) {
      expect(caught[0]).toEqual(new UserError('No seats'));
      expect(caught[1]).toMatchObject({ name: 'RequestError', reason: 'busy', message: 'Later', data: { seconds: 5 } });
      expect(caught[2]).toMatchObject({ name: 'RangeError', message: 'Too many' });
      expect(caught[3]).toMatchObject({ name: 'Error', message: 'text' });
    }
    // The log of the run in which it happened has the whole of it.
    expect((first[2] as Error).cause).toBe(errors[2]);
    expect((second[2] as Error).cause).toBeUndefined();
  });

  it('makes an error one for the user only where it was one, whatever its name', async () => {
    class Sold extends UserError {
      constructor() {
        super('Sold out');
        Object.assign(this, { name: 'Sold' });
      }
    }
    const foreign = Object.assign(new Error('Secret'), { name: 'UserError' });
    const client = new RoundClient(
      dialogue(async (context) => {
        const caught: unknown[] = [];
        for (const thrown of [new Sold(), foreign])
          await context.once(() => Promise.reject(thrown)).catch((error: unknown) => caught.push(error));
        await ask(context, 'A?');
        return caught.map((error) => [error instanceof UserError, (error as Error).name, (error as Error).message]);
      }),
    );
    expect(await client.talk(echo)).toEqual([
      [true, 'Sold', 'Sold out'],
      [false, 'UserError', 'Secret'],
    ]);
  });

  it('is waited for before the client is asked', async () => {
    const step = vi.fn(async () => {
      await turn();
      await turn();
      return 'slow';
    });
    const client = new RoundClient(dialogue((context) => Promise.all([ask(context, 'A?'), context.once(step)])));
    expect(await client.talk(echo)).toEqual(['A?', 'slow']);
    expect(step).toHaveBeenCalledTimes(1);
  });

  it('gives results that nobody else holds', async () => {
    const client = new RoundClient(
      dialogue(async (context) => {
        const list = await context.once((): string[] => ['a']);
        list.push('b');
        await ask(context, 'A?');
        return list;
      }),
    );
    expect(await client.talk(echo)).toEqual(['a', 'b']);
  });

  it.each<[string, unknown, string]>([
    ['a Date', { at: new Date(0) }, 'result.at is a Date'],
    ['a function', () => 1, 'result is a function'],
    ['NaN', Number.NaN, 'result is NaN'],
  ])('refuses %s, which does not travel', async (_what, value, fault) => {
    const client = new RoundClient(dialogue(({ once }) => once('pay', () => value)));
    await expect(client.send()).rejects.toMatchObject({
      reason: 'internal',
      message: `Dialogue of tool 'book': the step 'pay' must give JSON or nothing, for it travels through the client to the next run: ${fault}`,
    });
    expect(client.host.logger.error).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (context: DialogueContext) => unknown, string]>([
    ['at once', (context) => context.once(() => ask(context, 'A?')), 'number 2'],
    ['after it has waited', (context) => context.once(() => turn().then(() => ask(context, 'A?'))), 'number 2'],
    [
      'in another one',
      (context) => context.once('outer', () => context.once('inner', () => turn().then(() => ask(context, 'A?', 'a')))),
      "the question 'a'",
    ],
  ])('can not ask in a step, and says so instead of waiting for ever: %s', async (_when, talk, question) => {
    const client = new RoundClient(dialogue(talk));
    await expect(client.send()).rejects.toMatchObject({
      reason: 'internal',
      message: expect.stringMatching(
        `^Dialogue of tool 'book': ${question}.*, elicit\\(…\\), can't be asked: it is asked in (a step|the step 'inner'), and a step can't ask`,
      ),
    });
  });

  it('leaves the rest of the dialogue free to ask while a step runs and after it, whatever the two wait for', async () => {
    let found: (value: string) => void = () => undefined;
    const client = new RoundClient(
      dialogue(async (context) => {
        const news = new Promise<string>((resolve) => {
          found = resolve;
        });
        const step = context.once('look', async () => {
          await turn();
          found('news');
          await turn();
          return 'looked';
        });
        const heard = await Promise.race([news, step]);
        return [await ask(context, 'A?'), await step, heard];
      }),
    );
    const [answer, looked] = (await client.talk(echo)) as unknown[];
    expect([answer, looked]).toEqual(['A?', 'looked']);
  });

  it('knows its own steps from those of another dialogue, also one that it calls', async () => {
    const inner = new RoundClient(dialogue((context) => ask(context, 'Inner?')));
    const outer = new RoundClient(
      dialogue(async (context) => {
        const said = await context.once(async () => {
          await turn();
          return inner.talk(echo) as Promise<string>;
        });
        return [said, await ask(context, 'Outer?')];
      }),
    );
    expect(await outer.talk(echo)).toEqual(['Inner?', 'Outer?']);
  });

  it.each<[string, () => unknown, string, string]>([
    ['null', () => null, 'Error', 'null'],
    ['a symbol', () => Symbol('s'), 'Error', 'Symbol(s)'],
    ['an object that is no text', () => Object.create(null), 'Error', '{}'],
    ['an object', () => ({ code: 5 }), 'Error', '{"code":5}'],
    ['an error without text', () => new Error(''), 'Error', ''],
    [
      'an error whose name and message are no texts',
      () => Object.assign(new Error('x'), { name: 1, message: 2n }),
      '1',
      '2',
    ],
    [
      'an error that can not be read',
      () =>
        Object.defineProperty(new Error('x'), 'message', {
          get: () => {
            throw new Error('trap');
          },
        }),
      'Error',
      'a value of the type object was thrown',
    ],
  ])('keeps what a step threw, also %s', async (_what, thrown, name, message) => {
    const client = new RoundClient(
      dialogue(async (context) => {
        const failed = await context
          .once(() => Promise.reject(thrown()))
          .catch((error: Error) => [error.name, error.message]);
        await ask(context, 'A?');
        return failed;
      }),
    );
    expect(await client.talk(echo)).toEqual([name, message]);
  });

  it.each<[string, (context: DialogueContext) => unknown]>([
    [
      "number 2 of its questions and steps, once(…), can't be done: it is in a step, so it needs a name",
      ({ once }) => once(async () => once(() => 1)),
    ],
    [
      "can't be done: it is in the step 'x', so it needs a name",
      ({ once }) => once('x', () => turn().then(() => once(() => 1))),
    ],
    [
      "the step 'x' comes twice in one run; each needs its own name",
      ({ once }) => Promise.all([once('x', () => 1), once('x', () => 2)]),
    ],
    [
      "the step '', once(…), can't be done: its name must be a text that is not empty; got an empty one",
      ({ once }) => once('', () => 1),
    ],
    ["its name can't begin with '#'", ({ once }) => once('#1', () => 1)],
    ['what it does must be a function', ({ once }) => once('x', undefined as never)],
    [
      "the question 'x' comes twice in one run; each needs its own name",
      (context) => Promise.all([ask(context, 'A?', 'x'), ask(context, 'B?', 'x')]),
    ],
    ["its key can't begin with '#'", (context) => ask(context, 'A?', '#1')],
    ["its key can't be '__proto__'", (context) => ask(context, 'A?', '__proto__')],
    ['its key must be a text that is not empty; got a number', ({ listRoots }) => listRoots({ key: 1 as never })],
    [
      "number 1 of its questions and steps, elicit(…), can't be asked: message must be a text that is not empty",
      (context) => ask(context, ''),
    ],
    [
      "the question 'pay', elicitUrl(…), can't be asked: url must be an absolute URL; got \"/pay\"",
      ({ elicitUrl }) => elicitUrl('Pay!', '/pay', { key: 'pay' }),
    ],
    [
      "the question 'a', elicit(…), can't be asked: schema.type must be 'object'",
      ({ elicit }) => elicit('A?', {}, { key: 'a' }),
    ],
  ])('refuses what is wrong: %s', async (fault, talk) => {
    const client = new RoundClient(dialogue(talk));
    await expect(client.send()).rejects.toThrow(fault);
    await expect(client.send()).rejects.toThrow("Dialogue of tool 'book': ");
    await expect(client.send()).rejects.toBeInstanceOf(RequestError);
  });

  it('lets go of a step that fails later', async () => {
    const client = new RoundClient(
      dialogue(async ({ once }) => {
        void once(() => Promise.reject(new Error('unheard')));
        await turn();
        await turn();
        return 'done';
      }),
    );
    expect(await client.send()).toEqual({ result: 'done' });
  });
});

describe('a dialogue that is not the same in each run', () => {
  const twoRuns = async (
    first: (context: DialogueContext) => unknown,
    second: (context: DialogueContext) => unknown,
  ) => {
    let runs = 0;
    const client = new RoundClient(
      dialogue(async (context) => {
        runs += 1;
        return runs === 1 ? first(context) : second(context);
      }),
    );
    const talked = client.talk(echo).then(
      (result) => ({ result }),
      (thrown: unknown) => ({ thrown }),
    );
    return { outcome: await talked, logger: client.host.logger };
  };
  const ASKS_SAME = /A dialogue asks the same in the same order each time it runs: make its questions of its arguments/;

  it.each<[string, (context: DialogueContext) => unknown, (context: DialogueContext) => unknown]>([
    ['number 1 of its questions and steps is another elicit(…) than before', (c) => ask(c, 'A?'), (c) => ask(c, 'B?')],
    [
      'number 2 of its questions and steps is once(…), and was elicit(…)',
      (c) => Promise.all([c.once(() => 1), ask(c, 'A?')]),
      async (c) => [await c.once(() => 1), await c.once(() => 1), await ask(c, 'A?')],
    ],
    [
      'number 1 of its questions and steps is another elicit(…) than before',
      (c) => Promise.all([ask(c, 'A?'), ask(c, 'B?')]),
      (c) => Promise.all([ask(c, 'B?'), ask(c, 'A?')]),
    ],
    [
      'number 1 of its questions and steps is another elicitUrl(…) than before',
      ({ elicitUrl }) => elicitUrl('Pay!', 'https://example.com/?id=1'),
      ({ elicitUrl }) => elicitUrl('Pay!', 'https://example.com/?id=2'),
    ],
    [
      'number 1 of its questions and steps is listRoots(), and was elicit(…)',
      (c) => ask(c, 'A?'),
      ({ listRoots }) => listRoots(),
    ],
    ["the question 'x' is another elicit(…) than before", (c) => ask(c, 'A?', 'x'), (c) => ask(c, 'B?', 'x')],
    [
      'number 1 of its questions and steps is another once(…) than before',
      async (c) => [await c.once(() => 'one'), await ask(c, 'A?')],
      async (c) => [await c.once(() => 'two'), await ask(c, 'A?')],
    ],
  ])('is found out and told, to the client and to the log: %s', async (fault, first, second) => {
    const { outcome, logger } = await twoRuns(first, second);
    expect(outcome).toMatchObject({ thrown: { reason: 'internal', message: expect.stringMatching(ASKS_SAME) } });
    expect((outcome as { thrown: Error }).thrown.message).toContain(`Dialogue of tool 'book': ${fault}`);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('can not catch that error and go on', async () => {
    const went = vi.fn();
    const { outcome } = await twoRuns(
      (c) => ask(c, 'A?'),
      (c) => ask(c, 'B?').catch(went).finally(went),
    );
    expect(outcome).toHaveProperty('thrown');
    await turn();
    expect(went).not.toHaveBeenCalled();
  });

  it('may find keys and names in any order', async () => {
    const { outcome } = await twoRuns(
      async (c) => [await c.once('one', () => 1), await c.once('two', () => 2), await ask(c, 'A?', 'a')],
      async (c) => [await c.once('two', () => 9), await ask(c, 'A?', 'a'), await c.once('one', () => 8)],
    );
    expect(outcome).toEqual({ result: [2, 'A?', 1] });
  });

  it('may end without what it asked before', async () => {
    expect(
      (
        await twoRuns(
          (c) => ask(c, 'A?'),
          () => 'done',
        )
      ).outcome,
    ).toEqual({ result: 'done' });
  });

  it('does not hang where it never comes to what was answered', async () => {
    const { outcome } = await twoRuns(
      async (c) => Promise.all([ask(c, 'A?', 'a'), ask(c, 'B?', 'b')]),
      async (c) => [await ask(c, 'B?', 'b'), await ask(c, 'C?', 'c')],
    );
    expect(outcome).toEqual({ result: ['B?', 'C?'] });
  });

  it('is refused where the state is none of a dialogue', async () => {
    const host = roundHost();
    const plain = new RoundClient(
      () => ({ type: 'inputRequired', inputRequests: {}, requestState: { step: 1 } }),
      callContext(),
      host,
    );
    const { requestState } = await plain.ask();
    const client = new RoundClient(
      dialogue(async () => 1),
      callContext(),
      host,
    );
    await expect(client.send({ requestState })).rejects.toThrow(
      "Dialogue of tool 'book': the state that came back is not its own",
    );
  });
});

describe('steps in a loop whose order changes between two runs', () => {
  /** Pays each of an order, and asks after each; the order is another one in the second run. */
  const paying = (named: boolean) => {
    const paid: string[] = [];
    const orders = [['A'], ['B', 'A']];
    const hook = dialogue(async ({ once, elicit }: DialogueContext) => {
      const told: string[] = [];
      for (const x of orders.shift() ?? ['B', 'A']) {
        const pay = (): string => {
          paid.push(x);
          return `paid ${x}`;
        };
        told.push(`${x}: ${await (named ? once(`pay ${x}`, pay) : once(pay))}`);
        await elicit('Go on?', field('a'), { key: named ? `after ${x}` : undefined });
      }
      return told;
    });
    return { client: new RoundClient(hook), paid };
  };

  it('are taken for one another where they have no names, and the log warns of it once', async () => {
    const { client, paid } = paying(false);
    expect(await client.talk(echo)).toEqual(['B: paid A', 'A: paid A']);
    expect(paid).toEqual(['A', 'A']);
    const { warn } = client.host.logger;
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { method: 'tools/call', name: 'book' },
      expect.stringMatching(/^Dialogue of tool 'book': once\(…\) comes twice .* such as once\(`pay \$\{id\}`, …\)$/),
    );
    await client.talk(echo);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('are each done once where they have names, and nothing is warned of', async () => {
    const { client, paid } = paying(true);
    expect(await client.talk(echo)).toEqual(['B: paid B', 'A: paid A']);
    expect(paid).toEqual(['A', 'B']);
    expect(client.host.logger.warn).not.toHaveBeenCalled();
  });

  it('are warned of for each tool, prompt and resource, however its context was copied', async () => {
    const host = roundHost();
    const twice = dialogue(async ({ once }: DialogueContext) => {
      for (const _ of [1, 2]) await once(() => 1);
      return 'done';
    });
    const read: RoundOperation = { method: 'resources/read', name: 'file:///a', args: undefined, caller: '' };
    await new RoundClient(twice, callContext(), host).send();
    await new RoundClient((round) => twice({ ...round }), callContext(), host, { ...BOOK, name: 'other' }).send();
    await new RoundClient(twice, callContext(), host, read).send();
    const subjects = host.logger.warn.mock.calls.map(([, text]) => String(text).split(': once')[0]);
    expect(subjects).toEqual([
      "Dialogue of tool 'book'",
      "Dialogue of tool 'other'",
      "Dialogue of resource 'file:///a'",
    ]);
  });

  it('are not warned of where their texts differ', async () => {
    const client = new RoundClient(dialogue(async ({ once }) => [await once(() => 1), await once(() => 2)]));
    expect(await client.send()).toEqual({ result: [1, 2] });
    expect(client.host.logger.warn).not.toHaveBeenCalled();
  });

  it('are warned of under 2025, too, where all rounds are one request', async () => {
    const host = roundHost();
    const twice = dialogue(async (context) => {
      for (const _ of [1, 2]) await context.once(() => 1);
      return ask(context, 'A?');
    });
    const result = runRoundByAsking(
      twice,
      BOOK,
      async (request) => echo(request) as InputResponse,
      callContext(),
      host,
    );
    expect(await result).toEqual({ result: 'A?' });
    expect(host.logger.warn).toHaveBeenCalledTimes(1);
  });
});

describe('what a dialogue does after the client had to be asked', () => {
  it('has no effect: no step begins, nothing is reported, no answer comes', async () => {
    const done = vi.fn();
    const context = { ...callContext(), progress: vi.fn(), log: vi.fn(), notify: vi.fn() };
    const asides: Promise<unknown>[] = [];
    const hook = dialogue(async (talk) => {
      const aside = (async () => {
        await turn();
        await turn();
        talk.progress(1);
        talk.log('info', 'late');
        talk.notify({ type: 'toolsListChanged' });
        await Promise.race([talk.once(done), ask(talk, 'B?'), turn().then(turn)]);
      })();
      asides.push(aside);
      return ask(talk, 'A?');
    });
    const round = await runRound(hook, BOOK, {}, context, roundHost());
    expect(round).toBeInstanceOf(InterimResult);
    await Promise.all(asides);
    for (const effect of [done, context.progress, context.log, context.notify]) expect(effect).not.toHaveBeenCalled();
  });

  it('is told by the signal, which also aborts with the call', async () => {
    const calls = new AbortController();
    const signals: AbortSignal[] = [];
    const hook = dialogue(async (context) => {
      signals.push(context.signal);
      expect(context.signal).toBe(context.signal);
      if (signals.length === 1) await ask(context, 'A?');
      else await once(context.signal);
      return 'done';
    });
    const client = new RoundClient(hook, callContext(undefined, calls.signal));
    const { requestState } = await client.ask();
    expect(signals[0]?.reason).toMatchObject({
      name: 'AbortError',
      message: 'The dialogue waits for the client, and runs again when it answers',
    });
    const second = client.send({ requestState });
    await turn();
    calls.abort(new Error('gone'));
    expect(await second).toEqual({ result: 'done' });
    expect(signals[1]?.reason).toEqual(new Error('gone'));
  });

  it('is not told by the signal where there is nothing to ask, since the function is done', async () => {
    const aborted = vi.fn();
    let read: (() => AbortSignal) | undefined;
    const hook = dialogue((context) => {
      context.signal.addEventListener('abort', aborted);
      read = () => context.signal;
      return 'done';
    });
    await new RoundClient(hook).send();
    expect(aborted).not.toHaveBeenCalled();
    expect(read?.().aborted).toBe(false);
  });

  it('may fail, and nobody hears of it', async () => {
    const hook = dialogue(async (context) => {
      await Promise.all([
        ask(context, 'A?'),
        turn()
          .then(turn)
          .then(() => Promise.reject(new Error('late'))),
      ]);
    });
    expect(await new RoundClient(hook).send()).toBeInstanceOf(InterimResult);
    await turn();
    await turn();
    await turn();
  });
});

describe('what a dialogue does after its end', () => {
  it.each<[string, () => unknown]>([
    ['it has given its result', () => 'done'],
    ['it has thrown', () => Promise.reject(new UserError('No'))],
  ])('is refused at once where %s, instead of waiting for ever', async (_how, end) => {
    const done = vi.fn();
    let late: Promise<unknown> | undefined;
    const hook = dialogue((context) => {
      late = turn().then(() =>
        Promise.allSettled([
          ask(context, 'A?'),
          context.elicitUrl('Pay!', 'https://example.com'),
          context.sample({ messages: [], maxTokens: 1 }),
          context.listRoots(),
          context.once(done),
        ]),
      );
      return end();
    });
    await new RoundClient(hook).send().catch(() => undefined);
    expect(await late).toMatchObject([
      ...['elicit', 'elicitUrl', 'sample', 'listRoots'].map((method) => ({
        reason: { name: 'ClientRequestError', reason: 'over', method },
      })),
      { reason: { name: 'ApplicationError', message: expect.stringContaining('after the dialogue had ended') } },
    ]);
    expect(done).not.toHaveBeenCalled();
  });

  it('may be let go of', async () => {
    const unhandled = vi.fn();
    process.once('unhandledRejection', unhandled);
    const hook = dialogue((context) => {
      setImmediate(() => {
        void context.elicit('A?', field('a'));
        void context.listRoots();
        void context.once(() => 1);
      });
    });
    await new RoundClient(hook).send();
    await turn();
    await turn();
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });
});

describe('what a dialogue has told already', () => {
  const telling = (): ReturnType<typeof callContext> & Record<'progress' | 'log' | 'notify' | 'closeStream', Mock> => ({
    ...callContext(),
    progress: vi.fn(),
    log: vi.fn(),
    notify: vi.fn(),
    closeStream: vi.fn(),
  });

  it('is not told again while it runs to where it was', async () => {
    const context = telling();
    const client = new RoundClient(
      dialogue(async (talk) => {
        for (const step of [1, 2, 3]) {
          talk.progress(step);
          talk.log('info', step);
          talk.notify({ type: 'resourceUpdated', uri: `step:${step}` });
          talk.closeStream?.(step);
          if (step < 3) await ask(talk, `${step}?`);
        }
      }),
      context,
    );
    await client.talk(echo);
    expect(context.progress.mock.calls).toEqual([[1], [2], [3]]);
    expect(context.log.mock.calls).toEqual([1, 2, 3].map((step) => ['info', step]));
    expect(context.notify.mock.calls.map(([event]) => event.uri)).toEqual(['step:1', 'step:2', 'step:3']);
    expect(context.closeStream.mock.calls).toEqual([[1], [2], [3]]);
  });

  it('stays told where an answer is missing, and the same is asked again', async () => {
    const context = telling();
    const client = new RoundClient(
      dialogue(async (talk) => {
        talk.progress(1);
        await ask(talk, 'A?');
      }),
      context,
    );
    const { requestState } = await client.ask();
    await client.ask({ requestState });
    expect(context.progress).toHaveBeenCalledTimes(1);
  });

  it('ends with the first of several new answers, and with a new step', async () => {
    const context = telling();
    const client = new RoundClient(
      dialogue(async (talk) => {
        await talk.once('first', () => talk.progress(1));
        await Promise.all([
          ask(talk, 'A?', 'a').then(() => talk.progress(2)),
          ask(talk, 'B?', 'b').then(() => talk.progress(3)),
        ]);
        await talk.once('last', () => talk.progress(4));
      }),
      context,
    );
    await client.talk(echo);
    expect(context.progress.mock.calls).toEqual([[1], [2], [3], [4]]);
  });
});

describe('the state of a dialogue', () => {
  it('has a bound', async () => {
    const host = roundHost({ maxRoundStateBytes: 1000 });
    const hook = dialogue(async (context) => {
      await context.once(() => 'x'.repeat(1000));
      return ask(context, 'A?');
    });
    await expect(new RoundClient(hook, callContext(), host).send()).rejects.toThrow(
      /^Rounds of tool 'book': the state makes \d+ bytes when it is sealed; maxRoundStateBytes allows 1000; leave less in it; a dialogue leaves the answers and what once\(…\) gave$/,
    );
  });

  it('fails the call alone where it is too deep to be copied', async () => {
    const depth = 100_000;
    const value = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as JsonValue;
    const state = { dialogue: 1, placed: [], named: [['#step x', 'o']], ended: [['#step x', { value }]] };
    const hook = dialogue(({ once }) => once('x', () => 1));
    await expect(hook(roundContext(callContext(), new Map(), state))).rejects.toBeInstanceOf(RangeError);
  });

  it('keeps answers as they came, whatever the function does with them', async () => {
    const client = new RoundClient(
      dialogue(async (context) => {
        const answer = await context.elicit('A?', field('a'));
        if ('content' in answer) (answer.content as { a: JsonValue }).a += '!';
        await ask(context, 'B?');
        return (answer as unknown as JsonObject).content;
      }),
    );
    expect(await client.talk(echo)).toEqual({ a: 'A?!' });
  });
});

/** Waits until a signal aborts. */
function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
