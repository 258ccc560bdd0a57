import { PassThrough } from 'node:stream';
import { error, type JsonRpcMessage, notification, request, success, text, tool } from '@polyspec/core';
import { defineApplication, serve } from 'polyspec';
import { describe, expect, it, vi } from 'vitest';
import { Loft, pigeon } from './pigeon-transport.js';
import { relaySpec } from './relay-spec.js';

const application = defineApplication({
  tools: {
    greet: tool({
      description: 'Greets whoever answers.',
      run: async (_args, context) => {
        context.progress(1);
        const answer = await context.elicit?.('Who are you?', {
          type: 'object',
          properties: { name: { type: 'string' } },
        });
        return answer?.action === 'accept' ? text(`Hello, ${answer.content.name}!`) : error('Nobody answered');
      },
    }),
    secret: tool({ description: 'Not for everybody.', run: () => 'the secret' }),
  },
});

const ada = { subject: 'ada', scopes: ['greet'] };

async function start() {
  const loft = new Loft();
  const server = await serve('relay', application, { spec: relaySpec, transport: pigeon, loft, changeDebounceMs: 0 });
  return { server, client: loft.connect(ada), loft };
}

describe('a stranger’s spec over a stranger’s transport', () => {
  it('EX-01, EX-02, EX-04 work with the facade', async () => {
    const { server, client } = await start();
    expect(server.address).toBe('pigeon://loft');
    await client.send(request(1, 'relay/hello'));
    expect(client.received[0]).toEqual(success(1, { welcome: 'relay' }));
    await server.close();
  });

  it('ask the client in the middle of a call, with progress before and a notification after the answer', async () => {
    const { server, client } = await start();
    const calling = client.send(request('c', 'relay/use', { tool: 'greet' }));
    await vi.waitFor(() => expect(client.received).toHaveLength(2));
    expect(client.received).toEqual([
      notification('relay/progress', { of: 'c', progress: 1 }),
      expect.objectContaining({
        id: 'ask-1',
        method: 'relay/ask',
        params: expect.objectContaining({ question: 'Who are you?' }),
      }),
    ]);
    await client.send(success('ask-1', { name: 'Ada' }));
    await calling;
    expect(client.received.slice(2)).toEqual([
      success('c', { said: ['Hello, Ada!'] }),
      notification('relay/done', { id: 'c' }),
    ]);
    await server.close();
  });

  it('refuse per operation', async () => {
    const { server, client } = await start();
    await client.send(request(2, 'relay/use', { tool: 'secret' }));
    expect(client.received).toEqual([
      expect.objectContaining({ id: 2, error: { code: -32600, message: 'ada may not use secret' } }),
    ]);
    await server.close();
  });

  it('keep a standing stream until the client leaves, and until the server closes', async () => {
    const { server, client, loft } = await start();
    const staying = loft.connect({ subject: 'bo', scopes: [] });
    const streams = [client.open(), staying.open()] as const;
    server.notify({ type: 'toolsListChanged' });
    expect(client.received).toEqual([notification('relay/changed', { type: 'toolsListChanged' })]);
    client.leave();
    await streams[0];
    server.notify({ type: 'promptsListChanged' });
    expect(client.received).toHaveLength(1);
    expect(staying.received).toHaveLength(2);
    await server.close();
    await streams[1];
    expect(staying.events).toEqual(['stream', 'ended']);
  });

  it('suspend a stream, and deliver what came meanwhile when the client comes back', async () => {
    const { server, client } = await start();
    await client.send(request(3, 'relay/wait'));
    expect(client.events).toEqual(['primed stream', 'suspended for 5 ms']);
    expect(client.received).toEqual([]);
    await client.comeBack();
    expect(client.received).toEqual([notification('relay/still-here'), success(3, { waited: true })]);
    expect(client.events.at(-1)).toBe('ended');
    await server.close();
  });

  it('have their own options checked with the others', async () => {
    const options = { spec: relaySpec, transport: pigeon, loft: 'none' } as never;
    await expect(serve('relay', application, options)).rejects.toMatchObject({
      option: 'loft',
      message: 'Option \'loft\' must be a Loft; got "none"',
    });
  });
});

describe('a stranger’s spec over stdio', () => {
  it('asks in the middle of a call, and has its standing stream from the start', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const lines: JsonRpcMessage[] = [];
    let rest = '';
    output.on('data', (chunk: Buffer) => {
      const parts = `${rest}${chunk.toString()}`.split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) lines.push(JSON.parse(part));
    });
    const server = await serve('relay', application, {
      spec: relaySpec,
      transport: 'stdio',
      input,
      output,
      changeDebounceMs: 0,
    });
    const write = (message: JsonRpcMessage): boolean => input.write(`${JSON.stringify(message)}\n`);
    server.notify({ type: 'toolsListChanged' });
    write(request(1, 'relay/use', { tool: 'greet' }));
    await vi.waitFor(() => expect(lines).toHaveLength(3));
    write(success('ask-1', { name: 'Bo' }));
    await vi.waitFor(() => expect(lines).toHaveLength(5));
    expect(lines.map((line) => ('method' in line ? line.method : line.id))).toEqual([
      'relay/changed',
      'relay/progress',
      'relay/ask',
      1,
      'relay/done',
    ]);
    await server.close();
  });
});

describe('a stranger’s spec over Streamable HTTP', () => {
  it('streams progress and its question before the answer, takes the client’s answer by another request, and sends what comes after', async () => {
    const server = await serve('relay', application, { spec: relaySpec, transport: 'http', port: 0 });
    const post = (message: JsonRpcMessage): Promise<Response> =>
      fetch(server.address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(message),
      });
    const stream = await post(request(1, 'relay/use', { tool: 'greet' }));
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const seen: JsonRpcMessage[] = [];
    let rest = '';
    for await (const chunk of stream.body ?? []) {
      const frames = `${rest}${Buffer.from(chunk).toString()}`.split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const data = /^data: (.*)$/m.exec(frame)?.[1];
        if (data === undefined) continue;
        const message = JSON.parse(data) as JsonRpcMessage;
        seen.push(message);
        if ('method' in message && message.method === 'relay/ask' && 'id' in message) {
          expect((await post(success(message.id, { name: 'Cy' }))).status).toBe(202);
        }
      }
    }
    expect(seen.map((message) => ('method' in message ? message.method : message))).toEqual([
      'relay/progress',
      'relay/ask',
      success(1, { said: ['Hello, Cy!'] }),
      'relay/done',
    ]);
    await server.close();
  });

  it('suspends a stream, and replays what came meanwhile to whoever comes back, live from then on (YH-13, YH-27)', async () => {
    const server = await serve('relay', application, { spec: relaySpec, transport: 'http', port: 0 });
    const accept = { accept: 'application/json, text/event-stream' };
    const asked = await fetch(server.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...accept },
      body: JSON.stringify(request(3, 'relay/wait')),
    });
    const opening = await asked.text();
    const [, prime = ''] = /^id: (.+)\ndata: \n\nretry: 5\n\n$/.exec(opening) ?? [];
    expect(prime).not.toBe('');
    const resumed = await fetch(server.address, { headers: { ...accept, 'last-event-id': prime } });
    const [first, last, rest] = (await resumed.text()).split('\n\n');
    expect(first).toMatch(/^id: .+\ndata: \{"jsonrpc":"2.0","method":"relay\/still-here"\}$/);
    expect(last).toMatch(/^id: .+\ndata: \{"jsonrpc":"2.0","id":3,"result":\{"waited":true\}\}$/);
    expect(rest).toBe('');
    await server.close();
  });
});
