import { describe, expect, it, vi } from 'vitest';
import { BOOK, callContext, contentOf, field, roundHost } from '../../test/rounds.js';
import type { ClientCapabilities } from '../application/context.js';
import type { InputRequest, InputResponse, RoundHook } from '../application/rounds.js';
import { UserError } from '../errors.js';
import { complete, formElicitation, inputRequired, roots, sampling, urlElicitation } from '../results/round.js';
import { ClientRequestError } from '../runtime/client-request-error.js';
import { askThrough } from './asker.js';
import { type AskClient, type AskingHost, runRoundByAsking } from './run-by-asking.js';

const form = formElicitation('Who are you?', field('name'));
const named = (name: string): InputResponse => ({ action: 'accept', content: { name } });

const run = <T>(
  hook: RoundHook<T>,
  ask: AskClient,
  capabilities?: ClientCapabilities,
  host: AskingHost = roundHost(),
) => runRoundByAsking(hook, BOOK, ask, callContext(capabilities), host);

describe('a hook of rounds for a client that is asked in the middle of its request', () => {
  it('is called again with the answers, until it is done (Q-50)', async () => {
    const asked: InputRequest[] = [];
    const hook: RoundHook<string> = ({ inputResponses, requestState = [] }) => {
      const names = [...(requestState as string[])];
      for (const answer of inputResponses.values()) names.push(String(contentOf(answer).name));
      return names.length === 3 ? complete(names.join()) : inputRequired({ who: form }, names);
    };
    const ask = async (request: InputRequest): Promise<InputResponse> => {
      asked.push(request);
      return named(String(asked.length));
    };
    expect(await run(hook, ask)).toEqual({ result: '1,2,3' });
    expect(asked).toEqual([form, form, form]);
  });

  it('has a state that nobody else holds, as where it travels', async () => {
    const beginning = { rounds: 1 };
    const hook: RoundHook<number> = ({ requestState }) => {
      if (requestState === undefined) return inputRequired({ who: form }, beginning);
      const state = requestState as { rounds: number };
      state.rounds += 1;
      return complete(state.rounds);
    };
    expect(await run(hook, async () => named('Ada'))).toEqual({ result: 2 });
    expect(await run(hook, async () => named('Bo'))).toEqual({ result: 2 });
  });

  it('has all questions of a round asked at once', async () => {
    const order: string[] = [];
    const hook: RoundHook<number> = ({ inputResponses }) =>
      inputResponses.size === 0 ? inputRequired({ a: form, b: roots() }) : complete(inputResponses.size);
    const result = await run(hook, async ({ type }) => {
      order.push(`ask ${type}`);
      await undefined;
      order.push(`answer ${type}`);
      return type === 'roots' ? { roots: [] } : named('Ada');
    });
    expect(result).toEqual({ result: 2 });
    expect(order).toEqual(['ask formElicitation', 'ask roots', 'answer formElicitation', 'answer roots']);
  });

  it('does not handle the call where it gives undefined', async () => {
    expect(await run(() => undefined, vi.fn())).toBeUndefined();
  });

  it('asks again for what was not what was wanted (Q-32)', async () => {
    const answers = [0, 0, 1, 0, 0, 1];
    const malformed = new ClientRequestError('malformed', 'elicitation/create');
    const ask = vi.fn(async (): Promise<InputResponse> => {
      if (answers.shift() === 1) return named('Ada');
      throw malformed;
    });
    const hook: RoundHook<string> = ({ inputResponses, requestState }) => {
      if (inputResponses.size === 0) return inputRequired({ a: form }, requestState);
      return requestState === 'again' ? complete('done') : inputRequired({ a: form }, 'again');
    };
    expect(await run(hook, ask)).toEqual({ result: 'done' });
    expect(ask).toHaveBeenCalledTimes(6);
    await expect(run(hook, ask)).rejects.toBe(malformed);
    expect(ask).toHaveBeenCalledTimes(9);
  });

  it('fails at once where a client did not declare what is asked', async () => {
    const ask = vi.fn();
    await expect(run(() => inputRequired({ a: form, b: roots() }), ask, { roots: {} })).rejects.toMatchObject({
      reason: 'missing-capability',
      data: { elicitation: { form: {} } },
    });
    expect(ask).not.toHaveBeenCalled();
  });

  it('fails with the first question that fails, and lets go of the others', async () => {
    const refused = new Error('refused');
    let signal: AbortSignal | undefined;
    const ask: AskClient = (request, given) => {
      if (request.type === 'roots') return Promise.reject(refused);
      signal = given;
      return new Promise(() => undefined);
    };
    await expect(run(() => inputRequired({ a: form, b: roots() }), ask)).rejects.toBe(refused);
    expect(signal?.reason).toBe(refused);
  });

  it('waits a while where it only wants to be called again (R-22)', async () => {
    let calls = 0;
    const hook: RoundHook<number> = () => {
      calls += 1;
      return calls === 3 ? complete(calls) : inputRequired({}, 'wait');
    };
    expect(await run(hook, vi.fn(), {}, { ...roundHost(), pauseMs: 1 })).toEqual({ result: 3 });
  });

  it('stops waiting when the call is cancelled', async () => {
    const gone = new AbortController();
    const hook: RoundHook<number> = () => {
      queueMicrotask(() => gone.abort());
      return inputRequired({}, 'wait');
    };
    const context = callContext({}, gone.signal);
    await expect(runRoundByAsking(hook, BOOK, vi.fn(), context, roundHost())).rejects.toHaveProperty(
      'name',
      'AbortError',
    );
  });

  it.each<[string, RoundHook<never>]>([
    ['it asked 100 times, which is taken for a loop', () => inputRequired({ a: form })],
    ['it wanted to be called again 600 times without a question, which', () => inputRequired({}, 'wait')],
  ])('has an end: %s', async (fault, hook) => {
    const host = { ...roundHost(), pauseMs: 0 };
    await expect(run(hook, async () => named('Ada'), undefined, host)).rejects.toThrow(
      `Rounds of tool 'book': ${fault}`,
    );
    expect(host.logger.error).toHaveBeenCalledTimes(1);
  });

  it('is told what is wrong with a round', async () => {
    await expect(run(() => inputRequired({}), vi.fn())).rejects.toMatchObject({
      reason: 'internal',
      message: "Invalid multi-round result of tool 'book': must include nonempty inputRequests or a requestState",
    });
  });
});

describe('asking through the ways of a request', () => {
  const request = { messages: [], maxTokens: 1 };
  const { signal } = new AbortController();

  it('takes the way of each kind', async () => {
    const ways = {
      elicit: vi.fn(async () => ({ action: 'decline' as const })),
      elicitUrl: vi.fn(async () => ({ action: 'cancel' as const })),
      sample: vi.fn(async () => ({ role: 'assistant' as const, content: [], model: 'm' })),
      listRoots: vi.fn(async () => [{ uri: 'file:///a' }]),
    };
    const ask = askThrough(ways);
    expect(await ask(form, signal)).toEqual({ action: 'decline' });
    expect(await ask(urlElicitation('Pay!', 'https://example.com', { id: 'visit' }), signal)).toEqual({
      action: 'cancel',
    });
    expect(await ask(sampling(request), signal)).toEqual({ role: 'assistant', content: [], model: 'm' });
    expect(await ask(roots(), signal)).toEqual({ roots: [{ uri: 'file:///a' }] });
    expect(ways.elicit).toHaveBeenCalledWith('Who are you?', field('name'));
    expect(ways.elicitUrl).toHaveBeenCalledWith('Pay!', 'https://example.com', { id: 'visit' });
    expect(ways.sample).toHaveBeenCalledWith(request);
  });

  it.each([
    ['elicitation.form', form],
    ['elicitation.url', urlElicitation('Pay!', 'https://example.com')],
    ['sampling', sampling(request)],
    ['sampling.tools', sampling({ ...request, tools: [] })],
    ['roots', roots()],
  ])('Q-50 says at once that there is no way, and why: %s', async (name, one) => {
    const text = `The client has to be asked for input (${name}), and it can't be asked in the middle of this request`;
    await expect(askThrough({})(one, signal)).rejects.toThrow(new UserError(text));
    await expect(askThrough({}, 'it is deaf')(one, signal)).rejects.toThrow(new UserError(`${text}: it is deaf`));
  });
});
