// stdio: behaviours of the reference library, over every revision.
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Application, notification, request, silentLogger, stderrLogger } from '@polyspec/core';
import { serve } from 'polyspec';
import { describe, expect, it, vi } from 'vitest';
import { type KnownRevision, REVISIONS } from '../../../schema/official-schema.js';
import { example, start } from '../processes.js';
import { initializeParams, requestOf } from '../wire/messages.js';
import { legal } from './open-client.js';
import { type Line, run } from './stdio-run.js';

const opening = (revision: KnownRevision): readonly object[] =>
  revision === '2026-07-28'
    ? []
    : [request('open', 'initialize', initializeParams(revision)), notification('notifications/initialized')];
const answers = (lines: readonly Line[]): readonly Line[] => lines.filter(({ id }) => id !== 'open');

describe.each(REVISIONS)('under %s', (revision) => {
  const call = (id: number, name: string, args: object = {}, meta: object = {}): object =>
    requestOf(revision, id, 'tools/call', { name, arguments: { ...args }, _meta: { ...meta } } as never);
  const say = async (application: Application, ...messages: readonly (object | string)[]): Promise<readonly Line[]> =>
    answers(await run(application, revision, [...opening(revision), ...messages]));

  const application: Application = {
    tools: () => [
      { name: 'fast', description: 'Is fast.', run: () => 'fast' },
      {
        name: 'slow',
        description: 'Is slow, unless it is cancelled.',
        run: async (_args, { signal }) => {
          await wait(60, undefined, { signal });
          return 'slow';
        },
      },
      {
        name: 'work',
        description: 'Reports progress.',
        run: (_args, context) => {
          context.progress(1, 2);
          context.progress(1, 2);
          context.progress(2, 2, 'done');
          setTimeout(() => context.progress(3, 2), 1);
          return 'worked';
        },
      },
      { name: 'multi', description: 'Has a line feed.', run: () => 'one\ntwo\u2028three' },
    ],
  };

  it('ST-01, ST-03, ST-17 a message is a line, whatever is in it', async () => {
    expect(await say(application, call(1, 'multi'))).toMatchObject([
      { id: 1, result: { content: [{ text: 'one\ntwo\u2028three' }] } },
    ]);
  });

  it('ST-06, LI-03, QL-14 a slow request holds nobody up', async () => {
    const lines = await say(application, call(1, 'slow'), call(2, 'fast'));
    expect(lines.map(({ id }) => id)).toEqual([2, 1]);
  });

  it('ST-07, LI-02, V1-16, V3-30, QL-14 a cancelled request stops, and nothing is written for it', async () => {
    const cancelled = notification('notifications/cancelled', { requestId: 1, reason: 'No longer wanted' });
    const lines = await say(application, call(1, 'slow'), cancelled, call(2, 'fast'));
    expect(lines.map(({ id }) => id)).toEqual([2]);
  });

  it('ST-08, ST-10, V3-02, V3-12, V3-13, V3-28, V3-29, LU-07 progress goes out as it grows, before its answer, and never after it', async () => {
    const lines = await say(application, call(1, 'work', {}, { progressToken: 'p' }), call(2, 'slow'));
    expect(lines).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 2, total: 2, message: 'done' } },
      { id: 1, result: { content: [{ text: 'worked' }] } },
      { id: 2 },
    ]);
    expect(lines[0]?.params).not.toHaveProperty('message');
    const withoutToken = await say(application, call(1, 'work'));
    expect(withoutToken.map(({ id }) => id)).toEqual([1]);
  });

  it('ST-15, FO-28, YL-14 the end of the input ends the server, after what ran was answered, and its hooks run', async () => {
    const events: string[] = [];
    const lively: Application = { ...application, onClose: () => void events.push('closed') };
    expect((await say(lively, call(1, 'slow'))).map(({ id }) => id)).toEqual([1]);
    expect(events).toEqual(['closed']);
  });

  it('ST-16, V3-18, Q-45, LU-11 a line that is no JSON is -32700 without an id, and the next one is served', async () => {
    const lines = await say(application, '{"jsonrpc":', '{"jsonrpc":"2.0","id":null,"method":"ping"}', call(1, 'fast'));
    expect(lines).toMatchObject([{ error: { code: -32700 } }, { error: { code: -32600 } }, { id: 1 }]);
    for (const line of lines.slice(0, 2)) expect(line).not.toHaveProperty('id');
  });

  it('ST-18, V1-30 nothing is written for notifications and responses', async () => {
    const response = { jsonrpc: '2.0', id: 9, result: {} };
    expect(await say(application, notification('notifications/unheard_of'), response, call(1, 'fast'))).toHaveLength(1);
  });

  it('ST-14, ST-23, FO-22, FO-30 each server has its own streams and remembers nothing of another', async () => {
    const [one, two] = await Promise.all([say(application, call(1, 'fast')), say(application, call(1, 'slow'))]);
    expect([one, two]).toMatchObject([
      [{ result: { content: [{ text: 'fast' }] } }],
      [{ result: { content: [{ text: 'slow' }] } }],
    ]);
    // A process that served one client knows nothing of what that one said in its handshake.
    const input = new PassThrough();
    const output = new PassThrough({ encoding: 'utf8' });
    const server = await serve('fresh', application, { input, output, spec: 'all', logger: silentLogger });
    input.end(`${JSON.stringify(request(1, 'tools/list'))}\n`);
    await server.closed;
    const answer = JSON.parse(String(output.read()));
    expect(answer).toMatchObject({ error: { code: -32602 } });
    legal(answer, revision);
  });

  it('YS-03 what is logged goes to stderr, and stdout is as it would be without', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const failing: Application = {
      tools: () => [{ name: 'fail', description: 'Fails.', run: () => Promise.reject(new Error('the disk is full')) }],
    };
    const lines = answers(
      await run(failing, revision, [...opening(revision), call(1, 'fail')], { logger: stderrLogger }),
    );
    const logged = write.mock.calls.map(([text]) => String(text));
    write.mockRestore();
    expect(lines).toMatchObject([{ id: 1, result: { isError: true } }]);
    expect(logged.join('')).toContain('the disk is full');
  });

  it('ST-02, ST-04 a client starts the server as a process, whose arguments say which revision', async () => {
    const child = start(example('calculator', revision, 'stdio'));
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
    const list = requestOf(revision, 1, 'tools/list');
    child.stdin?.end([...opening(revision), list].map((message) => `${JSON.stringify(message)}\n`).join(''));
    const code = await new Promise((resolve) => child.once('close', resolve));
    const lines = answers(
      printed
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line),
    );
    expect(lines).toMatchObject([{ id: 1, result: { tools: expect.any(Array) } }]);
    expect(code).toBe(0);
  });
});
