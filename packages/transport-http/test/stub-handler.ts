import {
  type Awaitable,
  accepted,
  type Exchange,
  ended,
  failure,
  type HttpMethod,
  type ItemsControl,
  isRequest,
  type JsonObject,
  type JsonRpcMessage,
  type JsonRpcRequest,
  JsonText,
  type Logger,
  notification,
  type Outcome,
  refusedOutcome,
  type ServerHandler,
  type Standing,
  success,
} from '@polyspec/core';

/** A logger that keeps what it is told. */
export class KeptLog implements Logger {
  readonly lines: { level: string; fields: object; message: string | undefined }[] = [];
  /** Whether it fails at whatever it is told. */
  broken = false;
  debug = this.#keep('debug');
  info = this.#keep('info');
  warn = this.#keep('warn');
  error = this.#keep('error');

  /** The messages of one level. */
  of(level: string): (string | undefined)[] {
    return this.lines.filter((line) => line.level === level).map((line) => line.message);
  }

  #keep(level: string): (fields: object, message?: string) => void {
    return (fields, message) => {
      this.lines.push({ level, fields, message });
      if (this.broken) throw new Error('the disk is full');
    };
  }
}

type Method = (params: JsonObject, exchange: Exchange, request: JsonRpcRequest) => Awaitable<Outcome>;

/** Of an application that offers nothing. */
const NOTHING: ItemsControl<object, object> = {
  add: () => undefined,
  remove: () => false,
  enable: () => false,
  disable: () => false,
  has: () => false,
};

/** A spec of no protocol at all: its methods do to a transport whatever a spec may do. */
export class StubHandler implements ServerHandler {
  readonly name = 'stub';
  graceMs = 1000;
  readonly logger: KeptLog = new KeptLog();
  readonly notifications: string[] = [];
  readonly responses: JsonRpcMessage[] = [];
  /** What happened, in order. */
  readonly events: string[] = [];
  served: readonly HttpMethod[] = ['POST'];
  last: Exchange | undefined;
  /** How many messages have come. */
  seen = 0;
  readonly tools = NOTHING;
  readonly prompts = NOTHING;
  readonly resources = NOTHING;
  readonly resourceTemplates = NOTHING;
  /** Whether what is opened stands without a promise. */
  stands = false;
  /** The exchanges that stand without a promise. */
  readonly standing = new Set<Exchange>();
  readonly #outcome: Standing = {
    type: 'standing',
    gone: (exchange) => {
      this.standing.delete(exchange);
      this.events.push('left');
    },
  };
  readonly #closeListeners: (() => void)[] = [];
  readonly #ending = new Set<() => void>();
  readonly #methods: Readonly<Record<string, Method>> = {
    echo: (params, _exchange, { id }) => respond(id, params),
    later: async ({ ms, ...params }, _exchange, { id }) => {
      await sleep(Number(ms));
      return respond(id, params);
    },
    watched: async ({ ms }, exchange, { id }) => {
      const { disconnected } = exchange;
      await sleep(Number(ms));
      return respond(id, { aborted: disconnected.aborted });
    },
    facts: ({ names }, exchange, { id }) =>
      respond(id, {
        method: exchange.http?.method,
        canStream: exchange.canStream,
        caller: exchange.caller?.subject,
        headers: Object.fromEntries((names as string[]).map((name) => [name, exchange.http?.header(name) ?? null])),
        counts: Object.fromEntries((names as string[]).map((name) => [name, exchange.http?.count(name) ?? 0])),
      }),
    progress: async ({ count }, exchange, { id }) => {
      const sent: boolean[] = [];
      for (let step = 1; step <= Number(count); step += 1) {
        sent.push(exchange.send(notification('progress', { step })));
        await sleep(5);
      }
      return respond(id, { sent });
    },
    flood: async ({ count, size, key }, exchange, { id }) => {
      const text = 'x'.repeat(Number(size));
      let taken = 0;
      for (let step = 1; step <= Number(count); step += 1) {
        if (exchange.send(notification('flood', { step, text }), key as string | undefined)) taken += 1;
      }
      return respond(id, { taken });
    },
    listen: (_params, exchange, { id }) => this.#stand(exchange, () => respond(id, { done: true })),
    stand: (_params, exchange) => this.#standFor(exchange),
    suspend: ({ retryMs }, exchange, { id }) => {
      exchange.suspend(Number(retryMs));
      const sent = exchange.send(notification('late'));
      this.events.push(`sent ${sent}, gone ${exchange.gone}, aborted ${exchange.disconnected.aborted}`);
      return respond(id, { lost: true });
    },
    suspendAndGoOn: (_params, exchange) => {
      exchange.suspend(10);
      return new Promise(() => undefined);
    },
    events: ({ prime, retryMs, ids, eventId }, exchange, { id }) => {
      exchange.stream({
        ...(typeof prime === 'string' && { prime }),
        ...(typeof retryMs === 'number' && { retryMs }),
      });
      for (const each of ids as string[]) exchange.send(new JsonText('{"text":"as it is"}'), undefined, each);
      return { ...respond(id, {}), eventId: eventId as string };
    },
    opened: async ({ ms }, exchange, { id }) => {
      exchange.opener = {
        openStream: () => {
          this.events.push('opening');
          exchange.stream({ prime: 'p' });
        },
      };
      await sleep(Number(ms));
      return { ...respond(id, {}), eventId: 'last' };
    },
    primed: (_params, exchange, { id }) => {
      exchange.stream({ prime: 'p' });
      return this.#stand(exchange, () => respond(id, {}));
    },
    floodEvents: ({ count, size }, exchange, { id }) => {
      const text = new JsonText(JSON.stringify('x'.repeat(Number(size))));
      let taken = 0;
      while (taken < Number(count) && exchange.send(text, undefined, `event-${taken}`)) taken += 1;
      this.events.push(`taken ${taken}, gone ${exchange.gone}`);
      return respond(id, { taken });
    },
    status: ({ status, headers }, _exchange, { id }) => ({
      type: 'response',
      status: status as number,
      headers: headers as Record<string, string>,
      response: failure(id, -32001, 'As you wish'),
    }),
    after: (_params, _exchange, { id }) => ({
      type: 'response',
      response: success(id, { first: true }),
      after: [notification('second'), notification('third')],
    }),
    refuse: () => ({ type: 'refused', status: 403, headers: { 'www-authenticate': 'Stub' }, body: { error: 'no' } }),
    refuseLate: (_params, exchange) => {
      exchange.send(notification('early'));
      return { type: 'refused', status: 403 };
    },
    end: () => ended,
    authorize: async (_params, exchange, request) => {
      const refusal = await exchange.authorize?.({ method: 'authorize', name: 'x' });
      return refusal === undefined
        ? respond(request.id, { allowed: true })
        : refusedOutcome(refusal, request, exchange);
    },
    authorizeThenWait: async ({ ms }, exchange, { id }) => {
      await exchange.authorize?.({ method: 'authorizeThenWait' });
      await sleep(Number(ms));
      return respond(id, {});
    },
    throw: () => {
      throw new Error('secret of the inside');
    },
    reject: () => Promise.reject(new Error('secret of the inside')),
    bigint: (_params, _exchange, { id }) => respond(id, { value: 1n as unknown as number }),
    badHeader: ({ stream }, _exchange, { id }) => ({
      type: 'response',
      headers: { 'x-bad': 'a\nb' },
      response: success(id, {}),
      ...(stream === true && { after: [notification('second')] }),
    }),
    never: ({ stream }, exchange) => {
      if (stream === true) exchange.send(notification('early'));
      return new Promise(() => undefined);
    },
    untilClose: ({ ms, stream, size = 0 }, exchange, { id }) => {
      if (stream === true) exchange.send(notification('early'));
      return new Promise((resolve) => {
        const end = (): void => {
          this.#ending.delete(end);
          setTimeout(() => resolve(respond(id, { late: true, text: 'x'.repeat(Number(size)) })), Number(ms));
        };
        this.#ending.add(end);
      });
    },
    gone: (_params, exchange, { id }) => {
      const { disconnected } = exchange;
      this.events.push('started');
      return new Promise((resolve) => {
        disconnected.addEventListener('abort', () => {
          this.events.push('disconnected');
          resolve(respond(id, { late: true }));
        });
      });
    },
  };

  claims(): boolean {
    return true;
  }

  handle(message: JsonRpcMessage, exchange: Exchange): Awaitable<Outcome> {
    this.seen += 1;
    this.last = exchange;
    if (!isRequest(message)) {
      if ('method' in message) this.notifications.push(message.method);
      else this.responses.push(message);
      return 'method' in message && message.method === 'never' ? new Promise(() => undefined) : accepted;
    }
    const method = this.#methods[message.method];
    if (method === undefined) {
      return { type: 'response', status: 404, response: failure(message.id, -32601, 'Method not found') };
    }
    return method(message.params ?? {}, exchange, message);
  }

  open(exchange: Exchange): Awaitable<Outcome> {
    this.last = exchange;
    if (exchange.http?.method === 'DELETE') return { type: 'refused', status: 200 };
    return this.stands ? this.#standFor(exchange) : this.#stand(exchange, () => ended);
  }

  methods(): readonly HttpMethod[] {
    return this.served;
  }

  notify(): void {
    this.last?.send(notification('changed'));
  }

  onClose(listener: () => void): void {
    this.#closeListeners.push(listener);
  }

  async close(): Promise<void> {
    this.events.push('closed');
    for (const listener of this.#closeListeners) listener();
    for (const end of this.#ending) end();
  }

  #standFor(exchange: Exchange): Outcome {
    this.standing.add(exchange);
    return this.#outcome;
  }

  #stand(exchange: Exchange, outcome: () => Outcome): Promise<Outcome> {
    exchange.stream();
    this.events.push('standing');
    return new Promise((resolve) => {
      const end = (): void => {
        this.#ending.delete(end);
        resolve(outcome());
      };
      this.#ending.add(end);
      exchange.disconnected.addEventListener('abort', () => {
        this.events.push('disconnected');
        end();
      });
    });
  }
}

function respond(id: string | number, result: JsonObject): Outcome {
  return { type: 'response', response: success(id, result) };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
