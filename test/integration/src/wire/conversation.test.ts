import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { KnownRevision } from '../../../schema/official-schema.js';
import { Conversation, takeAllFaults } from './conversation.js';
import { tapHttp } from './http-tap.js';
import { initializeParams, requestOf } from './messages.js';
import { SERVED } from './revisions.js';
import { tapStdio } from './stdio-tap.js';

const serverInfo = { name: 's', version: '1' };
const identity = { 'io.modelcontextprotocol/serverInfo': serverInfo };
const modernList = { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private', _meta: identity };

/** What a conversation says of the answer to one request. */
function faultsOf(revision: KnownRevision, method: string, answer: object): string {
  const conversation = new Conversation({ served: SERVED.all }, revision);
  conversation.fromClient(requestOf(revision, 1, method));
  conversation.fromServer({ jsonrpc: '2.0', id: 1, ...answer });
  expect(conversation.checked).toBe(1);
  return conversation.takeFaults().join('\n');
}

describe('a watched conversation', () => {
  it('finds nothing wrong with a right message', () => {
    expect(faultsOf('2026-07-28', 'tools/list', { result: modernList })).toBe('');
    expect(faultsOf('2025-11-25', 'tools/list', { result: { tools: [] } })).toBe('');
    expect(faultsOf('2025-06-18', 'tools/list', { result: { tools: [] } })).toBe('');
    expect(faultsOf('2025-06-18', 'tools/list', { error: { code: -32602, message: 'no' } })).toBe('');
  });

  it.each([
    ['2026-07-28', { result: { tools: [] } }, /resultType/],
    ['2026-07-28', { result: { ...modernList, resultType: 'done' } }, /resultType is "done"/],
    ['2026-07-28', { result: { ...modernList, _meta: {} } }, /Implementation must be object/],
    ['2026-07-28', { result: { ...modernList, ttlMs: 'long' } }, /ttlMs must be/],
    ['2026-07-28', { error: { code: -32002, message: 'gone' } }, /-32002 is no error code of 2026-07-28/],
    ['2025-11-25', { error: { code: -32020, message: 'header' } }, /-32020 is no error code of 2025-11-25/],
    ['2025-11-25', { result: modernList }, /additional properties.*resultType/],
    [
      '2025-06-18',
      { result: { tools: [{ name: 't', inputSchema: { type: 'object' }, icons: [] }] } },
      /additional properties.*icons/,
    ],
    ['2025-11-25', { result: { tools: [{ name: 't' }] } }, /inputSchema/],
    ['2025-11-25', {}, /neither result nor error/],
  ] as const)('finds what is wrong under %s with %j', (revision, answer, fault) => {
    expect(faultsOf(revision, 'tools/list', answer)).toMatch(fault);
  });

  it('finds a method that the revision does not have', () => {
    expect(faultsOf('2026-07-28', 'ping', { result: { resultType: 'complete', _meta: identity } })).toMatch(/no ping/);
  });

  it('finds an answer to nothing, and one too many', () => {
    const conversation = new Conversation({ served: SERVED.all });
    conversation.fromServer({ jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'x' } });
    expect(conversation.takeFaults()).toEqual([expect.stringMatching(/answers nothing that was asked/)]);
    conversation.fromClient(requestOf('2026-07-28', 1, 'tools/list'));
    for (let time = 0; time < 2; time += 1) conversation.fromServer({ jsonrpc: '2.0', id: 1, result: modernList });
    expect(conversation.takeFaults()).toEqual(
      expect.arrayContaining([expect.stringMatching(/answers nothing that was asked/)]),
    );
  });

  it('lets an error answer what was no request, and nothing answer an answer', () => {
    const refused = { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'no' } };
    const conversation = new Conversation({ served: SERVED.all });
    conversation.fromClient({ jsonrpc: '2.0', id: 1, method: 5 });
    conversation.fromServer(refused);
    expect(conversation.takeFaults()).toEqual([]);
    conversation.fromClient({ jsonrpc: '2.0', id: 1, error: {} });
    conversation.fromServer(refused);
    expect(conversation.takeFaults()).toEqual([expect.stringMatching(/answers nothing that was asked/)]);
  });

  it('takes the answer to a request of the same session on a stream that goes on with another', () => {
    const exchange = (id: string, more: Readonly<Record<string, string>> = {}) => {
      const fields: Readonly<Record<string, string>> = {
        'mcp-session-id': id,
        'mcp-protocol-version': '2025-11-25',
        ...more,
      };
      return Conversation.ofExchange({ served: SERVED.all }, (name) => fields[name]);
    };
    const answer = (conversation: Conversation, result: object): string => {
      conversation.fromServer({ jsonrpc: '2.0', id: 1, result });
      return conversation.takeFaults().join('\n');
    };
    exchange('one').fromClient(requestOf('2025-11-25', 1, 'tools/list'));
    const resumed = exchange('one', { 'last-event-id': '7' });
    expect([answer(resumed, { tools: [] }), answer(resumed, { tools: [] })]).toEqual(['', '']);
    expect(answer(resumed, { prompts: [] })).toMatch(/tools/);
    expect(answer(exchange('one'), { tools: [] })).toMatch(/answers nothing that was asked/);
    expect(answer(exchange('other', { 'last-event-id': '7' }), { tools: [] })).toMatch(
      /answers nothing that was asked/,
    );
  });

  it('finds a revision that is not served, and holds what follows against the one agreed on', () => {
    const opened = (protocolVersion: string) => {
      const conversation = new Conversation({ served: SERVED['2025-06-18'] });
      conversation.fromClient(requestOf('2025-11-25', 1, 'initialize', initializeParams('2025-11-25')));
      conversation.fromServer({ jsonrpc: '2.0', id: 1, result: { protocolVersion, capabilities: {}, serverInfo } });
      return conversation;
    };
    expect(opened('2025-11-25').takeFaults()).toEqual([expect.stringMatching(/negotiates 2025-11-25/)]);
    const conversation = opened('2025-06-18');
    expect(conversation.takeFaults()).toEqual([]);
    conversation.fromServer({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 1, progress: 1 },
    });
    expect(conversation.takeFaults()).toEqual([]);
    conversation.fromServer({ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 'some' } });
    expect(conversation.takeFaults()).toHaveLength(1);
    conversation.fromServer({ jsonrpc: '2.0', id: 9, method: 'nope/nope' });
    expect(conversation.takeFaults()).toHaveLength(1);
  });

  it('finds what a real client says wrong, and lets a client by hand say what it wants', () => {
    const wrong = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 5 } };
    for (const [isRealClient, count] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const conversation = new Conversation({ served: SERVED.all, isRealClient }, '2025-11-25');
      conversation.fromClient(wrong);
      expect(conversation.takeFaults()).toHaveLength(count);
    }
  });
});

/** Takes the faults that were found while something ran. */
async function faultsWhile(work: () => Promise<void>): Promise<readonly string[]> {
  takeAllFaults();
  await work();
  return takeAllFaults().faults;
}

describe('the taps', () => {
  it('find a line on stdout that is no message', async () => {
    const server = `process.stdin.on('end', () => console.log('hello')).resume()`;
    const faults = await faultsWhile(async () => {
      const tap = tapStdio({ command: process.execPath, args: ['-e', server] }, { served: SERVED.all });
      const child = spawn(tap.command, tap.args, { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.end(`${JSON.stringify(requestOf('2025-11-25', 1, 'ping'))}\n`);
      let out = '';
      for await (const chunk of child.stdout) out += String(chunk);
      expect(out).toBe('hello\n');
      await tap.finish();
    });
    expect(faults).toEqual([expect.stringMatching(/a line that is not JSON: "hello"/)]);
  });

  it.each([
    {
      what: 'a promise that nobody hears of',
      server: `console.error('{"msg":"A promise was rejected, and nothing handled it"}')`,
      fault: /^{"msg":"A promise was rejected/,
    },
    {
      what: 'an exit code of a failure',
      server: `console.error('oh no'); process.exitCode = 3`,
      fault: /a server that ended with 3:\noh no/,
    },
  ])('find $what in a server whose stderr its client does not read', async ({ server, fault }) => {
    const faults = await faultsWhile(async () => {
      const tap = tapStdio({ command: process.execPath, args: ['-e', server] }, { served: SERVED.all });
      spawn(tap.command, tap.args, { stdio: ['pipe', 'pipe', 'ignore'] });
      await vi.waitFor(() => expect(readdirSync(String(tap.args[1]))).toHaveLength(1), { timeout: 10_000 });
      await tap.finish();
    });
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  it.each([
    { type: 'application/json', body: '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}', fault: /resultType/ },
    {
      type: 'text/event-stream',
      body: 'data: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}\n\n',
      fault: /resultType/,
    },
    { type: 'application/json', body: 'not json', fault: /no object/ },
  ])('find a wrong answer over HTTP ($type)', async ({ type, body, fault }) => {
    const origin = createServer((_request, response) => response.writeHead(200, { 'content-type': type }).end(body));
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const faults = await faultsWhile(async () => {
      const { port } = origin.address() as AddressInfo;
      const tap = await tapHttp(`http://127.0.0.1:${port}/mcp`, { served: SERVED.all });
      const asked = JSON.stringify(requestOf('2026-07-28', 1, 'tools/list'));
      const answered = await fetch(tap.url, {
        method: 'POST',
        headers: { 'mcp-protocol-version': '2026-07-28' },
        body: asked,
      });
      expect(await answered.text()).toBe(body);
      await tap.close();
    });
    origin.closeAllConnections();
    origin.close();
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });
});
