import { createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Application, ServerControl } from '@polyspec/core';
import { ApplicationError, OptionError } from '@polyspec/core';
import { spec20251125 } from '@polyspec/spec-2025';
import { streamableHttp } from '@polyspec/transport-http';
import { stdio } from '@polyspec/transport-stdio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServeOptions } from './options.js';
import { serve } from './serve.js';
import type { SpecName } from './spec-choice.js';
import type { TransportName } from './transport-choice.js';

type Json = Record<string, unknown>;

const application: Application = {
  tools: () => [
    {
      name: 'add',
      description: 'Adds two numbers.',
      input: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
      run: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
    },
  ],
};

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** What a client of a revision says, message by message. */
interface Talk {
  readonly opening: readonly Json[];
  readonly call: Json;
}

const TALKS: Readonly<Record<'2025-06-18' | '2025-11-25' | '2026-07-28', Talk>> = {
  '2025-06-18': handshake('2025-06-18'),
  '2025-11-25': handshake('2025-11-25'),
  '2026-07-28': {
    opening: [{ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: META } }],
    call: {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'add', arguments: { a: 1, b: 2 }, _meta: META },
    },
  },
};

/** A conversation that begins with a handshake. */
function handshake(protocolVersion: string): Talk {
  const clientInfo = { name: 'test', version: '1.0.0' };
  return {
    opening: [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo } },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ],
    call: { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'add', arguments: { a: 1, b: 2 } } },
  };
}

/** Streams for a server, and what a client does with their other ends. */
class Pipes {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  #text = '';

  constructor() {
    this.output.setEncoding('utf8').on('data', (text: string) => {
      this.#text += text;
    });
  }

  send(...messages: readonly Json[]): void {
    for (const message of messages) this.input.write(`${JSON.stringify(message)}\n`);
  }

  get received(): Json[] {
    return this.#text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Json);
  }

  answer(id: number): Promise<Json> {
    return vi.waitFor(() => {
      const found = this.received.find((message) => message.id === id);
      if (found === undefined) throw new Error(`No answer to ${id} yet`);
      return found;
    });
  }
}

async function post(
  url: string,
  revision: string,
  message: Json,
  session: string | null = null,
): Promise<{ status: number; headers: Headers; json: () => Promise<Json> }> {
  const { method, params } = message as { method: string; params?: Json };
  const modern: Record<string, string> =
    revision === '2026-07-28'
      ? { 'mcp-method': method, ...(params?.name !== undefined && { 'mcp-name': String(params.name) }) }
      : {};
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(session !== null && { 'mcp-session-id': session }),
      ...modern,
    },
    body: JSON.stringify(message),
  });
  const { status, headers } = response;
  return { status, headers, json: async () => (await response.json()) as Json };
}

const SUM = { result: { structuredContent: { sum: 3 } } };
const sigterms = (): number => process.listenerCount('SIGTERM');

let stderr: string;
beforeEach(() => {
  stderr = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    stderr += String(chunk);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('serve', () => {
  it.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
    'serves all revisions over stdio by default, %s among them (mcp26_facade_defaults_01, FO-03, FO-04, ST-14)',
    async (revision) => {
      const pipes = new Pipes();
      const server = await serve('calculator', application, { input: pipes.input, output: pipes.output });
      const { opening, call } = TALKS[revision];
      pipes.send(...opening, call);
      expect(await pipes.answer(2)).toMatchObject(SUM);
      pipes.input.end();
      await server.closed;
      expect(server).toMatchObject({ name: 'calculator', address: 'stdio' });
    },
  );

  describe.each<SpecName>(['all', '2025-06-18', '2025-11-25', '2026-07-28'])('with the spec %s', (spec) => {
    const revision = spec === 'all' ? '2025-11-25' : spec;
    const { opening, call } = TALKS[revision];

    it.each<TransportName>(['stdio'])(
      'and %s: every pair is served (FO-05, stdio_facade_transport_option_01)',
      async (transport) => {
        const pipes = new Pipes();
        const server = await serve('calculator', application, {
          spec,
          transport,
          input: pipes.input,
          output: pipes.output,
        });
        pipes.send(...opening, call);
        expect(await pipes.answer(2)).toMatchObject(SUM);
        await server.close();
      },
    );

    it.each<TransportName>(['http', 'streamable-http'])('and %s: every pair is served (FO-05)', async (transport) => {
      const server = await serve('calculator', application, { spec, transport, port: 0 });
      let session: string | null = null;
      for (const message of opening) {
        const opened = await post(server.address, revision, message, session);
        expect(opened.status).toBeLessThan(300);
        session ??= opened.headers.get('mcp-session-id');
      }
      expect(session === null).toBe(revision === '2026-07-28');
      expect(await (await post(server.address, revision, call, session)).json()).toMatchObject(SUM);
      await server.close();
    });
  });

  it('takes transports and specs as objects, with their options beside those of the server (EX-04)', async () => {
    const server = await serve('calculator', application, {
      spec: spec20251125,
      transport: streamableHttp,
      port: 0,
      path: '/rpc',
    });
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/rpc$/);
    await server.close();
    const pipes = new Pipes();
    const other = await serve('calculator', application, {
      transport: stdio,
      input: pipes.input,
      output: pipes.output,
    });
    await other.close();
  });

  it('tells what the options say about the server (FO-06 to FO-11, FO-23, ST-12)', async () => {
    const pipes = new Pipes();
    const options: ServeOptions = {
      name: 'wire-name',
      title: 'Calculator',
      description: 'Calculates',
      instructions: 'Use it to calculate',
      cacheTtl: 5000,
      cacheScope: 'public',
      port: 12,
      input: pipes.input,
      output: pipes.output,
    };
    const server = await serve('calculator', application, options);
    pipes.send(...TALKS['2026-07-28'].opening);
    const { result } = (await pipes.answer(1)) as { result: Json };
    expect(result).toMatchObject({ instructions: 'Use it to calculate', ttlMs: 5000, cacheScope: 'public' });
    expect((result._meta as Json)['io.modelcontextprotocol/serverInfo']).toMatchObject({
      name: 'wire-name',
      version: '1.0.0',
      title: 'Calculator',
      description: 'Calculates',
    });
    expect(server.name).toBe('wire-name');
    await server.close();
  });

  it('refuses a wrong option before anything starts (FO-24)', async () => {
    const onStart = vi.fn();
    const serving = serve('calculator', { ...application, onStart }, { port: -1 });
    await expect(serving).rejects.toThrow(OptionError);
    expect(onStart).not.toHaveBeenCalled();
  });

  it('finds arguments that were swapped or forgotten', async () => {
    await expect(serve(application as never, 'calculator' as never)).rejects.toThrow(
      'the name must be a string that is not empty; got an object',
    );
    await expect(serve('', application)).rejects.toThrow(OptionError);
    await expect(serve('calculator', undefined as never)).rejects.toThrow(ApplicationError);
    await expect(serve('calculator', 'x' as never)).rejects.toThrow('the application must be an object; got a string');
    await expect(serve('calculator', '' as never)).rejects.toThrow('must be an object; got an empty string');
    await expect(serve('calculator', [] as never)).rejects.toThrow('must be an object; got an array');
    await expect(serve('calculator', class {} as never)).rejects.toThrow(/make it one with new/);
  });

  it('publishes events while it runs, and does nothing after its end (FO-20, FO-29, stdio_notify_without_session_01)', async () => {
    const published: unknown[] = [];
    const bus = {
      publish: (_topic: string, event: unknown) => void published.push(event),
      subscribe: () => () => undefined,
    };
    const pipes = new Pipes();
    const server = await serve('calculator', application, { input: pipes.input, output: pipes.output, bus });
    server.notify({ type: 'toolsListChanged' });
    await server.close();
    expect(published).toEqual([{ type: 'toolsListChanged' }]);
    expect(() => server.notify({ type: 'toolsListChanged' })).not.toThrow();
  });

  it('runs the hooks of the application around its life, also when it can not start (FO-28)', async () => {
    const events: string[] = [];
    const lively: Application = {
      ...application,
      onStart: ({ name }: ServerControl) => void events.push(`start ${name}`),
      onClose: () => void events.push('close'),
    };
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as { port: number };
    const before = sigterms();
    await expect(serve('calculator', lively, { transport: 'http', port })).rejects.toThrow(`port ${port}`);
    expect(events).toEqual(['start calculator', 'close']);
    expect(sigterms()).toBe(before);
    blocker.close();
  });

  it('serves several servers in one process, each by itself (FO-30)', async () => {
    const other: Application = { tools: () => [{ name: 'add', description: 'Another', run: () => 'other' }] };
    const [one, two] = await Promise.all([
      serve('one', application, { transport: 'http', port: 0 }),
      serve('two', other, { transport: 'http', port: 0 }),
    ]);
    const { call } = TALKS['2026-07-28'];
    expect(await (await post(one.address, '2026-07-28', call)).json()).toMatchObject(SUM);
    await one.close();
    await expect(post(one.address, '2026-07-28', call)).rejects.toThrow();
    const withoutArguments = { ...call, params: { name: 'add', _meta: META } };
    expect(await (await post(two.address, '2026-07-28', withoutArguments)).json()).toMatchObject({
      result: { content: [{ text: 'other' }] },
    });
    await two.close();
  });

  it('listens to signals over HTTP until it is closed, and not at all with streams of your own', async () => {
    const before = sigterms();
    const pipes = new Pipes();
    const piped = await serve('calculator', application, { input: pipes.input, output: pipes.output });
    expect(sigterms()).toBe(before);
    const server = await serve('calculator', application, { transport: 'http', port: 0 });
    expect(sigterms()).toBe(before + 1);
    await server.close();
    await vi.waitFor(() => expect(sigterms()).toBe(before));
    await piped.close();
  });

  it('prints one line with its URL to stderr over HTTP, and nothing over stdio', async () => {
    const pipes = new Pipes();
    const piped = await serve('calculator', application, { input: pipes.input, output: pipes.output });
    expect(stderr).toBe('');
    const server = await serve('calculator', application, { transport: 'http', port: 0 });
    expect(stderr).toBe(`calculator: ${server.address} (MCP 2026-07-28, 2025-11-25, 2025-06-18)\n`);
    await Promise.all([server.close(), piped.close()]);
  });
});
