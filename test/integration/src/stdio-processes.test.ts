// Servers as a client starts them: processes with real specs and applications, at the ends of two pipes.
import { describe, expect, it } from 'vitest';
import { type KnownRevision, REVISIONS } from '../../schema/official-schema.js';
import { commandLine, example, fixture, SPECS, type Spec, start, temporaryFile } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { initializeParams, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';
import { StdioClient } from './wire/stdio-client.js';

checkEveryMessage();

const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

describe.each([
  { what: 'serve() behind the guard', command: fixture('noisy') },
  { what: 'the command line', command: commandLine('noisy') },
])('A1 a noisy application, served by $what', { concurrent: true, timeout: 60_000 }, ({ command }) => {
  it.each(REVISIONS)('keeps stdout to the protocol (%s)', async (revision) => {
    const client = new StdioClient(command, { served: SERVED.all });
    if (revision !== '2026-07-28') await client.initialize(revision);
    const ways = ['log', 'info', 'debug', 'table', 'dir', 'write', 'unfinished'];
    for (const how of ways) {
      const { result } = await client.request(revision, 'tools/call', { name: 'print', arguments: { how } });
      expect(result).toMatchObject({ content: [{ type: 'text', text: `printed by ${how}` }] });
    }
    for (let call = 0; call < 3; call += 1) {
      const { result } = await client.request(revision, 'tools/call', { name: 'sleep', arguments: { ms: 0 } });
      expect(result).toMatchObject({ content: [{ text: 'slept 0 ms' }] });
    }
    const { code, stderr } = await client.end();
    expect(code).toBe(0);
    // That every line on stdout is a message is checked as they come.
    const opening = revision === '2026-07-28' ? 0 : 1;
    expect(client.lines).toHaveLength(opening + ways.length + 3);
    for (const foreign of [
      ...ways.map((how) => `foreign ${how}`),
      'printed while imported',
      'written while imported',
      'closing',
    ]) {
      expect(stderr).toContain(foreign);
    }
  });
});

describe('A2 a client that goes away', () => {
  it.each(['calculator', 'notes'] as const)('(a) ends the %s with code 0 within a second', async (name) => {
    const began = performance.now();
    const child = start(example(name, 'all', 'stdio'), 'ignore', { NOTES_DB: temporaryFile('gone.db') });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(0);
    // The start of the process included, on a machine that may be busy.
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it.each(['2025-11-25', '2025-06-18'] as const)(
    '(b) still gets the answer to the call that runs when its input ends (%s)',
    async (revision) => {
      const client = new StdioClient(fixture('noisy'), { served: SERVED.all });
      const call = requestOf(revision, 2, 'tools/call', { name: 'sleep', arguments: { ms: 300 } });
      client.send(requestOf(revision, 1, 'initialize', initializeParams(revision)), INITIALIZED, call);
      client.process.stdin?.end();
      expect(await client.answerTo(2)).toMatchObject({ result: { content: [{ text: 'slept 300 ms' }] } });
      const answered = performance.now();
      expect((await client.ended).code).toBe(0);
      expect(performance.now() - answered).toBeLessThan(1000);
    },
  );

  it('(b) still gets the answer to the call that runs when its input ends (2026-07-28)', async () => {
    const client = new StdioClient(fixture('noisy'), { served: SERVED.all });
    client.send(requestOf('2026-07-28', 2, 'tools/call', { name: 'sleep', arguments: { ms: 300 } }));
    client.process.stdin?.end();
    expect(await client.answerTo(2)).toMatchObject({ result: { content: [{ text: 'slept 300 ms' }] } });
    const answered = performance.now();
    expect((await client.ended).code).toBe(0);
    expect(performance.now() - answered).toBeLessThan(1000);
  });
});

describe('A4 server/discover as the very first message', { concurrent: true, timeout: 60_000 }, () => {
  const discover = { jsonrpc: '2.0', id: 'openai-mcp-discover', method: 'server/discover', params: {} };
  const bareAnswer: Readonly<Record<Spec, number>> = {
    all: -32602,
    '2025-06-18': -32601,
    '2025-11-25': -32601,
    '2026-07-28': -32602,
  };

  it.each(SPECS)('without metadata gets an error, and the connection stays (spec %s)', async (spec) => {
    const client = new StdioClient(example('calculator', spec, 'stdio'), { served: SERVED[spec] });
    client.send(discover);
    expect(await client.answerTo('openai-mcp-discover')).toMatchObject({
      id: 'openai-mcp-discover',
      error: { code: bareAnswer[spec] },
    });
    const revision: KnownRevision = spec === '2026-07-28' ? spec : '2025-06-18';
    if (revision === '2025-06-18') {
      expect((await client.initialize('2025-06-18')).result).toMatchObject({ protocolVersion: '2025-06-18' });
    }
    const { result } = await client.request(revision, 'tools/call', { name: 'factorial', arguments: { n: 4 } });
    expect(result).toMatchObject({ structuredContent: { factorial: 24 } });
    expect((await client.end()).code).toBe(0);
  });

  it('with its metadata is answered by a server of both eras, and initialize works afterwards', async () => {
    const client = new StdioClient(example('calculator', 'all', 'stdio'), { served: SERVED.all });
    client.send(requestOf('2026-07-28', 'openai-mcp-discover', 'server/discover'));
    expect((await client.answerTo('openai-mcp-discover')).result).toMatchObject({
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
      capabilities: { tools: {} },
    });
    expect((await client.initialize('2025-06-18')).result).toMatchObject({ protocolVersion: '2025-06-18' });
    expect((await client.end()).code).toBe(0);
  });
});

describe('A5 requests before notifications/initialized', { concurrent: true, timeout: 60_000 }, () => {
  it.each(['all', '2025-11-25', '2025-06-18'] as const)('are answered (spec %s)', async (spec) => {
    const client = new StdioClient(example('calculator', spec, 'stdio'), { served: SERVED[spec] });
    const revision = spec === '2025-06-18' ? spec : '2025-11-25';
    const asking = (method: string, params = {}) => client.request(revision, method, params);
    expect((await asking('initialize', initializeParams(revision))).result).toMatchObject({
      protocolVersion: revision,
    });
    expect((await asking('logging/setLevel', { level: 'info' })).result).toEqual({});
    expect((await asking('tools/list')).result).toMatchObject({ tools: expect.arrayContaining([expect.anything()]) });
    expect((await asking('ping')).result).toEqual({});
    expect((await asking('nope/nope')).error).toMatchObject({ code: -32601 });
    expect(client.unasked).toEqual([]);
    client.send(INITIALIZED);
    const { result } = await asking('tools/call', { name: 'factorial', arguments: { n: 4 } });
    expect(result).toMatchObject({ structuredContent: { factorial: 24 } });
    expect(client.unasked).toEqual([]);
    expect((await client.end()).code).toBe(0);
  });
});
