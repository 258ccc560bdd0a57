// How specs and transports of one's own are added: behaviours of the reference library.
import { readFileSync } from 'node:fs';
import {
  type Application,
  accepted,
  type CallContext,
  createHandler,
  Dispatcher,
  type Exchange,
  encodeMessage,
  ended,
  isRequest,
  type JsonObject,
  type JsonRpcMessage,
  notification,
  type Outcome,
  request,
  type SpecProtocol,
  silentLogger,
  success,
  type TransportHost,
  type TransportProtocol,
} from '@polyspec/core';
import { MemoryExchange } from '@polyspec/core/testing';
import { type Method, methods20260728, modernSpec } from '@polyspec/spec-2026';
import { type FetchHandler, prepare, serve } from 'polyspec';
import { describe, expect, it } from 'vitest';
import { requestOf } from '../wire/messages.js';
import { send } from './http-handler.js';
import { run } from './stdio-run.js';

const application: Application = { tools: () => [{ name: 'hello', description: 'Greets.', run: () => 'Hello' }] };

/** Whatever a spec can decide, by the method that asks for it. */
const outcomes: Readonly<Record<string, (id: number, exchange: Exchange) => Outcome>> = {
  reply: (id) => ({ type: 'response', response: success(id, { said: 'reply' }) }),
  progress: (id, exchange) => {
    exchange.send(notification('progress', { step: 1 }));
    return { type: 'response', response: success(id, { said: 'done' }), after: [notification('afterwards')] };
  },
  accept: () => accepted,
  end: () => ended,
  refuse: () => ({ type: 'refused', status: 403, body: { error: 'no' } }),
};

/** A spec of no protocol, whose every member is looked at. */
function deciding(): SpecProtocol & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    revisions: ['2031-01-01'],
    attach: (runtime, { served }) => {
      calls.push(`attach ${runtime.server.name} ${served.join()}`);
      return {
        claims: () => true,
        methods: () => ['POST'],
        handle: (message, exchange) => {
          if (!isRequest(message)) return accepted;
          return outcomes[message.method]?.(Number(message.id), exchange) ?? ended;
        },
        close: async (graceMs) => void calls.push(`close ${graceMs}`),
      };
    },
  };
}

describe('a spec', () => {
  it('EX-01, EX-04, EX-07 is an object that tells its revisions and makes a handler, which the facade takes by an option', async () => {
    const spec = deciding();
    const mcp = await prepare('own', application, { spec, graceMs: 5, logger: silentLogger });
    expect(mcp.handler.claims(request(1, 'reply'), new MemoryExchange({}, () => undefined))).toBe(true);
    await mcp.close();
    expect(spec.calls).toEqual(['attach own 2031-01-01', 'close 5']);
  });

  it('EX-08, HT-41, ST-18 decides, and its transport carries out: over HTTP', async () => {
    const mcp = await prepare('own', application, { spec: deciding(), logger: silentLogger });
    const handler: FetchHandler = mcp.fetchHandler();
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const ask = (method: string) =>
      send(handler, { headers, body: JSON.stringify(request(1, method)), isForeign: true });
    expect(await ask('reply')).toMatchObject({ status: 200, messages: [{ id: 1, result: { said: 'reply' } }] });
    expect(await ask('progress')).toMatchObject({
      messages: [{ method: 'progress' }, { id: 1, result: { said: 'done' } }, { method: 'afterwards' }],
    });
    expect(await ask('accept')).toMatchObject({ status: 202, text: '' });
    expect(await ask('end')).toMatchObject({ status: 202, text: '' });
    expect(await ask('refuse')).toMatchObject({ status: 403, text: '{"error":"no"}' });
    await mcp.close();
  });

  it('EX-08, ST-18 decides, and its transport carries out: over stdio', async () => {
    const asked = Object.keys(outcomes).map((method, index) => request(index + 1, method));
    expect(await run(application, undefined, asked, { spec: deciding() })).toMatchObject([
      { id: 1, result: { said: 'reply' } },
      { method: 'progress' },
      { id: 2, result: { said: 'done' } },
      { method: 'afterwards' },
      { id: 5, error: { code: -32600 } },
    ]);
  });

  it('EX-10 takes the methods of another, one of them replaced and one added', async () => {
    const own: Method = {
      read: (params) => params,
      operation: () => ({ method: 'example/echo' }),
      run: (params) => params,
      render: (result, { renderer }) => renderer.complete({ echoed: (result as JsonObject).text ?? 'nothing' }),
    };
    const methods = { ...methods20260728, 'example/echo': own, 'tools/list': own };
    const handler = await createHandler('own', application, {
      spec: modernSpec({ revisions: ['2026-07-28'], methods }),
      logger: silentLogger,
    });
    const ask = async (method: string, params: JsonObject = {}): Promise<unknown> => {
      const message = requestOf('2026-07-28', 1, method, params) as JsonRpcMessage;
      const outcome = await handler.handle(message, new MemoryExchange({}, () => undefined));
      return outcome.type === 'response' ? JSON.parse(encodeMessage(outcome.response)) : outcome;
    };
    expect(await ask('example/echo', { text: 'hi' })).toMatchObject({ result: { echoed: 'hi' } });
    expect(await ask('tools/list')).toMatchObject({ result: { echoed: 'nothing' } });
    expect(await ask('tools/call', { name: 'hello' })).toMatchObject({ result: { content: [{ text: 'Hello' }] } });
  });

  it('EX-05 finds JSON-RPC apart from any protocol', async () => {
    const dispatcher = new Dispatcher<{ readonly who: string }>(
      { greet: (params, { who }) => ({ greeting: `${String(params.word)}, ${who}` }) },
      (thrown) => ({ code: -32603, message: String(thrown) }),
    );
    expect(await dispatcher.dispatch(request('a', 'greet', { word: 'Hello' }), { who: 'Ada' })).toEqual(
      success('a', { greeting: 'Hello, Ada' }),
    );
  });
});

describe('a transport', () => {
  it('EX-02, EX-04, EX-09, EX-11 is an object with a start, which gets the handler, its own options and what it must know', async () => {
    const started: { options: object; host: TransportHost }[] = [];
    const seen: CallContext[] = [];
    const watched: Application = {
      tools: () => [{ name: 'look', description: 'Looks.', run: (_args, context) => void seen.push(context) }],
    };
    const answers: unknown[] = [];
    const direct: TransportProtocol<{ readonly depth?: number }> = {
      name: 'direct',
      local: true,
      options: { depth: { accepts: (value) => typeof value === 'number', takes: 'a number' } },
      start: async (handler, options, host) => {
        started.push({ options, host });
        const message = requestOf('2026-07-28', 1, 'tools/call', { name: 'look' }) as JsonRpcMessage;
        answers.push(await handler.handle(message, new MemoryExchange({}, () => undefined)));
        let end: () => void = () => undefined;
        const closed = new Promise<void>((resolve) => {
          end = resolve;
        });
        return { address: 'direct:', closed, close: async () => end() };
      },
    };
    const server = await serve('own', watched, { transport: direct, depth: 3, graceMs: 9, logger: silentLogger });
    expect(server.address).toBe('direct:');
    expect(started).toMatchObject([{ options: { depth: 3 }, host: { name: 'own', graceMs: 9 } }]);
    expect(JSON.parse(JSON.stringify(answers))).toMatchObject([
      { type: 'response', response: { result: { content: [] } } },
    ]);
    // What an application sees is the same whoever carried the message.
    expect(seen.map(({ revision }) => revision)).toEqual(['2026-07-28']);
    await server.close();
  });
});

describe('the packages', () => {
  const manifest = (
    name: string,
  ): { dependencies?: Record<string, string>; devDependencies?: Record<string, string> } =>
    JSON.parse(readFileSync(new URL(`../../../../packages/${name}/package.json`, import.meta.url), 'utf8'));
  const ours = (name: string): readonly string[] =>
    Object.keys(manifest(name).dependencies ?? {}).filter((item) => item.startsWith('@polyspec/'));

  it('EX-03 share what all specs and transports need in one, on which each of them rests alone', () => {
    expect(ours('core')).toEqual([]);
    for (const name of ['spec-2025', 'spec-2026', 'transport-stdio', 'transport-http', 'oauth']) {
      expect(ours(name), name).toEqual(['@polyspec/core']);
    }
  });

  it('EX-05, EX-06 leave JSON-RPC and HTTP to libraries that do nothing else', () => {
    expect({ ...manifest('core').dependencies, ...manifest('core').devDependencies }).toHaveProperty('json-rpc-2\\.0');
    expect(manifest('transport-http').dependencies).toHaveProperty('fastify');
    for (const name of ['core', 'spec-2025', 'spec-2026', 'transport-stdio']) {
      expect(manifest(name).dependencies).not.toHaveProperty('fastify');
    }
  });
});
