import { describe, expect, it } from 'vitest';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { withAskHint } from './ask-hint.js';
import { Cancellation } from './cancellation.js';
import { RequestContext, type RequestFacts } from './request-context.js';

/** Under 2026, unless a test says otherwise. */
function contextOf(facts: Partial<RequestFacts> = {}): RequestContext {
  const exchange = new MemoryExchange({}, () => undefined);
  const cancellation = new Cancellation();
  const client = { capabilities: {} };
  const given = { exchange, cancellation, client, meta: undefined, revision: '2026-07-28', round: {}, ...facts };
  return new RequestContext(given, () => undefined);
}

const OLD = { revision: '2025-11-25', round: undefined } as const;

type Handler = (context: never) => unknown;

/** What becomes of what a handler throws. */
function told(handler: Handler, facts?: Partial<RequestFacts>): { readonly thrown: unknown; readonly error: Error } {
  const context = contextOf(facts);
  try {
    handler(context as never);
  } catch (thrown) {
    return { thrown, error: withAskHint(thrown, context) as Error };
  }
  return expect.fail('the handler does not throw');
}

type Ways = Record<'elicit' | 'elicitUrl' | 'sample' | 'listRoots', () => void>;

describe('a handler that asks where it can not', () => {
  it.each<[string, string, Handler]>([
    ['by its name', 'elicit', ({ elicit }: Ways) => elicit()],
    ['of the context', 'elicitUrl', (context: Ways) => context.elicitUrl()],
    ['under another name', 'sample', ({ sample: e }: Ways) => e()],
    ['by one of its members', 'listRoots', ({ listRoots: e }: Ways) => e.call(undefined)],
    ['by one of several', 'elicit, elicitUrl', ({ elicit: e, elicitUrl: f }: Ways) => [e, f].map((ask) => ask())],
    ['that it has looked for twice', 'elicit', (context: Ways) => String(context.elicit) && context.elicit()],
  ])('Q-62 is told which way is not there, and of another: a way %s', (_how, ways, handler) => {
    const { thrown, error } = told(handler);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(
      `${(thrown as Error).message}: this client can't be asked by ${ways} in the middle of its request (2026-07-28); dialogue(…) asks under this revision as well`,
    );
    expect(error.cause).toBe(thrown);
  });

  it.each<[string, Partial<RequestFacts>, string]>([
    ['what the client lacks', {}, ': it lacks elicitation.url; with requires a client that does is refused before'],
    ['why nobody can', { unaskable: 'it does not listen' }, ': it does not listen'],
    ['no reason where there is none to know', { client: { capabilities: { elicitation: { url: {} } } } }, ''],
  ])('Q-50, Q-62 is told %s, where clients are asked in the middle of a request', (_what, facts, reason) => {
    const { error } = told(({ elicitUrl: visit }: Ways) => visit(), { ...OLD, ...facts });
    expect(error.message).toContain(`by elicitUrl in the middle of its request (2025-11-25)${reason}`);
    expect(error.message).not.toContain('dialogue');
    if (reason === '') expect(error.message).toMatch(/\)$/);
  });
});

it.each<[string, Handler, Partial<RequestFacts>?]>([
  ['of what is not there, where it wanted no way to ask', () => (undefined as unknown as () => void)()],
  [
    'that names a way which is there',
    () => {
      throw new TypeError('context.listRoots is not a function');
    },
    { ...OLD, asking: { listRoots: async () => [] } },
  ],
  ['of another kind', ({ elicit }: Ways) => new URL(elicit === undefined ? 'nowhere' : 'a:b')],
  [
    'that is no TypeError',
    ({ elicit }: Ways) => {
      throw new Error(`${String(elicit)} is not a function`);
    },
  ],
])('leaves an error alone %s', (_what, handler, facts) => {
  const { thrown, error } = told(handler, facts);
  expect(error).toBe(thrown);
});

it('leaves alone what is no error, and what only sounds like a way', () => {
  const context = contextOf();
  for (const thrown of ['elicit is not a function', undefined, new TypeError('resample is not a function')]) {
    expect(withAskHint(thrown, context)).toBe(thrown);
  }
});
