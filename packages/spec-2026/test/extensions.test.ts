// An extension as somebody else would write it: a method with a name, a result type of its own, settings, and a field of the
// filter of listen requests.
import {
  type Application,
  createHandler,
  type Extension,
  encodeMessage,
  type HandlerOptions,
  hasExtension,
  type JsonObject,
  type JsonRpcRequest,
  type ListenField,
  RequestError,
  type SendToStream,
  type ServerHandler,
  silentLogger,
  UserError,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { META } from '../src/meta.js';
import { methods20260728, spec20260728 } from '../src/spec.js';
import { type Answer, httpFor, modernRequest, onWire, pipe, send } from './ask.js';
import { type FakeExchange, stdioExchange } from './fake-exchange.js';
import { listen } from './listener.js';

const ID = 'com.example/notes';
const KNOWS = { [META.clientCapabilities]: { extensions: { [ID]: {} } } };

/** Notes in books. A call of a tool may be answered with a receipt at once, and its result is to be had by the receipt. */
class Notes implements Extension {
  readonly id = ID;
  readonly settings = { maxLength: 20 };
  readonly resultTypes = ['receipt'];
  readonly done = new Map<string, Promise<JsonObject>>();
  readonly #readers = new Map<string, Set<SendToStream>>();

  readonly methods: Extension['methods'] = {
    'notes/add': {
      nameParameter: 'book',
      run: ({ book, text }, { caller }) => {
        if (typeof text !== 'string') throw new RequestError('invalid-params', 'A note needs a text');
        for (const send of this.#readers.get(String(book)) ?? []) send('notifications/notes/added', { text });
        return { book, by: caller?.subject };
      },
    },
    'notes/result': { run: async ({ receipt }) => ({ result: (await this.done.get(String(receipt))) ?? null }) },
    'notes/break': { run: () => Promise.reject(new Error('the shelf fell')) },
    'notes/odd': { run: () => ({ resultType: 'odd' }) },
    'notes/ask': { run: () => ({ resultType: 'input_required', requestState: 'x' }) },
    'notes/kept': { run: () => ({ ttlMs: 5, cacheScope: 'public' }) },
    'notes/nothing': { run: () => undefined as never },
    'notes/receipt': { run: () => ({ resultType: 'receipt', receipt: '0', _meta: { 'com.example/own': 1 } }) },
  };

  readonly listenFields: Extension['listenFields'] = {
    books: {
      accept: (wanted) => {
        if (!Array.isArray(wanted)) throw new RequestError('invalid-params', 'books must be an array');
        const known = wanted.filter((book) => book !== 'lost');
        return known.length === 0 ? undefined : known;
      },
      listen: (books, send) => {
        send('notifications/notes/open', { books, _meta: { 'com.example/own': 1 } });
        for (const book of books as readonly string[]) this.#readersOf(book).add(send);
        return () => {
          for (const book of books as readonly string[]) this.#readersOf(book).delete(send);
        };
      },
    },
  };

  async wrap({ method, params }: Parameters<NonNullable<Extension['wrap']>>[0], next: () => Promise<JsonObject>) {
    if (method !== 'tools/call' || params.later !== true) return next();
    const receipt = String(this.done.size + 1);
    this.done.set(receipt, next());
    return { resultType: 'receipt', receipt };
  }

  readersOf(book: string): number {
    return this.#readersOf(book).size;
  }

  #readersOf(book: string): Set<SendToStream> {
    const readers = this.#readers.get(book) ?? new Set();
    this.#readers.set(book, readers);
    return readers;
  }
}

const application: Application = {
  tools: () => [
    { name: 'f', run: () => 'done' },
    { name: 'fail', run: () => Promise.reject(new UserError('no')) },
    { name: 'needs', requires: { extensions: { [ID]: {} } }, run: () => 'fine' },
  ],
};

function start(extensions: readonly Extension[], options: Partial<HandlerOptions> = {}): Promise<ServerHandler> {
  return createHandler('library', application, {
    logger: silentLogger,
    changeDebounceMs: 0,
    ...options,
    extensions,
    spec: spec20260728,
  });
}

/** Over HTTP, with the header field that a client which knows the extension sends. */
function named(message: JsonRpcRequest): FakeExchange {
  const book = message.params?.book;
  return httpFor(message, typeof book === 'string' ? { 'Mcp-Name': book } : {});
}

/** Answers of types that the official schema does not know. */
async function ask(handler: ServerHandler, method: string, params: JsonObject, meta: JsonObject = KNOWS) {
  const message = modernRequest(method, params, meta);
  const outcome = await handler.handle(message, named(message));
  if (outcome.type !== 'response') throw new TypeError(outcome.type);
  return { status: outcome.status ?? 200, ...(JSON.parse(encodeMessage(outcome.response)) as Omit<Answer, 'status'>) };
}

describe('an extension', () => {
  it('V-08, V-10 is advertised with its settings, and only where the server was given it', async () => {
    const { result } = await send(await start([new Notes()]), modernRequest('server/discover'));
    expect(result?.capabilities).toMatchObject({ extensions: { [ID]: { maxLength: 20 } } });
    const bare = await send(await start([]), modernRequest('server/discover'));
    expect(bare.result?.capabilities).not.toHaveProperty('extensions');
  });

  it('adds methods, whose results are complete unless they say otherwise, and have the server’s identity', async () => {
    const handler = await start([new Notes()]);
    const request = modernRequest('notes/add', { book: 'a', text: 'x' }, KNOWS);
    const answer = await send(handler, request, named(request));
    const identity = { [META.serverInfo]: expect.objectContaining({ name: 'library' }) };
    expect(answer.result).toEqual({ resultType: 'complete', book: 'a', _meta: identity });
    expect((await ask(handler, 'notes/receipt', {})).result).toEqual({
      resultType: 'receipt',
      receipt: '0',
      _meta: { 'com.example/own': 1, ...identity },
    });
  });

  it('V-09, TK-21 has its methods refused to a client that does not declare it: 400 with -32021', async () => {
    const handler = await start([new Notes()]);
    for (const capabilities of [{}, { extensions: {} }, { extensions: { [ID]: true } }]) {
      const request = modernRequest('notes/add', { book: 'a', text: 'x' }, { [META.clientCapabilities]: capabilities });
      expect(await send(handler, request, named(request))).toMatchObject({
        status: 400,
        error: { code: -32021, data: { requiredCapabilities: { extensions: { [ID]: {} } } } },
      });
    }
  });

  it('is unknown where the server does not have it: 404 with -32601', async () => {
    expect(await send(await start([]), modernRequest('notes/add', { book: 'a' }, KNOWS))).toMatchObject({
      status: 404,
      error: { code: -32601 },
    });
  });

  it('H-15 has the header field Mcp-Name compared with the parameter that names what a request is about', async () => {
    const handler = await start([new Notes()]);
    const request = modernRequest('notes/add', { book: 'ä', text: 'x' }, KNOWS);
    const withName = (name: string | undefined) => send(handler, request, httpFor(request, { 'Mcp-Name': name }));
    expect((await withName('=?base64?w6Q=?=')).result).toBeDefined();
    expect((await withName('a')).error?.code).toBe(-32020);
    expect((await withName(undefined)).error?.code).toBe(-32020);
    const nameless = modernRequest('notes/add', { text: 'x' }, KNOWS);
    expect((await pipe(handler, nameless)).error).toMatchObject({ code: -32602, message: 'Missing book' });
  });

  it('has its methods asked about at the guard by their names', async () => {
    const handler = await start([new Notes()]);
    const asked: unknown[] = [];
    const authorize = (operation: object): undefined => {
      asked.push(operation);
      return undefined;
    };
    await send(handler, modernRequest('notes/add', { book: 'a', text: 'x' }, KNOWS), stdioExchange({ authorize }));
    await send(handler, modernRequest('notes/result', { receipt: '9' }, KNOWS), stdioExchange({ authorize }));
    expect(asked).toEqual([{ method: 'notes/add', name: 'a' }, { method: 'notes/result' }]);
  });

  it('fails as handlers do: errors of the protocol as they are, others hidden', async () => {
    const handler = await start([new Notes()], { exposeErrors: false });
    expect((await ask(handler, 'notes/add', { book: 'a' })).error).toEqual({
      code: -32602,
      message: 'A note needs a text',
    });
    expect((await ask(handler, 'notes/break', {})).error).toMatchObject({
      code: -32603,
      message: expect.not.stringContaining('shelf'),
    });
  });

  it('B-08 may give no type of results that it does not add, and nothing but objects', async () => {
    const logger = { ...silentLogger, error: vi.fn() };
    const handler = await start([new Notes()], { exposeErrors: true, logger });
    expect((await ask(handler, 'notes/odd', {})).error).toEqual({
      code: -32603,
      message: `The extension ${ID} gave a result of the type "odd" for notes/odd, which it does not add`,
    });
    expect((await ask(handler, 'notes/nothing', {})).error?.code).toBe(-32603);
  });

  it('R-02 may not ask for input in a result of its own methods', async () => {
    const handler = await start([new Notes()], { exposeErrors: true });
    expect((await ask(handler, 'notes/ask', {})).error).toEqual({
      code: -32603,
      message: `The extension ${ID} gave a result of the type "input_required" for notes/ask, which can't have one`,
    });
  });

  it('says by itself how long results of its own methods may be kept', async () => {
    const { result } = await ask(await start([new Notes()]), 'notes/kept', {});
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 5, cacheScope: 'public' });
  });
});

describe('an extension that wraps requests', () => {
  it('may answer with a result of its own type, and go on after the answer', async () => {
    const notes = new Notes();
    const handler = await start([notes]);
    const { result } = await ask(handler, 'tools/call', { name: 'f', later: true });
    expect(result).toMatchObject({ resultType: 'receipt', receipt: '1', _meta: { [META.serverInfo]: {} } });
    // What comes later is the result as this client would have got it.
    expect(await notes.done.get('1')).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text', text: 'done' }],
      _meta: { [META.serverInfo]: { name: 'library' } },
    });
  });

  it('lets results through as they are', async () => {
    const request = modernRequest('tools/call', { name: 'fail' }, KNOWS);
    const answers = [await send(await start([new Notes()]), request), await send(await start([]), request)];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.result).toMatchObject({ isError: true });
  });

  it('V-09, TK-03 is not there for a client that does not declare it', async () => {
    const notes = new Notes();
    const { result } = await ask(await start([notes]), 'tools/call', { name: 'f', later: true }, {});
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: 'done' }] });
    expect(notes.done.size).toBe(0);
  });

  it('TK-04 a tool may require it', async () => {
    const handler = await start([new Notes()]);
    expect(await ask(handler, 'tools/call', { name: 'needs' }, {})).toMatchObject({
      status: 400,
      error: { code: -32021, data: { requiredCapabilities: { extensions: { [ID]: {} } } } },
    });
    expect((await ask(handler, 'tools/call', { name: 'needs' })).result).toMatchObject({ content: [{ text: 'fine' }] });
  });

  it('stands in order with others, the first outermost, around every method of the protocol and none of its own', async () => {
    const steps: string[] = [];
    const wrapping = (id: string): Extension => ({
      id,
      ...(id === 'a/a' && { methods: { 'own/method': { run: () => ({}) } } }),
      wrap: async ({ method }, next) => {
        steps.push(`${id} ${method}`);
        const result = await next();
        steps.push(`${id} over`);
        return result;
      },
    });
    const handler = await start([wrapping('a/a'), wrapping('b/b'), wrapping('c/c')]);
    const knows = { [META.clientCapabilities]: { extensions: { 'a/a': {}, 'c/c': {} } } };
    await ask(handler, 'tools/list', {}, knows);
    await ask(handler, 'own/method', {}, knows);
    expect(steps).toEqual(['a/a tools/list', 'c/c tools/list', 'c/c over', 'a/a over']);
  });

  it('fails as handlers do, and sees errors of the protocol', async () => {
    const seen: unknown[] = [];
    const handler = await start(
      [
        {
          id: ID,
          wrap: async ({ params }, next) => {
            if (params.name === 'f') throw new Error('secret');
            return next().catch((thrown: unknown) => {
              seen.push(thrown);
              throw thrown;
            });
          },
        },
      ],
      { exposeErrors: false },
    );
    expect((await ask(handler, 'tools/call', { name: 'f' })).error?.message).not.toContain('secret');
    expect((await ask(handler, 'tools/call', { name: 'nope' })).error).toMatchObject({ code: -32602 });
    expect(seen).toEqual([expect.objectContaining({ reason: 'unknown-tool' })]);
  });

  it('may call next once', async () => {
    const twice: Extension = {
      id: ID,
      wrap: async (_request, next) => {
        await next();
        return next();
      },
    };
    const { error } = await ask(await start([twice], { exposeErrors: true }), 'tools/call', { name: 'f' });
    expect(error).toEqual({ code: -32603, message: `The extension ${ID} called next twice` });
  });

  it('may add to a result', async () => {
    const stamping: Extension = { id: ID, wrap: async (_request, next) => ({ ...(await next()), stamped: true }) };
    const { result } = await ask(await start([stamping]), 'tools/call', { name: 'f' });
    expect(result).toMatchObject({ resultType: 'complete', stamped: true, content: [{ text: 'done' }] });
  });

  it.each<[string, (result: JsonObject) => void]>([
    ['a member', (result) => Object.assign(result, { stamped: true })],
    ['what is in it', ({ content }) => (content as JsonObject[]).push({ type: 'text', text: 'more' })],
  ])('can not change a result in place, and is told so: %s', async (_what, change) => {
    const changing: Extension = {
      id: ID,
      wrap: async (_request, next) => {
        const result = await next();
        change(result);
        return result;
      },
    };
    const { error } = await ask(await start([changing], { exposeErrors: true }), 'tools/call', { name: 'f' });
    expect(error).toMatchObject({ code: -32603, message: expect.stringMatching(/not extensible/) });
  });

  const READ = { uri: 'a:1' };
  const METHODS: readonly (readonly [method: string, params: JsonObject, mayAsk: boolean, cacheable: boolean])[] = [
    ['server/discover', {}, false, true],
    ['tools/list', {}, false, true],
    ['prompts/list', {}, false, true],
    ['resources/list', {}, false, true],
    ['resources/templates/list', {}, false, true],
    ['resources/read', READ, true, true],
    ['tools/call', { name: 'f' }, true, false],
    ['prompts/get', { name: 'p' }, true, false],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } },
      false,
      false,
    ],
  ];
  const everything: Application = {
    ...application,
    prompts: () => [{ name: 'p', arguments: [{ name: 'a' }], run: () => 'x' }],
    resources: () => [{ ...READ, name: 'one', read: () => 'x' }],
    complete: () => [],
  };
  const wrapping = (wrap: NonNullable<Extension['wrap']>) =>
    createHandler('library', everything, {
      spec: spec20260728,
      logger: silentLogger,
      exposeErrors: true,
      cacheTtl: 7000,
      cacheScope: 'public',
      extensions: [{ id: ID, resultTypes: ['receipt'], wrap }],
    });

  it('covers all methods of this revision here but the one that only listens', () => {
    const others = Object.keys(methods20260728).filter((name) => !METHODS.some(([method]) => method === name));
    expect(others).toEqual(['subscriptions/listen']);
  });

  it.each(METHODS)(
    'R-02 may ask for input where the protocol has it, and nowhere else: %s',
    async (method, params, mayAsk) => {
      const handler = await wrapping(() => ({
        resultType: 'input_required',
        requestState: 'x',
        ttlMs: 5,
        cacheScope: 'public',
      }));
      const { result, error } = await ask(handler, method, params);
      if (mayAsk) {
        // without cache hints, whatever it says.
        expect(result).toEqual({ resultType: 'input_required', requestState: 'x', _meta: expect.anything() });
      } else {
        const message = `The extension ${ID} gave a result of the type "input_required" for ${method}, which can't have one`;
        expect(error).toEqual({ code: -32603, message });
      }
    },
  );

  it.each(METHODS.filter(([, , mayAsk]) => mayAsk))(
    'R-04, R-05, R-06, R-09 may ask only as the protocol has it: %s',
    async (method, params) => {
      const given = `The extension ${ID} gave a result of the type "input_required" for ${method}, whose `;
      const faults: readonly [JsonObject, string][] = [
        [{}, 'inputRequests and requestState are both missing'],
        [{ inputRequests: 'x', requestState: 'x' }, 'inputRequests is no object'],
        [{ requestState: 5 }, 'requestState is no string'],
        [
          { inputRequests: { a: { method: 'ping', params: {} } } },
          "inputRequests['a'] is no { method, params } of elicitation/create, sampling/createMessage, roots/list",
        ],
      ];
      for (const [members, fault] of faults) {
        const handler = await wrapping(() => ({ resultType: 'input_required', ...members }));
        const { error } = await ask(handler, method, params);
        expect(error).toEqual({ code: -32603, message: given + fault });
      }
    },
  );

  it('names the extension that made a result, and not those that pass it on', async () => {
    const ids = ['com.example/outer', 'com.example/maker', 'com.example/inner'];
    const handler = await createHandler('library', everything, {
      spec: spec20260728,
      logger: silentLogger,
      exposeErrors: true,
      extensions: ids.map((id) => ({
        id,
        wrap: async (_request, next) => {
          const result = await next();
          return id === 'com.example/maker' ? { resultType: 'odd' } : result;
        },
      })),
    });
    const capabilities = { extensions: Object.fromEntries(ids.map((id) => [id, {}])) };
    const { error } = await ask(handler, 'tools/call', { name: 'f' }, { [META.clientCapabilities]: capabilities });
    expect(error?.message).toBe(
      'The extension com.example/maker gave a result of the type "odd" for tools/call, which it does not add',
    );
  });

  it.each(METHODS)(
    'K-01, K-06 has its results say how long they may be kept where that belongs: %s',
    async (method, params, _mayAsk, cacheable) => {
      const hintsOf = async (change: (result: JsonObject) => JsonObject): Promise<unknown> => {
        const handler = await wrapping(async (_request, next) => change(await next()));
        const { result } = await ask(handler, method, params);
        expect(result).toMatchObject({ resultType: 'complete', stamped: true });
        return [result?.ttlMs, result?.cacheScope];
      };
      const none = [undefined, undefined];
      const lost = ({ ttlMs: _ttl, cacheScope: _scope, ...others }: JsonObject): JsonObject => ({
        ...others,
        stamped: true,
      });
      expect(await hintsOf((result) => ({ ...result, stamped: true }))).toEqual(cacheable ? [7000, 'public'] : none);
      expect(await hintsOf((result) => ({ ...result, stamped: true, ttlMs: 5, cacheScope: 'private' }))).toEqual(
        cacheable ? [5, 'private'] : none,
      );
      expect(await hintsOf(lost)).toEqual(cacheable ? [0, 'private'] : none);
      for (const unusable of [
        { ttlMs: -1 },
        { ttlMs: 1.5 },
        { ttlMs: '5' },
        { cacheScope: 'shared' },
        { cacheScope: null },
      ]) {
        expect(await hintsOf((result) => ({ ...result, stamped: true, ...unusable }))).toEqual(
          cacheable ? [0, 'private'] : none,
        );
      }
    },
  );

  it('says of results of its own types whatever it likes', async () => {
    const handler = await wrapping(() => ({ resultType: 'receipt', ttlMs: 'soon' }));
    for (const [method, params] of METHODS) {
      expect((await ask(handler, method, params)).result).toMatchObject({ resultType: 'receipt', ttlMs: 'soon' });
    }
  });

  it('hears that a request was cancelled', async () => {
    let failed: unknown;
    const handler = await start([
      {
        id: ID,
        wrap: (_request, next, { signal }) =>
          new Promise<JsonObject>((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              next().catch((thrown: unknown) => {
                failed = thrown;
                reject(thrown);
              });
            });
          }),
      },
    ]);
    const message = modernRequest('tools/call', { name: 'f' }, KNOWS);
    const exchange = httpFor(message);
    const outcome = handler.handle(message, exchange);
    exchange.disconnect();
    expect(await outcome).toEqual({ type: 'ended' });
    await vi.waitFor(() => expect(failed).toMatchObject({ name: 'AbortError' }));
  });
});

describe('a field of a listen request that an extension adds', () => {
  it('U-18 is acknowledged as accepted, and has its notifications with the id of the subscription', async () => {
    const notes = new Notes();
    const handler = await start([notes]);
    const filter = { books: ['a', 'lost', 'b'], toolsListChanged: true, unknown: 1 };
    const { exchange, outcome } = listen(handler, filter, { id: 7, meta: KNOWS });
    await vi.waitFor(() => expect(exchange.sent).toHaveLength(2));
    await pipe(handler, modernRequest('notes/add', { book: 'b', text: 'hello' }, KNOWS));
    await pipe(handler, modernRequest('notes/add', { book: 'c', text: 'nobody listens' }, KNOWS));
    handler.notify({ type: 'toolsListChanged' });
    const subscription = { [META.subscriptionId]: 7 };
    expect(exchange.sent.map((message) => 'method' in message && [message.method, message.params])).toEqual([
      [
        'notifications/subscriptions/acknowledged',
        { notifications: { toolsListChanged: true, books: ['a', 'b'] }, _meta: subscription },
      ],
      // Sent while it began, and so right after the acknowledgment (U-03).
      ['notifications/notes/open', { books: ['a', 'b'], _meta: { 'com.example/own': 1, ...subscription } }],
      ['notifications/notes/added', { text: 'hello', _meta: subscription }],
      ['notifications/tools/list_changed', { _meta: subscription }],
    ]);
    expect(notes.readersOf('b')).toBe(1);
    await handler.close();
    expect(onWire(await outcome, 'subscriptions/listen').id).toBe(7);
    expect(notes.readersOf('b')).toBe(0);
  });

  it('U-18 of which nothing is accepted is left out', async () => {
    const { exchange } = listen(await start([new Notes()]), { books: ['lost'] }, { meta: KNOWS });
    await vi.waitFor(() => expect(exchange.sent).toMatchObject([{ params: { notifications: {} } }]));
  });

  it('TK-23 is refused to a client that does not declare the extension', async () => {
    const { outcome } = listen(await start([new Notes()]), { books: ['a'] });
    expect(onWire(await outcome, 'subscriptions/listen')).toMatchObject({
      status: 400,
      error: { code: -32021, data: { requiredCapabilities: { extensions: { [ID]: {} } } } },
    });
  });

  it('may be refused by the extension', async () => {
    const { outcome, news } = listen(await start([new Notes()]), { books: 'a' }, { meta: KNOWS });
    expect(onWire(await outcome, 'subscriptions/listen').error).toMatchObject({ message: 'books must be an array' });
    expect(news()).toEqual([]);
  });

  it('ends with the stream when the client goes, and tells the extension that nothing is delivered any more', async () => {
    const notes = new Notes();
    const handler = await start([notes]);
    const { exchange } = listen(handler, { books: ['a'] }, { meta: KNOWS });
    await vi.waitFor(() => expect(notes.readersOf('a')).toBe(1));
    exchange.disconnect();
    expect(notes.readersOf('a')).toBe(0);
  });

  const withBooks = (books: Partial<ListenField>): Extension => ({
    id: ID,
    listenFields: { books: { accept: () => true, listen: () => () => undefined, ...books } },
  });

  it.each<[string, () => unknown]>([
    [
      'at once',
      () => {
        throw new Error('broken');
      },
    ],
    ['later', () => Promise.reject(new Error('broken'))],
  ])('harms nobody where the extension fails %s to end what it sends', async (_when, fail) => {
    const logger = { ...silentLogger, error: vi.fn() };
    const handler = await start([withBooks({ listen: () => fail as () => void })], { logger });
    const listeners = [1, 2].map((id) => listen(handler, { books: [] }, { meta: KNOWS, id }));
    await vi.waitFor(() => expect(listeners.map(({ exchange }) => exchange.sent.length)).toEqual([1, 1]));
    await handler.close();
    for (const { outcome } of listeners) expect(await outcome).toMatchObject({ type: 'response' });
    await vi.waitFor(() => expect(logger.error).toHaveBeenCalledTimes(2));
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['a promise', () => Promise.reject(new Error('broken'))],
  ])('fails where the extension gives %s in place of what ends it', async (_what, begin) => {
    const handler = await start([withBooks({ listen: begin as () => () => void })], { exposeErrors: true });
    const { outcome, news } = listen(handler, { books: [] }, { meta: KNOWS });
    expect(onWire(await outcome, 'subscriptions/listen').error?.message).toContain("listen() of the field 'books'");
    expect(news()).toEqual([]);
  });

  it('leaves nothing behind where what was accepted can’t be written', async () => {
    const stop = vi.fn();
    const handler = await start([withBooks({ accept: () => 1n as never, listen: () => stop })]);
    const message = modernRequest(
      'subscriptions/listen',
      { notifications: { books: [], toolsListChanged: true } },
      KNOWS,
    );
    const exchange = stdioExchange();
    const sent: string[] = [];
    exchange.send = (each) => sent.push(encodeMessage(each as JsonRpcRequest)) > 0;
    const outcome = await handler.handle(message, exchange);
    expect(outcome).toMatchObject({ type: 'response', response: { error: { code: -32603 } } });
    expect(stop).toHaveBeenCalledOnce();
    handler.notify({ type: 'toolsListChanged' });
    expect(sent).toEqual([]);
  });

  it('tells the extension at once that what it sends can’t be written', async () => {
    const books: Partial<ListenField> = {
      listen: (_accepted, send) => {
        expect(() => send('notifications/notes/open', { count: 1n as never })).toThrow(TypeError);
        return () => undefined;
      },
    };
    const { exchange } = listen(await start([withBooks(books)]), { books: [] }, { meta: KNOWS });
    await vi.waitFor(() => expect(exchange.sent).toHaveLength(1));
  });
});

it('an extension finds in the context whether the client has it, and with which settings', async () => {
  const seen: unknown[] = [];
  const looking: Application = {
    tools: () => [
      {
        name: 'look',
        run: (_args: object, { client }) => {
          seen.push(hasExtension(client, { id: ID }), client.capabilities.extensions?.[ID]);
          return 'x';
        },
      },
    ],
  };
  const handler = await createHandler('x', looking, { spec: spec20260728, logger: silentLogger });
  const meta = { [META.clientCapabilities]: { extensions: { [ID]: { pages: 2 } } } };
  await send(handler, modernRequest('tools/call', { name: 'look' }, meta));
  expect(seen).toEqual([true, { pages: 2 }]);
});
