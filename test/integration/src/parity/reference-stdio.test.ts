/**
 * The tests of the reference library for stdio and for the framing of JSON-RPC, under their names there. The one about rounds
 * stands with the others about them. Where the published protocol says otherwise, it wins, and the title says so.
 */
import { PassThrough } from 'node:stream';
import {
  type Application,
  combineSpecs,
  connect,
  isNotification,
  isRequest,
  notification,
  parseMessage,
  request,
  silentLogger,
  type ToolDescriptor,
} from '@polyspec/core';
import { spec20250618, spec20251125 } from '@polyspec/spec-2025';
import { spec20260728 } from '@polyspec/spec-2026';
import { stdio } from '@polyspec/transport-stdio';
import { serve } from 'polyspec';
import { expect, test } from 'vitest';
import { initializeParams, requestOf } from '../wire/messages.js';
import { legal } from './open-client.js';
import { run } from './stdio-run.js';

const tools: readonly ToolDescriptor[] = [
  { name: 'greet', signature: { arguments: [{ name: 'Name' }, { name: 'Greeting', mode: 'out' }] } },
  { name: 'echo', signature: { arguments: [{ name: 'Input' }, { name: 'Output', mode: 'out' }] } },
];
const application = {
  tools: () => tools,
  greet: (name: string) => `Hello, ${name}!`,
  echo: (input: string) => input,
} as Application;

const initialize = request(1, 'initialize', initializeParams('2025-06-18'));
const modern = (id: number, method: string, params?: object): object =>
  requestOf('2026-07-28', id, method, params as never);

test('stdio_protocol_version_default_01: a transport speaks no revision by itself; all are served by default (ST-20)', async () => {
  expect(stdio).not.toHaveProperty('revisions');
  const [answer] = await run(application, '2025-06-18', [initialize], { spec: 'all' });
  expect(answer).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
});

test('stdio_facade_resolve_2025_01: the option spec chooses 2025-06-18', async () => {
  const [answer] = await run(application, '2025-06-18', [initialize], { spec: '2025-06-18', transport: 'stdio' });
  expect(answer).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } });
});

test('stdio_facade_resolve_2026_01: the option spec chooses 2026-07-28', async () => {
  const options = { spec: '2026-07-28', transport: 'stdio' } as const;
  const [answer] = await run(application, '2026-07-28', [modern(1, 'server/discover')], options);
  expect(answer).toMatchObject({ result: { resultType: 'complete', supportedVersions: ['2026-07-28'] } });
});

test('stdio_framing_multiple_messages_01: three requests get three answers, in order', async () => {
  const answers = await run(application, '2025-06-18', [initialize, request(2, 'ping'), request(3, 'tools/list')]);
  expect(answers.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('stdio_framing_2026_multiple_01: the same under 2026-07-28', async () => {
  const answers = await run(application, '2026-07-28', [
    modern(1, 'server/discover'),
    modern(2, 'tools/list'),
    modern(3, 'tools/call', { name: 'echo', arguments: { Input: 'hi' } }),
  ]);
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  for (const answer of answers) expect(answer).toHaveProperty('result');
});

test('stdio_eof_empty_input_01: no input, no output, no exception', async () => {
  expect(await run(application, '2025-06-18', [])).toEqual([]);
});

test('stdio_render_reply_2025_01: the answer of a tool', async () => {
  const call = request(2, 'tools/call', { name: 'greet', arguments: { Name: 'world' } });
  const answers = await run(application, '2025-06-18', [initialize, call]);
  expect(answers.find(({ id }) => id === 2)).toMatchObject({
    result: { content: [{ text: expect.stringContaining('Hello, world!') }] },
  });
});

test('stdio_render_error_2025_01: an unknown method is -32601', async () => {
  const answers = await run(application, '2025-06-18', [initialize, request(2, 'unknown_method', {})]);
  expect(answers.find(({ id }) => id === 2)).toMatchObject({ error: { code: -32601 } });
});

test('stdio_render_reply_2026_01: a complete answer', async () => {
  const call = modern(1, 'tools/call', { name: 'echo', arguments: { Input: 'hello' } });
  expect(await run(application, '2026-07-28', [call])).toMatchObject([
    { result: { resultType: 'complete', content: [{ text: expect.stringContaining('hello') }] } },
  ]);
});

test('stdio_render_error_2026_01: a request without metadata is -32602', async () => {
  const bare = request(1, 'server/discover', {});
  expect(await run(application, '2026-07-28', [bare])).toMatchObject([{ error: { code: -32602 } }]);
});

test('stdio_notify_without_session_01: publishing before anybody came, and after the end, does nothing', async () => {
  const server = await serve('test-stdio', application, {
    input: new PassThrough(),
    output: new PassThrough(),
    logger: silentLogger,
  });
  expect(server.notify({ type: 'toolsListChanged' })).toBeUndefined();
  await server.close();
  expect(server.notify({ type: 'toolsListChanged' })).toBeUndefined();
});

test('stdio_adapter_start_direct_01: the transport without the facade, with the option name (ST-21)', async () => {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: 'utf8' });
  const spec = combineSpecs([spec20260728, spec20251125]);
  const options = { spec, transport: stdio, name: 'direct-stdio', input, output, logger: silentLogger };
  const server = await connect('other', application, options);
  input.end(`${JSON.stringify(initialize)}\n`);
  await server.closed;
  const answer = JSON.parse(String(output.read()));
  expect(answer).toMatchObject({ result: { serverInfo: { name: 'direct-stdio' } } });
  legal(answer, '2025-11-25', 'initialize');
});

test('json_rpc_write_read_message_01, …_02: a request that was written reads back as one, with method and id', () => {
  const read = parseMessage(JSON.stringify(request(7, 'tools/list', { cursor: 'x' })));
  expect(read.ok && isRequest(read.message)).toBe(true);
  expect(read.ok && read.message).toEqual({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: { cursor: 'x' } });
});

test('json_rpc_write_read_framed_multiple_01: a request and a notification on one stream, in order', async () => {
  const heard: unknown[] = [];
  const watching = {
    ...spec20250618,
    attach: (...given: Parameters<typeof spec20250618.attach>) => {
      const handler = spec20250618.attach(...given);
      return {
        claims: handler.claims.bind(handler),
        methods: handler.methods.bind(handler),
        close: handler.close.bind(handler),
        handle: (...args: Parameters<typeof handler.handle>) => {
          heard.push(isRequest(args[0]) ? 'request' : isNotification(args[0]) && 'notification');
          return handler.handle(...args);
        },
      };
    },
  };
  const answers = await run(
    application,
    '2025-06-18',
    [request(1, 'ping'), notification('notifications/initialized'), request(2, 'ping')],
    { spec: watching },
  );
  expect(heard).toEqual(['request', 'notification', 'request']);
  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
});

test('json_rpc_read_framed_eof_01: a stream that is empty ends without an error', async () => {
  expect(await run(application, '2025-06-18', ['', ''])).toEqual([]);
});
