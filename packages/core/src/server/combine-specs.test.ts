import { describe, expect, it } from 'vitest';
import { start } from '../../test/runtime.js';
import type { SpecHandler, SpecProtocol } from '../contract/spec.js';
import { notification, request, success } from '../jsonrpc/message.js';
import { MemoryExchange } from '../testing/memory-exchange.js';
import { combineSpecs } from './combine-specs.js';

/** A spec that claims what its predicate says, and answers with its name. */
function spec(
  name: string,
  revisions: readonly string[],
  claims: SpecHandler['claims'],
  closed: string[] = [],
): SpecProtocol {
  return {
    revisions,
    attach: (_runtime, { served }) => ({
      claims,
      handle: (message) => ({
        type: 'response',
        response: success('id' in message ? (message.id ?? 0) : 0, { name, served }),
      }),
      methods: () => ['POST'],
      close: async () => void closed.push(name),
    }),
  };
}

const exchange = new MemoryExchange({}, () => undefined);

async function attach(specs: readonly SpecProtocol[]): Promise<SpecHandler> {
  const combined = combineSpecs(specs);
  return combined.attach((await start({})).runtime, { served: combined.revisions });
}

describe('combineSpecs', () => {
  it('lists all revisions, newest first, each once', () => {
    const never = () => false;
    const combined = combineSpecs([
      spec('b', ['2025-11-25', '2025-06-18'], never),
      spec('a', ['2026-07-28', '2025-06-18'], never),
    ]);
    expect(combined.revisions).toEqual(['2026-07-28', '2025-11-25', '2025-06-18']);
  });

  it('gives a message to the first spec that claims it', async () => {
    const handler = await attach([
      spec('first', ['2'], (message) => message !== undefined && 'method' in message && message.method === 'mine'),
      spec('second', ['1'], () => true),
    ]);
    expect(await handler.handle(request(1, 'mine'), exchange)).toMatchObject({
      response: { result: { name: 'first', served: ['2', '1'] } },
    });
    expect(await handler.handle(request(1, 'other'), exchange)).toMatchObject({
      response: { result: { name: 'second' } },
    });
  });

  it('Q-11 answers a request that nobody claims with -32602 and the revisions served, and takes a notification silently', async () => {
    const handler = await attach([spec('a', ['2026-07-28'], () => false), spec('b', ['2025-11-25'], () => false)]);
    expect(await handler.handle(request('x', 'tools/list'), exchange)).toMatchObject({
      type: 'response',
      status: 400,
      response: { id: 'x', error: { code: -32602, data: { supported: ['2026-07-28', '2025-11-25'] } } },
    });
    expect(await handler.handle(notification('anything'), exchange)).toEqual({ type: 'accepted' });
  });

  it('Q-11 says how to begin: by naming a revision, or by the opening of those that have one', async () => {
    const opened = (name: string, revisions: readonly string[]): SpecProtocol => ({
      ...spec(name, revisions, () => false),
      client: () => ({
        opening: { method: 'hello', params: {} },
        params: (_method, params) => params,
        headers: () => ({}),
      }),
    });
    const named = (name: string, revision: string): SpecProtocol => spec(name, [revision], () => false);
    const textOf = async (...specs: readonly SpecProtocol[]): Promise<unknown> => {
      const outcome = await (await attach(specs)).handle(request(1, 'x'), exchange);
      return 'response' in outcome && 'error' in outcome.response && outcome.response.error.message;
    };
    const start = 'No protocol revision served here takes this request: ';
    expect(await textOf(named('a', '3'), opened('b', ['2', '1']))).toBe(
      `${start}name 3 in params._meta, or start with hello (2, 1)`,
    );
    expect(await textOf(named('a', '4'), named('b', '3'))).toBe(`${start}name 4 or 3 in params._meta`);
    expect(await textOf(opened('a', ['2']), opened('b', ['1']))).toBe(`${start}start with hello (2, 1)`);
  });

  it('Q-11, Q-46 names the header field that a request lacks which comes after the opening over HTTP', async () => {
    const opened: SpecProtocol = {
      ...spec('b', ['1'], () => false),
      client: () => ({
        opening: { method: 'hello', params: {} },
        params: (_method, params) => params,
        headers: () => ({ 'x-version': '1' }),
      }),
    };
    const handler = await attach([spec('a', ['2'], () => false), opened]);
    const over = (headers: Readonly<Record<string, string>>): MemoryExchange => {
      const http = { method: 'POST', header: (name: string) => headers[name], count: () => 0 } as const;
      return Object.assign(new MemoryExchange({}, () => undefined), { http });
    };
    const textOf = (given: MemoryExchange): unknown => {
      const outcome = handler.handle(request(1, 'x'), given) as { response: { error: { message: string } } };
      return outcome.response.error.message;
    };
    const start =
      'No protocol revision served here takes this request: name 2 in params._meta, or start with hello (1)';
    expect(textOf(over({}))).toBe(`${start}; after that, each has x-version, which is missing here`);
    expect(textOf(over({ 'x-version': '0' }))).toBe(start);
    expect(textOf(exchange)).toBe(start);
  });

  it('gives an answer that can’t be read to the spec that would have got it', async () => {
    const told: unknown[] = [];
    const asking = spec('asking', ['1'], (message) => message !== undefined && 'error' in message);
    const listening: SpecProtocol = {
      ...asking,
      attach: (...given) => ({ ...asking.attach(...given), misread: (...misread) => void told.push(misread) }),
    };
    const handler = await attach([spec('other', ['2'], (message) => message === undefined), listening]);
    await handler.misread?.('ask-1', 'result must be an object', exchange);
    expect(told).toEqual([['ask-1', 'result must be an object', exchange]]);
    const silent = await attach([spec('a', ['2'], () => true), listening]);
    expect(silent.misread?.('ask-1', 'result must be an object', exchange)).toBeUndefined();
  });

  it('a single spec stays as it is, and none is an error', () => {
    const only = spec('only', ['1'], () => true);
    expect(combineSpecs([only])).toBe(only);
    expect(() => combineSpecs([])).toThrow(TypeError);
  });

  it('closes all', async () => {
    const closed: string[] = [];
    await (await attach([spec('a', ['1'], () => true, closed), spec('b', ['2'], () => true, closed)])).close(0);
    expect(closed.sort()).toEqual(['a', 'b']);
  });

  it('closes all, also where one of them fails', async () => {
    const closed: string[] = [];
    const close: SpecHandler['close'] = () => {
      throw new Error('stuck');
    };
    const sound = spec('a', ['1'], () => true);
    const broken: SpecProtocol = { ...sound, attach: (...given) => ({ ...sound.attach(...given), close }) };
    const both = await attach([broken, spec('b', ['2'], () => true, closed)]);
    await expect(both.close(0)).rejects.toThrow('stuck');
    expect(closed).toEqual(['b']);
  });
});
