// Rounds with clients that other people made: one application, written once, that asks for everything there is to ask for, under
// every revision, over pipes and over HTTP.
import type { Server } from '@polyspec/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AskedClient,
  askedV1,
  askedV2Auto,
  askedV2Legacy,
  askedV2Old,
  askedV2OldAble,
  askedV2Pinned,
  type Person,
} from './clients/asked-client.js';
import { v1, v2Auto } from './clients/official-client.js';
import application from './fixtures/rounds.js';
import { serveHttp } from './http-server.js';
import { fixture } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { type HttpTap, tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';
import { tapStdio } from './wire/stdio-tap.js';

checkEveryMessage();

const CLIENTS = [
  { kind: askedV2Pinned, revision: '2026-07-28' },
  { kind: askedV2Auto, revision: '2026-07-28' },
  { kind: askedV2Legacy, revision: '2025-11-25' },
  { kind: askedV2Old, revision: '2025-06-18' },
  { kind: askedV2OldAble, revision: '2025-06-18' },
  { kind: askedV1, revision: '2025-11-25' },
].map((row) => ({ name: row.kind.name, ...row }));

const accept = (content: object) => ({ action: 'accept', content });
const said = { role: 'assistant', content: { type: 'text', text: 'Something.' }, model: 'm' };

/** Somebody who says yes to everything, a model that says one thing, and one folder. */
function obliging(method: string, params: { readonly [name: string]: unknown }): object {
  if (method === 'roots/list') return { roots: [{ uri: 'file:///home/ada' }] };
  if (method === 'sampling/createMessage') return said;
  if (params.mode === 'url') return { action: 'accept' };
  const { properties } = params.requestedSchema as { readonly properties: object };
  return accept('seats' in properties ? { seats: 2 } : { name: 'Ada' });
}

interface Talking {
  readonly client: AskedClient;
  close(): Promise<void>;
}

function asks(revision: string, connect: (person: Person) => Promise<Talking>): void {
  const answer = vi.fn<Person['answer']>();
  let talking: Talking;
  beforeAll(async () => {
    talking = await connect({ answer });
  });
  beforeEach(() => {
    answer.mockReset().mockImplementation((method, params) => obliging(method, params) as never);
  });
  afterAll(() => talking.close());

  const call = async (name: string, args: Record<string, unknown> = {}, signal?: AbortSignal): Promise<object> =>
    talking.client.callTool(name, args, signal === undefined ? {} : { signal });
  const textOf = (result: object): string => (result as { content: [{ text: string }] }).content[0].text;
  const text = async (name: string, args: Record<string, unknown> = {}) => textOf(await call(name, args));

  it('agrees on the revision', () => {
    expect(talking.client.revision()).toBe(revision);
  });

  it('D-8, R-16, R-17 is asked twice in one call, and everything is done once', async () => {
    const visitor = crypto.randomUUID();
    const reports: number[] = [];
    const result = await talking.client.callTool(
      'book',
      { visitor },
      { onprogress: ({ progress }) => void reports.push(progress) },
    );
    expect(result).toMatchObject({
      structuredContent: { seats: 2, window: false, name: 'Ada', steps: ['reserve', 'hold 2', 'pay'] },
    });
    expect(answer.mock.calls.map(([, { message }]) => message)).toEqual([
      'Reservation 1: how many seats?',
      '2 seats for whom?',
    ]);
    expect(reports[0]).toBe(1);
    expect(await text('steps', { visitor })).toBe('reserve, hold 2, pay');
  });

  it.each(['decline', 'cancel'])('I-05 may %s, at the first question or the second', async (action) => {
    for (const [answers, steps] of [
      [[{ action }], ['reserve']],
      [
        [accept({ seats: 3, window: true }), { action }],
        ['reserve', 'hold 3'],
      ],
    ] as const) {
      for (const each of answers) answer.mockReturnValueOnce(each as never);
      const result = await call('book', { visitor: crypto.randomUUID() });
      expect(result).toMatchObject({ structuredContent: { name: action, steps } });
    }
  });

  it('MR-08, MR-19, LI-05, LI-06 is asked for everything that there is', async () => {
    expect(await text('think')).toBe(JSON.stringify(said.content));
    expect(await text('look')).toBe('file:///home/ada');
    const paid = await call('pay');
    if (revision !== '2025-06-18') expect(textOf(paid)).toBe('accept');
    else expect(paid).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('elicitation.url') }] });
  });

  it('Q-33 is asked for all of it at once, by a hook that has a state', async () => {
    const page = revision === '2025-06-18' ? [] : ['page'];
    expect(await text('all')).toBe(`2 rounds: ${['form', ...page, 'model', 'folders'].join(', ')}`);
    // Folders that the client tells the changes of are known from before, under the revisions with sessions.
    const asked = answer.mock.calls.filter(([method]) => method !== 'roots/list');
    expect(asked).toHaveLength(2 * (2 + page.length));
  });

  it('Q-50, YI-01 is asked for a page by a tool that requires that, or told what it lacks before anything is done', async () => {
    const visitor = crypto.randomUUID();
    const settled = await call('settle', { visitor });
    if (revision === '2025-06-18') {
      expect(settled).toMatchObject({
        isError: true,
        content: [{ text: "Tool 'settle' needs a client with elicitation.url" }],
      });
    } else expect(textOf(settled)).toBe('accept');
    expect(await text('steps', { visitor })).toBe(revision === '2025-06-18' ? '' : 'prepare');
  });

  it('MR-02, MR-03 is asked for a prompt and a resource too', async () => {
    expect(await talking.client.getPrompt('invite', { tone: 'warmly' })).toMatchObject({
      messages: [{ content: { text: 'Invite Ada, warmly.' } }],
    });
    expect(await talking.client.readResource('diary:today')).toMatchObject({
      contents: [{ text: 'diary:today, for Ada' }],
    });
  });

  it('R-15 may leave in the middle, and nothing is held for it', async () => {
    const visitor = crypto.randomUUID();
    const leaving = new AbortController();
    answer.mockImplementation(() => {
      leaving.abort('enough');
      throw new Error('The user has gone');
    });
    await expect(call('book', { visitor }, leaving.signal)).rejects.toBeDefined();
    answer.mockImplementation((method, params) => obliging(method, params) as never);
    expect(await text('steps', { visitor })).toBe('reserve');
    expect(await text('look')).toBe('file:///home/ada');
  });
}

describe.each(CLIENTS)('over stdio the $name', { timeout: 60_000 }, ({ kind, revision }) => {
  asks(revision, async (person) => {
    const tap = tapStdio(fixture('rounds'), { served: SERVED.all, isRealClient: true });
    const client = await kind.connect(tap, person);
    return {
      client,
      close: async () => {
        await client.close();
        await tap.finish();
      },
    };
  });
});

// A client that knows newer revisions, and declares what they have, on a server of the oldest.
describe(`over stdio, from a server of 2025-06-18 only, the ${askedV1.name}`, { timeout: 60_000 }, () => {
  asks('2025-06-18', async (person) => {
    const tap = tapStdio(fixture('rounds', { spec: '2025-06-18' }), {
      served: SERVED['2025-06-18'],
      isRealClient: true,
    });
    const client = await askedV1.connect(tap, person);
    return {
      client,
      close: async () => {
        await client.close();
        await tap.finish();
      },
    };
  });
});

describe(`over HTTP, from a server of 2025-06-18 only, the ${askedV1.name}`, { timeout: 60_000 }, () => {
  asks('2025-06-18', async (person) => {
    const server = await serveHttp(application, { spec: '2025-06-18' });
    const tap = await tapHttp(server.address, { served: SERVED['2025-06-18'], isRealClient: true });
    const client = await askedV1.connect({ url: tap.url }, person);
    return {
      client,
      close: async () => {
        await client.close();
        await tap.close();
        await server.close();
      },
    };
  });
});

describe('over HTTP', { timeout: 60_000 }, () => {
  let server: Server;
  let tap: HttpTap;
  beforeAll(async () => {
    server = await serveHttp(application);
    tap = await tapHttp(server.address, { served: SERVED.all, isRealClient: true });
  });
  afterAll(async () => {
    await tap.close();
    await server.close();
  });

  describe.each(CLIENTS)('the $name', ({ kind, revision }) => {
    asks(revision, async (person) => {
      const client = await kind.connect({ url: tap.url }, person);
      return { client, close: () => client.close() };
    });
  });

  it('M-07, Q-50 a client that can be asked nothing is told so: by an error, or by what the model reads', async () => {
    const modern = await v2Auto.connect({ url: tap.url });
    await expect(modern.callTool({ name: 'look', arguments: {} })).rejects.toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { roots: {} } },
    });
    await modern.close();
    const old = await v1.connect({ url: tap.url });
    expect(await old.callTool({ name: 'look', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: "Tool 'look' needs a client with roots" }],
    });
    await old.close();
  });
});
