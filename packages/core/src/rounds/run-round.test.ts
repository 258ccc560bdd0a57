import { describe, expect, it, vi } from 'vitest';
import { ABLE, BOOK, callContext, contentOf, field, RoundClient, roundHost } from '../../test/rounds.js';
import type { RoundContext, RoundHook } from '../application/rounds.js';
import type { JsonObject, JsonValue } from '../json.js';
import { complete, formElicitation, inputRequired, roots, sampling } from '../results/round.js';
import { createSealer } from '../seal/sealer.js';
import { InterimResult } from './interim-result.js';
import type { RoundOperation } from './round-state.js';
import { runRound } from './run-round.js';

const form = formElicitation('Who are you?', field('name'));
const ADA = { who: { action: 'accept', content: { name: 'Ada' } } };
const FORGED = { reason: 'invalid-params', message: 'Invalid requestState' };

/** Asks for a name, without a state of its own. */
const greet: RoundHook<string> = ({ inputResponses }) => {
  const answer = inputResponses.get('who');
  if (answer === undefined) return inputRequired({ who: form });
  return complete('content' in answer ? `Hello, ${contentOf(answer).name}!` : 'Hello, stranger!');
};

/** Counts its rounds in a state. */
const counting: RoundHook<JsonValue> = ({ requestState, inputResponses }) => {
  const count = (requestState as number | undefined) ?? 0;
  if (count === 2) return complete({ count, answers: inputResponses.size });
  return inputRequired({ who: form }, count + 1);
};

describe('a round', () => {
  it('asks for more, and completes with the answers (MR-01 to MR-06, R-17)', async () => {
    const client = new RoundClient(greet);
    const { inputRequests, requestState } = await client.ask();
    expect(inputRequests).toEqual({ who: form });
    expect(await client.send({ requestState, inputResponses: ADA })).toEqual({ result: 'Hello, Ada!' });
    expect(await client.send({ requestState, inputResponses: { who: { action: 'decline' } } })).toEqual({
      result: 'Hello, stranger!',
    });
  });

  it('gets its own state back, and gives another one (R-16, MR-09)', async () => {
    const client = new RoundClient(counting);
    const first = await client.ask();
    const second = await client.ask({ requestState: first.requestState, inputResponses: ADA });
    expect(second.requestState).not.toBe(first.requestState);
    expect(await client.send({ requestState: second.requestState, inputResponses: ADA })).toEqual({
      result: { count: 2, answers: 1 },
    });
  });

  it('may leave any JSON value, and nothing is no value (MR-23)', async () => {
    for (const state of [null, 'none', '', 0, false, [], { a: [{}] }]) {
      const client = new RoundClient((round: RoundContext) =>
        round.requestState === undefined ? inputRequired({}, state) : complete([round.requestState]),
      );
      const { inputRequests, requestState } = await client.ask();
      expect(inputRequests).toEqual({});
      expect(await client.send({ requestState })).toEqual({ result: [state] });
    }
    const client = new RoundClient((round: RoundContext) => complete(round.requestState));
    const asking = new RoundClient(greet, undefined, client.host);
    const { requestState } = await asking.ask();
    expect(await client.send({ requestState })).toEqual({ result: undefined });
  });

  it('does not handle the call where it gives undefined (MR-12)', async () => {
    expect(await new RoundClient(() => undefined).send()).toBeUndefined();
    expect(await new RoundClient(async () => undefined).send({ inputResponses: ADA })).toBeUndefined();
  });

  it('knows what the context of the call knows (MR-04)', async () => {
    const call = { ...callContext(ABLE), meta: { traceparent: 'x' }, caller: { subject: 'ada', scopes: [] } };
    let seen: RoundContext | undefined;
    const hook = vi.fn((round: RoundContext) => {
      seen = { ...round };
      return complete(1);
    });
    await new RoundClient(hook, call).send();
    expect(seen).toMatchObject({ ...call, inputResponses: new Map(), requestState: undefined });
    expect(seen).not.toHaveProperty('elicit');
  });

  it('is called again for what is missing, malformed content, or unknown keys (R-19, R-20, MR-22, Q-32)', async () => {
    const client = new RoundClient(greet);
    const { requestState } = await client.ask();
    for (const inputResponses of [
      undefined,
      {},
      { other: ADA.who },
      { who: { action: 'accept', content: { name: 7 } } },
    ]) {
      expect((await client.ask({ requestState, inputResponses })).inputRequests).toEqual({ who: form });
    }
    const more = { ...ADA, unknown: { action: 'accept', content: { foo: 'bar' } }, other: 7 };
    expect(await client.send({ requestState, inputResponses: more })).toEqual({ result: 'Hello, Ada!' });
  });

  it.each<[JsonValue]>([[null], [[]], ['x'], [{ who: 12345 }], [{ who: { action: 'maybe' } }]])(
    'is not called for the malformed answers %j (R-18, Q-32)',
    async (inputResponses) => {
      const hook = vi.fn(greet);
      const client = new RoundClient(hook);
      const { requestState } = await client.ask();
      const refused = expect.objectContaining({ reason: 'invalid-params' });
      await expect(client.send({ requestState, inputResponses })).rejects.toEqual(refused);
      expect(hook).toHaveBeenCalledTimes(1);
      await expect(client.send({ inputResponses })).rejects.toEqual(refused);
    },
  );

  it('asks nothing that the client did not declare (R-07, R-08, M-07)', async () => {
    const client = new RoundClient(greet, callContext({ sampling: {} }));
    await expect(client.send()).rejects.toMatchObject({
      reason: 'missing-capability',
      message: "Tool 'book' needs a client with elicitation.form",
      data: { elicitation: { form: {} } },
    });
  });

  it('leaves out what is optional, and takes no answer to it (Q-33)', async () => {
    const seen: number[] = [];
    const hook: RoundHook<string> = ({ inputResponses }) => {
      seen.push(inputResponses.size);
      if (inputResponses.size > 0) return complete('done');
      return inputRequired({ who: { ...form, optional: true }, dirs: roots() });
    };
    const client = new RoundClient(hook, callContext({ roots: {} }));
    const { inputRequests, requestState } = await client.ask();
    expect(inputRequests).toEqual({ dirs: roots() });
    await client.ask({ requestState, inputResponses: ADA });
    expect(seen).toEqual([0, 0]);
  });

  it.each<[string, unknown, string]>([
    ['nothing to ask and no state (MR-15)', inputRequired({}), 'must include nonempty inputRequests or a requestState'],
    ['requests in a list (MR-16)', { type: 'inputRequired', inputRequests: [form] }, 'inputRequests must be an object'],
    ['a result by itself', { content: [] }, 'a round gives complete(…), inputRequired(…) or undefined; got an object'],
    [
      'a request without what it needs',
      inputRequired({ line: sampling({ messages: [] } as never) }),
      "inputRequests['line']: request.maxTokens must be a positive integer",
    ],
  ])('that is wrong is an error for the client and in the log: %s', async (_what, given, fault) => {
    const client = new RoundClient(() => given as never);
    await expect(client.send()).rejects.toMatchObject({
      reason: 'internal',
      message: expect.stringContaining(`Invalid multi-round result of tool 'book': ${fault}`),
    });
    expect(client.host.logger.error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error) },
      expect.stringContaining("Invalid multi-round result of tool 'book': "),
    );
  });

  it('passes errors of the hook on as they are (MR-24)', async () => {
    const thrown = new TypeError('broken');
    const client = new RoundClient(() => Promise.reject(thrown));
    await expect(client.send()).rejects.toBe(thrown);
    expect(client.host.logger.error).not.toHaveBeenCalled();
  });

  it('has a bound for its state, at what travels', async () => {
    const host = roundHost({ maxRoundStateBytes: 300 });
    const leaving = (length: number) => new RoundClient(() => inputRequired({}, 'x'.repeat(length)), undefined, host);
    expect((await leaving(50).ask()).requestState.length).toBeLessThanOrEqual(300);
    await expect(leaving(300).send()).rejects.toThrow(
      /the state makes \d+ bytes when it is sealed; maxRoundStateBytes allows 300;/,
    );
  });
});

describe('answers without a state', () => {
  it('are answers to what the first round asks, where that leaves no state (R-23)', async () => {
    const hook = vi.fn(greet);
    const client = new RoundClient(hook);
    expect(await client.send({ inputResponses: ADA })).toEqual({ result: 'Hello, Ada!' });
    expect(hook).toHaveBeenCalledTimes(2);
    const extra = { ...ADA, unknown: { action: 'accept', content: { foo: 'bar' } } };
    expect(await client.send({ inputResponses: extra })).toEqual({ result: 'Hello, Ada!' });
  });

  it('are judged like all others', async () => {
    const client = new RoundClient(greet);
    const wrong = { who: { action: 'accept', content: { name: ['Ada'] } } };
    expect((await client.ask({ inputResponses: wrong })).inputRequests).toEqual({ who: form });
    expect((await client.ask({ inputResponses: { wrong_key: ADA.who } })).inputRequests).toEqual({ who: form });
    await expect(client.send({ inputResponses: { who: 12345 } })).rejects.toMatchObject({ reason: 'invalid-params' });
  });

  it('are worth nothing where the first round leaves a state: it asks again', async () => {
    const hook = vi.fn(counting);
    const client = new RoundClient(hook);
    const { requestState } = await client.ask({ inputResponses: ADA });
    expect(hook).toHaveBeenCalledTimes(1);
    expect(await client.ask({ requestState, inputResponses: ADA })).toBeInstanceOf(InterimResult);
  });
});

describe('a state without answers', () => {
  it('is a round without answers (R-20)', async () => {
    const client = new RoundClient(counting);
    const first = await client.ask();
    const second = await client.ask({ requestState: first.requestState });
    expect(await client.send({ requestState: second.requestState })).toEqual({ result: { count: 2, answers: 0 } });
  });
});

describe('the state (R-10 to R-13, Q-31)', () => {
  const alice: RoundOperation = { ...BOOK, caller: 'alice' };

  it.each<[string, RoundOperation]>([
    ['another tool', { ...alice, name: 'cancel' }],
    ['other arguments', { ...alice, args: { day: 'tomorrow' } }],
    ['one argument more', { ...alice, args: { day: 'today', seats: 1 } }],
    ['no arguments', { ...alice, args: {} }],
    ['another caller', { ...alice, caller: 'bob' }],
    ['nobody', { ...alice, caller: '' }],
    ['another method', { ...alice, method: 'prompts/get' }],
    ['a resource of that name', { method: 'resources/read', name: 'book', args: undefined, caller: 'alice' }],
  ])('opens for its own request alone, not for %s', async (_what, operation) => {
    const host = roundHost();
    const { requestState } = await new RoundClient(counting, undefined, host, alice).ask();
    const hook = vi.fn(counting);
    const client = new RoundClient(hook, undefined, host, operation);
    await expect(client.send({ requestState, inputResponses: ADA })).rejects.toMatchObject(FORGED);
    expect(hook).not.toHaveBeenCalled();
  });

  it('opens for the same arguments in another order', async () => {
    const host = roundHost();
    const { requestState } = await new RoundClient(counting, undefined, host, {
      ...alice,
      args: { a: 1, b: [2] },
    }).ask();
    const client = new RoundClient(counting, undefined, host, { ...alice, args: { b: [2], a: 1 } });
    expect(await client.ask({ requestState })).toBeInstanceOf(InterimResult);
  });

  it('does not open with a bit flipped anywhere, shortened or lengthened', async () => {
    const client = new RoundClient(counting);
    const { requestState } = await client.ask();
    const bytes = Buffer.from(requestState, 'base64url');
    const forged = [...bytes.keys()].flatMap((index) =>
      [0, 3, 7].map((bit) => {
        const copy = Buffer.from(bytes);
        copy.writeUInt8(copy.readUInt8(index) ^ (1 << bit), index);
        return copy.toString('base64url');
      }),
    );
    const others: JsonValue[] = [
      `${requestState}-TAMPERED`,
      requestState.slice(0, -1),
      '',
      'x',
      7,
      null,
      {},
      [requestState],
    ];
    for (const sent of [...forged, ...others]) {
      await expect(client.send({ requestState: sent, inputResponses: ADA })).rejects.toMatchObject(FORGED);
    }
  });

  it('does not open when its time is over', async () => {
    let now = 1_000_000;
    const host = roundHost({ sealer: createSealer({ now: () => now }), roundTtlMs: 5000 });
    const client = new RoundClient(greet, undefined, host);
    const { requestState } = await client.ask();
    now += 4999;
    expect(await client.send({ requestState, inputResponses: ADA })).toEqual({ result: 'Hello, Ada!' });
    now += 1;
    await expect(client.send({ requestState, inputResponses: ADA })).rejects.toMatchObject(FORGED);
  });

  it('opens under an old key and on another server of the same keys, not under a foreign key', async () => {
    const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const server = (...keys: Buffer[]) =>
      new RoundClient(greet, undefined, roundHost({ sealer: createSealer(keys.length === 0 ? {} : { keys }) }));
    const { requestState } = await server(old).ask();
    for (const keys of [[old], [fresh, old]]) {
      expect(await server(...keys).send({ requestState, inputResponses: ADA })).toEqual({ result: 'Hello, Ada!' });
    }
    for (const keys of [[fresh], []]) {
      await expect(server(...keys).send({ requestState, inputResponses: ADA })).rejects.toMatchObject(FORGED);
    }
  });

  it('shows nothing of what is in it', async () => {
    const client = new RoundClient(() => inputRequired({ who: form }, { secret: 'hunter2' }));
    const { requestState } = await client.ask();
    expect(requestState).toMatch(/^[\w-]+$/);
    const text = Buffer.from(requestState, 'base64url').toString('latin1');
    for (const word of ['hunter2', 'secret', 'Who', 'form']) expect(text).not.toContain(word);
  });

  it('of another purpose does not open, such as a cursor', async () => {
    const host = roundHost();
    const cursor = await host.sealer.seal(
      { asked: [] },
      { purpose: 'cursor', caller: '', method: BOOK.method, name: BOOK.name },
      9999,
    );
    await expect(new RoundClient(greet, undefined, host).send({ requestState: cursor })).rejects.toMatchObject(FORGED);
  });
});

it('names prompts and resources in its errors', async () => {
  const of = (operation: RoundOperation) => runRound(() => 7 as never, operation, {}, callContext(), roundHost());
  await expect(of({ ...BOOK, method: 'prompts/get' })).rejects.toThrow("of prompt 'book': ");
  await expect(of({ method: 'resources/read', name: 'a:b', args: undefined, caller: '' })).rejects.toThrow(
    "of resource 'a:b': ",
  );
});

it('passes each of the four kinds through JSON and back', async () => {
  const request = { messages: [], maxTokens: 1 } as const;
  const hook: RoundHook<JsonObject> = ({ inputResponses }) =>
    inputResponses.size === 2
      ? complete(Object.fromEntries(inputResponses) as unknown as JsonObject)
      : inputRequired({ line: sampling(request), dirs: roots() });
  const said = { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' };
  const answers: JsonObject = { line: said, dirs: { roots: [{ uri: 'file:///a' }] } };
  expect(await new RoundClient(hook).talk((_request, key) => answers[key])).toEqual(answers);
});
