// Nothing is known from an earlier request (basic/index#statelessness).
import {
  type Application,
  type CallContext,
  createHandler,
  type JsonObject,
  type ServerHandler,
  silentLogger,
} from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { META } from '../src/meta.js';
import { spec20260728 } from '../src/spec.js';
import { httpFor, modernRequest, pipe, send } from './ask.js';
import { stdioExchange } from './fake-exchange.js';

/** What its caller may do is offered; nothing else counts. */
const application: Application = {
  tools: ({ caller }) =>
    ['read', 'write']
      .filter((name) => name === 'read' || caller?.scopes.includes(name))
      .map((name) => ({ name, run: () => name })),
  prompts: ({ caller }) => (caller?.scopes.includes('write') ? [{ name: 'p', run: () => ({ messages: [] }) }] : []),
  resources: ({ caller }) =>
    caller?.scopes.includes('write') ? [{ uri: 'a:1', name: 'one', read: () => 'secret' }] : [],
};

function start(parts: Application = application): Promise<ServerHandler> {
  return createHandler('stateless', parts, { spec: spec20260728, logger: silentLogger });
}

const as = (...scopes: readonly string[]) => Object.assign(stdioExchange(), { caller: { scopes } });

describe('a server without state', () => {
  it('B-17, B-21, TL-03, PR-02, RS-02 lists the same on every connection, whatever was asked before', async () => {
    const handler = await start();
    const lists = ['tools/list', 'prompts/list', 'resources/list'];
    const fresh = await Promise.all(lists.map((method) => send(handler, modernRequest(method))));
    const peer = {};
    for (const method of ['server/discover', 'tools/call', 'prompts/list']) {
      await send(handler, modernRequest(method, { name: 'read' }), stdioExchange({ peer }));
    }
    for (const [index, method] of lists.entries()) {
      expect((await send(handler, modernRequest(method), stdioExchange({ peer }))).result).toEqual(
        fresh[index]?.result,
      );
    }
    const another = await start();
    expect((await pipe(another, modernRequest('tools/list'))).result).toEqual(fresh[0]?.result);
  });

  it('TL-04, PR-02, RS-02, RS-16 lists and serves by what the caller of this very request may do', async () => {
    const handler = await start();
    const offered = async (exchange = stdioExchange()) => {
      const { result } = await send(handler, modernRequest('tools/list'), exchange);
      return ((result?.tools ?? []) as readonly JsonObject[]).map(({ name }) => name);
    };
    expect(await offered(as('write'))).toEqual(['read', 'write']);
    expect(await offered()).toEqual(['read']);
    const read = modernRequest('resources/read', { uri: 'a:1' });
    expect((await send(handler, read, as('write'))).result).toMatchObject({ contents: [{ text: 'secret' }] });
    expect((await send(handler, read, as())).error?.code).toBe(-32602);
    const call = modernRequest('tools/call', { name: 'write' });
    expect((await send(handler, call, as('write'))).result).toMatchObject({ content: [{ text: 'write' }] });
    expect((await send(handler, call, as())).error?.code).toBe(-32602);
  });

  it('M-09 does the same for whoever a client says it is', async () => {
    const handler = await start();
    const answers = [];
    for (const info of [undefined, { name: 'trusted', version: '9' }, { name: '', version: '' }, 'rubbish', null]) {
      const meta = { [META.clientInfo]: info } as JsonObject;
      answers.push(await send(handler, modernRequest('tools/list', {}, meta)));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('B-19, S-05 serves interleaved requests of one client, and answers as they are done', async () => {
    const waiting = new Map<string, () => void>();
    const handler = await start({
      tools: () => [
        {
          name: 'wait',
          input: { type: 'object', properties: { for: { type: 'string' } } },
          run: ({ for: name }: { for: string }) => new Promise((resolve) => waiting.set(name, () => resolve(name))),
        },
      ],
    });
    const peer = {};
    const order: unknown[] = [];
    const call = async (name: string, id: number): Promise<void> => {
      const request = modernRequest('tools/call', { name: 'wait', arguments: { for: name } }, {}, id);
      const { id: answered, result } = await send(handler, request, stdioExchange({ peer }));
      order.push([answered, result?.content]);
    };
    const calls = [call('a', 1), call('b', 2)];
    await expect.poll(() => waiting.size).toBe(2);
    waiting.get('b')?.();
    await calls[1];
    waiting.get('a')?.();
    await Promise.all(calls);
    expect(order).toEqual([
      [2, [{ type: 'text', text: 'b' }]],
      [1, [{ type: 'text', text: 'a' }]],
    ]);
  });

  it('B-18, Z-02, Z-03 what spans requests is named by the client each time, and of no use to another caller', async () => {
    const parts: Application = { tools: () => [1, 2].map((id) => ({ name: `t${id}`, run: () => 'x' })) };
    const options = { spec: spec20260728, logger: silentLogger, pageSize: 1 };
    const handler = await createHandler('paged', parts, options);
    const ask = (cursor: string | undefined, subject: string) =>
      send(
        handler,
        modernRequest('tools/list', cursor === undefined ? {} : { cursor }),
        Object.assign(stdioExchange(), { caller: { subject, scopes: [] } }),
      );
    const { result } = await ask(undefined, 'ann');
    const cursor = result?.nextCursor as string;
    expect((await ask(cursor, 'ann')).result).toMatchObject({ tools: [{ name: 't2' }] });
    expect((await ask(cursor, 'bob')).error?.code).toBe(-32602);
    expect(cursor).not.toContain('t2');
  });

  it.each(['HTTP', 'stdio'])(
    'M-06 takes {} for no capability at all, and none from another request of the same client, over %s',
    async (transport) => {
      const seen: unknown[] = [];
      const run = (_args: object, { client }: CallContext): string => {
        seen.push(client.capabilities);
        return 'done';
      };
      const handler = await start({
        tools: () => [
          { name: 'free', run },
          { name: 'models', requires: { sampling: {} }, run },
          { name: 'pages', requires: { elicitation: { url: {} } }, run },
        ],
      });
      const peer = {};
      const call = async (name: string, capabilities: JsonObject): Promise<unknown> => {
        const request = modernRequest('tools/call', { name }, { [META.clientCapabilities]: capabilities });
        const exchange = transport === 'HTTP' ? httpFor(request) : stdioExchange({ peer });
        const { result, error } = await send(handler, request, exchange);
        return error === undefined ? result?.content : [error.code, error.data];
      };
      const done = [{ type: 'text', text: 'done' }];
      const lacks = (requiredCapabilities: JsonObject): unknown => [-32021, { requiredCapabilities }];
      expect(await call('models', {})).toEqual(lacks({ sampling: {} }));
      expect(await call('models', { sampling: {} })).toEqual(done);
      // What was declared a moment ago is forgotten, and so is that something was not.
      expect(await call('models', {})).toEqual(lacks({ sampling: {} }));
      expect(await call('models', { elicitation: { url: {} } })).toEqual(lacks({ sampling: {} }));
      expect(await call('pages', { elicitation: { url: {} } })).toEqual(done);
      expect(await call('pages', { elicitation: {} })).toEqual(lacks({ elicitation: { url: {} } }));
      expect(await call('pages', {})).toEqual(lacks({ elicitation: { url: {} } }));
      expect(await call('free', {})).toEqual(done);
      expect(seen).toEqual([{ sampling: {} }, { elicitation: { url: {} } }, {}]);
    },
  );
});
