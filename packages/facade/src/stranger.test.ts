import { PassThrough } from 'node:stream';
import {
  type Application,
  accepted,
  type Bus,
  Cancellation,
  CHANGES,
  type Exchange,
  ended,
  type HttpGuard,
  isNotification,
  isRequest,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type JsonValue,
  notification,
  type Outcome,
  type Refusal,
  type Runtime,
  refusedOutcome,
  request,
  type SpecHandler,
  type SpecProtocol,
  success,
  type TransportProtocol,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { serve } from './serve.js';

// Everything below is made from what @polyspec/core publishes, as somebody else would.

const application: Application = {
  tools: () => [{ name: 'greet', description: 'Greets.', run: () => 'Hello.' }],
};

/** A protocol of a stranger, with methods that use the hard parts of the contract. */
const strangeSpec: SpecProtocol = {
  revisions: ['2031-01-01'],
  attach: (runtime) => new StrangeHandler(runtime),
};

class StrangeHandler implements SpecHandler {
  readonly #runtime: Runtime;
  readonly #asked = new Map<string | number, (response: JsonRpcResponse) => void>();
  readonly #ends = new Set<() => void>();
  #lastAsked = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  claims(message: JsonRpcMessage | undefined): boolean {
    if (message === undefined) return false;
    if ('method' in message) return message.method.startsWith('strange/');
    return message.id !== undefined && this.#asked.has(message.id);
  }

  async handle(message: JsonRpcMessage, exchange: Exchange): Promise<Outcome> {
    if (isNotification(message)) return accepted;
    if (!isRequest(message)) {
      if (message.id !== undefined) this.#asked.get(message.id)?.(message);
      return accepted;
    }
    const refusal = await exchange.authorize?.({ method: message.method });
    if (refusal !== undefined) return refusedOutcome(refusal, message, exchange);
    const method = METHODS[message.method];
    const result = method === undefined ? { unknown: true } : await method(this, exchange, message);
    if (result === ended) return ended;
    const after = message.method === 'strange/call' ? [notification('strange/after', { of: message.id })] : [];
    return { type: 'response', response: success(message.id, result as JsonObject), after };
  }

  methods(): readonly ['POST'] {
    return ['POST'];
  }

  async close(): Promise<void> {
    for (const end of this.#ends) end();
  }

  async call(exchange: Exchange, message: JsonRpcRequest): Promise<JsonObject> {
    const context = this.#runtime.context({
      exchange,
      revision: '2031-01-01',
      client: { capabilities: {} },
      meta: undefined,
      cancellation: new Cancellation(),
    });
    return (await this.#runtime.callTool(String(message.params?.name), {}, context)) as unknown as JsonObject;
  }

  /** Asks the client in the middle of a request. */
  async ask(exchange: Exchange): Promise<JsonObject> {
    this.#lastAsked += 1;
    const id = `asked-${this.#lastAsked}`;
    const answer = new Promise<JsonRpcResponse>((resolve) => this.#asked.set(id, resolve));
    exchange.send(request(id, 'strange/question', { question: 'Who?' }));
    const response = await answer;
    this.#asked.delete(id);
    return { answer: ('result' in response ? response.result : null) as JsonValue };
  }

  /** A stream that stands until the client goes or the server closes. */
  async listen(exchange: Exchange): Promise<Outcome> {
    exchange.stream();
    const stop = this.#runtime.bus.subscribe(CHANGES, (event) => {
      exchange.send(notification('strange/changed', { event }), 'changed');
    });
    await new Promise<void>((resolve) => {
      exchange.disconnected.addEventListener('abort', () => resolve());
      this.#ends.add(resolve);
    });
    stop();
    return ended;
  }
}

type StrangeMethod = (
  handler: StrangeHandler,
  exchange: Exchange,
  message: JsonRpcRequest,
) => Promise<JsonObject | Outcome>;

const METHODS: Readonly<Record<string, StrangeMethod>> = {
  'strange/call': (handler, exchange, message) => handler.call(exchange, message),
  'strange/ask': (handler, exchange) => handler.ask(exchange),
  'strange/listen': (handler, exchange) => handler.listen(exchange),
  'strange/later': async (_handler, exchange) => {
    exchange.suspend(50);
    return { later: true };
  },
};

/** Both ends of a transport of a stranger: objects are handed over in memory. */
class Wire {
  readonly received: JsonRpcMessage[] = [];
  readonly suspended: number[] = [];
  readonly gone = new AbortController();
  handler: SpecHandler | undefined;
  guard: HttpGuard | undefined;

  async send(message: JsonRpcMessage): Promise<Outcome | undefined> {
    const outcome = await this.handler?.handle(message, this.#exchange());
    if (outcome?.type === 'response') this.received.push(outcome.response, ...(outcome.after ?? []));
    return outcome;
  }

  #exchange(): Exchange {
    const { guard } = this;
    return {
      peer: this,
      disconnected: this.gone.signal,
      canStream: true,
      caller: { scopes: [] },
      ...(guard?.authorize !== undefined && {
        authorize: (operation) => guard.authorize?.({ scopes: [] }, operation),
      }),
      stream: () => undefined,
      send: (message: JsonRpcNotification | JsonRpcRequest) => this.received.push(message) > 0,
      suspend: (retryMs) => void this.suspended.push(retryMs),
    };
  }
}

interface WireOptions {
  readonly wire: Wire;
}

const strangeTransport: TransportProtocol<WireOptions> = {
  name: 'wire',
  local: true,
  options: { wire: { accepts: (value) => value instanceof Wire, takes: 'a Wire' } },
  start: async (handler, { wire }) => {
    wire.handler = handler;
    let end = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      end = resolve;
    });
    const close = async (graceMs: number): Promise<void> => {
      await handler.close(graceMs);
      end();
    };
    return { address: 'wire', closed, close };
  },
};

const initialize = request(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
});

describe("a stranger's spec over a stranger's transport (EX-01, EX-02, EX-07 to EX-09)", () => {
  it('serves the application, and a notification comes right after the answer', async () => {
    const wire = new Wire();
    const server = await serve('strange', application, { spec: strangeSpec, transport: strangeTransport, wire });
    await wire.send(request(7, 'strange/call', { name: 'greet' }));
    expect(wire.received).toMatchObject([
      { id: 7, result: { content: [{ text: 'Hello.' }] } },
      { method: 'strange/after', params: { of: 7 } },
    ]);
    expect(server.address).toBe('wire');
    await server.close();
  });

  it('asks the client in the middle of a call', async () => {
    const wire = new Wire();
    const server = await serve('strange', application, { spec: strangeSpec, transport: strangeTransport, wire });
    const asking = wire.send(request(1, 'strange/ask'));
    await vi.waitFor(() => expect(wire.received).toHaveLength(1));
    const [question] = wire.received as [JsonRpcRequest];
    expect(question).toMatchObject({ method: 'strange/question', params: { question: 'Who?' } });
    await wire.send(success(question.id, { name: 'Ada' }));
    expect(await asking).toMatchObject({ type: 'response', response: { id: 1, result: { answer: { name: 'Ada' } } } });
    await server.close();
  });

  it('keeps a standing stream until the client goes', async () => {
    const wire = new Wire();
    const server = await serve('strange', application, { spec: strangeSpec, transport: strangeTransport, wire });
    const listening = wire.send(request(1, 'strange/listen'));
    await vi.waitFor(() => {
      server.notify({ type: 'toolsListChanged' });
      expect(wire.received).toContainEqual(notification('strange/changed', { event: { type: 'toolsListChanged' } }));
    });
    wire.gone.abort();
    expect(await listening).toEqual({ type: 'ended' });
    await server.close();
  });

  it('ends its standing streams when the server closes', async () => {
    const wire = new Wire();
    const server = await serve('strange', application, { spec: strangeSpec, transport: strangeTransport, wire });
    const listening = wire.send(request(1, 'strange/listen'));
    await new Promise((resolve) => setImmediate(resolve));
    await server.close();
    expect(await listening).toEqual({ type: 'ended' });
  });

  it('refuses single operations', async () => {
    const wire = new Wire();
    const refusal: Refusal = { status: 403, message: 'Not for you' };
    wire.guard = {
      authenticate: () => ({ caller: { scopes: [] } }),
      authorize: (_caller, { method }) => (method === 'strange/later' ? refusal : undefined),
    };
    const server = await serve('strange', application, { spec: strangeSpec, transport: strangeTransport, wire });
    await wire.send(request(1, 'strange/later'));
    await wire.send(request(2, 'strange/call', { name: 'greet' }));
    expect(wire.received).toMatchObject([{ id: 1, error: { message: 'Not for you' } }, { id: 2, result: {} }, {}]);
    await server.close();
  });

  it('suspends a stream', async () => {
    const wire = new Wire();
    const server = await serve('strange', application, { spec: strangeSpec, transport: strangeTransport, wire });
    await wire.send(request(1, 'strange/later'));
    expect(wire.suspended).toEqual([50]);
    await server.close();
  });

  it('has its options checked like all others', async () => {
    const options = { spec: strangeSpec, transport: strangeTransport, wire: 'copper' as never };
    await expect(serve('strange', application, options)).rejects.toThrow(`Option 'wire' must be a Wire; got "copper"`);
  });
});

describe("a stranger's spec beside ours", () => {
  it('serves both over stdio, in one process', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let text = '';
    output.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const server = await serve('strange', application, { spec: [strangeSpec, 'all'], input, output });
    const messages = [request(2, 'strange/call', { name: 'greet' }), initialize];
    input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    await vi.waitFor(() => expect(text.trim().split('\n')).toHaveLength(3));
    const answers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(answers).toContainEqual(
      expect.objectContaining({ id: 1, result: expect.objectContaining({ protocolVersion: '2025-11-25' }) }),
    );
    expect(answers).toContainEqual(expect.objectContaining({ method: 'strange/after' }));
    await server.close();
  });

  it('is refused by a guard over HTTP with the status that the guard gave, and answered otherwise', async () => {
    const guard: HttpGuard = {
      authenticate: () => ({ caller: { scopes: [] } }),
      authorize: (_caller, { method }) =>
        method === 'strange/later' ? { status: 403, message: 'Not for you' } : undefined,
    };
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = await serve('strange', application, { spec: strangeSpec, transport: 'http', port: 0, guard });
    const post = (message: JsonRpcMessage): Promise<Response> =>
      fetch(server.address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(message),
      });
    expect((await post(request(1, 'strange/later'))).status).toBe(403);
    const answer = await post(request(2, 'strange/call', { name: 'greet' }));
    expect(await answer.text()).toContain('Hello.');
    await server.close();
    stderr.mockRestore();
  });
});

describe("our specs over a stranger's transport", () => {
  it('are served as over any other', async () => {
    const wire = new Wire();
    const bus: Bus = { publish: () => undefined, subscribe: () => () => undefined };
    const server = await serve('strange', application, { transport: strangeTransport, wire, bus });
    await wire.send(initialize);
    expect(wire.received).toMatchObject([{ id: 1, result: { protocolVersion: '2025-11-25' } }]);
    await server.close();
  });
});
