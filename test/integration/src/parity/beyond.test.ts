// Where the reference library stops, by its own notes or without a word, and this one goes on.
import {
  type Application,
  audio,
  embedded,
  image,
  type JsonObject,
  resource,
  resourceLink,
  results,
  type ToolDescriptor,
  text,
  textContent,
} from '@polyspec/core';
import { type } from 'arktype';
import { prepare } from 'polyspec';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { REVISIONS } from '../../../schema/official-schema.js';
import { headersOf, requestOf } from '../wire/messages.js';
import { ask, send, sessionOf } from './http-handler.js';
import { open } from './open-client.js';
import { run } from './stdio-run.js';

const hello: Application = { tools: () => [{ name: 'hello', description: 'Greets.', run: () => 'Hello' }] };

describe.each(REVISIONS)('under %s', (revision) => {
  it('LI-08, QL-26 the trace of a request is handed through, untouched', async () => {
    const trace = {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'vendor=1',
      baggage: 'user=ada',
    };
    let seen: JsonObject = {};
    const application: Application = {
      tools: () => [
        {
          name: 'look',
          description: 'Looks.',
          run: (_args, { meta }) => {
            seen = meta;
            return 'seen';
          },
        },
      ],
    };
    const client = await open(application, revision);
    await client.result('tools/call', { name: 'look', _meta: trace });
    expect(seen).toMatchObject(trace);
  });

  it('LI-21, SI-06 schemas may be any JSON Schema, and those of schema libraries', async () => {
    const tools: readonly ToolDescriptor[] = [
      {
        name: 'signed',
        signature: { arguments: [{ name: 'day', schema: { type: 'string', format: 'date' } }] },
        run: () => '',
      },
      { name: 'json', input: { type: 'object', properties: { n: { enum: [1, 2] } } }, run: () => '' },
      { name: 'zod', input: z.object({ n: z.number().min(1) }), run: () => '' },
      { name: 'ark', input: type({ n: 'number >= 1' }), run: () => '' },
    ];
    const client = await open({ tools: () => tools }, revision);
    expect(await client.tools()).toMatchObject([
      { inputSchema: { properties: { day: { type: 'string', format: 'date' } } } },
      { inputSchema: { properties: { n: { enum: [1, 2] } } } },
      { inputSchema: { properties: { n: { type: 'number', minimum: 1 } } } },
      { inputSchema: { properties: { n: { type: 'number', minimum: 1 } } } },
    ]);
    for (const name of ['json', 'zod', 'ark'])
      expect(await client.call(name, { n: 0 })).toMatchObject({ isError: true });
  });

  it('LU-03 tools have annotations, resources a size and dates, and results images, sounds and whole resources', async () => {
    const annotations = { readOnlyHint: true, openWorldHint: false };
    const about = { audience: ['user'], priority: 0.5, lastModified: '2026-07-28T12:00:00Z' } as const;
    const content = [
      text('a', { annotations: { priority: 1 } }),
      image('AA==', 'image/png'),
      audio(new Uint8Array([0]), 'audio/wav'),
      embedded(textContent('a:b', 'text/plain', 'x')),
      resourceLink('a:c', 'c', { size: 3, title: 'C' }),
    ];
    const application: Application = {
      tools: () => [{ name: 'all', description: 'Gives all.', annotations, run: () => results(content) }],
      resources: () => [{ ...resource('b', { uri: 'a:b', size: 1, annotations: about, read: () => 'x' }) }],
    };
    const client = await open(application, revision);
    expect(await client.tools()).toMatchObject([{ annotations }]);
    expect(await client.list('resources/list', 'resources')).toMatchObject([{ size: 1, annotations: about }]);
    expect((await client.call('all')).content).toEqual(JSON.parse(JSON.stringify(content)));
  });

  it('LU-04 log messages reach a client that asked for their level', async () => {
    const application: Application = {
      tools: () => [
        {
          name: 'talk',
          description: 'Talks.',
          run: (_args, context) => {
            context.log('debug', 'quietly');
            context.log('warning', { what: 'loudly' }, 'talker');
            return 'said';
          },
        },
      ],
    };
    const client = await open(application, revision);
    const ask = (level?: string) =>
      client.result('tools/call', {
        name: 'talk',
        ...(level !== undefined &&
          revision === '2026-07-28' && { _meta: { 'io.modelcontextprotocol/logLevel': level } }),
      });
    await ask();
    expect(client.unasked).toEqual([]);
    if (revision !== '2026-07-28') await client.result('logging/setLevel', { level: 'warning' });
    await ask('warning');
    expect(client.unasked).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'warning', logger: 'talker', data: { what: 'loudly' } },
      },
    ]);
  });

  it('LU-12 what is too long to read is refused, and the next message is answered', async () => {
    const mcp = await prepare('limited', hello, { bodyLimit: 600 });
    const handler = mcp.fetchHandler();
    const listing = async (params: JsonObject): Promise<number> =>
      (await ask(handler, revision, 'tools/list', params)).status;
    expect(await listing({ pad: 'x'.repeat(600) })).toBe(413);
    expect(await listing({})).toBe(200);
    await mcp.close();
    const lines = await run(hello, revision, ['x'.repeat(2000), requestOf(revision, 1, 'ping')], {
      maxMessageBytes: 600,
    });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ error: { code: -32600, message: expect.stringContaining('600 bytes') } });
    expect(lines[1]).toHaveProperty('id', 1);
  });
});

describe.each(REVISIONS)('within limits under %s', (revision) => {
  const application: Application = {
    tools: () => [
      {
        name: 'sleep',
        description: 'Sleeps until it is told to stop.',
        run: (_args, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
      {
        name: 'report',
        description: 'Reports its progress.',
        run: (_args, context) => {
          for (const step of [1, 2, 3]) context.progress(step);
          return 'done';
        },
      },
    ],
  };

  it('LU-12 a tool that takes longer than the server allows is stopped, and its client is told', async () => {
    const client = await open(application, revision, { server: { timeoutMs: 1 } });
    expect(await client.error('tools/call', { name: 'sleep' })).toEqual({
      code: -32603,
      message: "Tool 'sleep' took longer than 1 ms",
    });
  });

  it('LU-12 progress is told as seldom as the option says, the last of it always', async () => {
    const client = await open(application, revision, { server: { progressIntervalMs: 60_000 } });
    await client.result('tools/call', { name: 'report', _meta: { progressToken: 't' } });
    expect(client.unasked).toMatchObject([{ params: { progress: 1 } }, { params: { progress: 3 } }]);
  });

  it('LI-03, LU-12 requests run one by one where the option says so', async () => {
    const order: string[] = [];
    const turns: Application = {
      tools: () =>
        ['first', 'second'].map((name) => ({
          name,
          description: 'Takes two turns.',
          run: async () => {
            order.push(`${name} begins`);
            await new Promise((resolve) => setImmediate(resolve));
            order.push(`${name} ends`);
            return name;
          },
        })),
    };
    const both = (client: Awaited<ReturnType<typeof open>>) =>
      Promise.all([client.call('first'), client.call('second')]);
    await both(await open(turns, revision));
    expect(order.splice(0).slice(0, 2)).toEqual(['first begins', 'second begins']);
    await both(await open(turns, revision, { server: { limits: { concurrency: 1 } } }));
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });
});

it('LI-23 one server speaks to clients of both eras at once', async () => {
  const mcp = await prepare('both', hello);
  const handler = mcp.fetchHandler();
  const statuses = await Promise.all(
    REVISIONS.map(async (revision) => {
      const session = await sessionOf(handler, revision);
      const { status, messages } = await send(handler, {
        headers: { ...headersOf(revision, 'tools/call', { name: 'hello' }), ...session },
        body: JSON.stringify(requestOf(revision, revision, 'tools/call', { name: 'hello' })),
      });
      return [status, messages[0]?.id, (messages[0]?.result as JsonObject | undefined)?.resultType];
    }),
  );
  expect(statuses).toEqual([
    [200, '2026-07-28', 'complete'],
    [200, '2025-11-25', undefined],
    [200, '2025-06-18', undefined],
  ]);
  await mcp.close();
});
