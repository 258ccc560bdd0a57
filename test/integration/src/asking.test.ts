// Asking clients that other people made, in the middle of a call: over pipes, and in sessions over HTTP.
import type { Server } from '@polyspec/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANSWERING_CLIENTS,
  type AnsweringClient,
  type AnsweringSession,
  type Answers,
} from './clients/answering-client.js';
import application from './fixtures/asking.js';
import { serveHttp } from './http-server.js';
import { fixture } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { type HttpTap, tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';
import { tapStdio } from './wire/stdio-tap.js';

checkEveryMessage();

const seats = { action: 'accept', content: { seats: 2, class: 'b' } };
const said = (content: unknown, stopReason: string) =>
  ({ role: 'assistant', content, model: 'm', stopReason }) as never;

const CLIENTS = ANSWERING_CLIENTS.map((client) => ({ name: client.name, client }));

/** A user that accepts, a model that uses a tool before it says something, and one folder. */
function answers() {
  const completed: string[] = [];
  const given = {
    elicit: vi.fn<Answers['elicit']>(),
    sample: vi.fn<Answers['sample']>(),
    roots: vi.fn<Answers['roots']>(),
    complete: (id: string) => void completed.push(id),
  };
  const reset = (): void => {
    completed.length = 0;
    given.elicit.mockReset().mockImplementation(({ mode }) => (mode === 'url' ? { action: 'accept' } : seats));
    given.sample
      .mockReset()
      .mockImplementation(({ messages, tools }) =>
        tools === undefined || (messages as never[]).length > 1
          ? said({ type: 'text', text: 'Cold.' }, 'endTurn')
          : said([{ type: 'tool_use', id: 'u1', name: 'get_weather', input: { city: 'Oslo' } }], 'toolUse'),
      );
    given.roots.mockReset().mockReturnValue({ roots: [{ uri: 'file:///home/ada', name: 'Ada' }] });
  };
  return { ...given, completed, reset };
}

type Connect = (client: AnsweringClient, given: Answers) => Promise<AnsweringSession>;

function asks(client: AnsweringClient, connect: Connect): void {
  const { isNew } = client;
  const { reset, ...given } = answers();
  let session: AnsweringSession;
  beforeAll(async () => {
    session = await connect(client, given);
  });
  beforeEach(reset);
  afterAll(() => session.close());

  const text = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const { content } = (await session.callTool({ name, arguments: args })) as { content: [{ text: string }] };
    return content[0].text;
  };

  it('LI-01, YI-02 its user by a form', async () => {
    expect(await text('book')).toBe('2 in b, window: false');
    const [[asked] = []] = given.elicit.mock.calls;
    expect(asked?.requestedSchema).toHaveProperty(`properties.class.${isNew ? 'oneOf' : 'enumNames'}`);
    given.elicit.mockReturnValue({ action: 'decline' });
    expect(await text('book')).toBe('decline');
    given.elicit.mockReturnValue({ action: 'accept', content: { seats: 'two', class: 'b' } });
    expect(await text('book')).toContain("'seats' does not fit its field");
  });

  it.runIf(isNew)('YI-07 to YI-10 its user to visit a page, and tells it when that is done', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(await text('pay', { id: one })).toBe('accept');
    await expect(text('buy', { id: other })).rejects.toMatchObject({
      code: -32042,
      data: { elicitations: [{ mode: 'url', elicitationId: other }] },
    });
    for (const id of [one, other]) await text('paid', { id });
    await vi.waitFor(() => expect(given.completed.toSorted()).toEqual([one, other].toSorted()));
  });

  it.runIf(!isNew)('YI-01, YI-10 nobody to visit a page', async () => {
    expect(await text('pay', { id: 'old' })).toBe('The client can not be asked');
    expect(await text('buy', { id: 'old' })).toContain('Payment needed');
    expect(given.elicit).not.toHaveBeenCalled();
  });

  it('LI-05, YI-13 its model, with tools where it has them', async () => {
    expect(await text('think')).toBe(isNew ? 'Cold.' : 'The model of this client uses no tools (sampling.tools)');
    expect(given.sample).toHaveBeenCalledTimes(isNew ? 2 : 0);
  });

  it('LI-06, YI-16 for its folders, again when they change', async () => {
    for (const times of [1, 1]) {
      expect(await text('look')).toBe('file:///home/ada');
      expect(given.roots).toHaveBeenCalledTimes(times);
    }
    given.roots.mockReturnValue({ roots: [] });
    await session.sendRootsListChanged();
    expect(await text('look')).toBe('');
  });

  it('many things at once', async () => {
    given.elicit.mockImplementation(({ message }) => ({
      action: 'accept',
      content: { n: message === 'First' ? 1 : 2 },
    }));
    for (const call of Array.from({ length: 5 }, () => text('all'))) {
      expect(JSON.parse(await call)).toMatchObject([{ content: { n: 1 } }, { content: { n: 2 } }, { model: 'm' }, []]);
    }
  });

  it('YU-06, YI-12 and nothing more when it cancels the call', async () => {
    const withdrawn = vi.fn();
    given.elicit.mockImplementation((_params, signal) => {
      signal.addEventListener('abort', withdrawn);
      return new Promise(() => undefined);
    });
    const aborter = new AbortController();
    const call = session.callTool({ name: 'book', arguments: {} }, aborter.signal);
    await vi.waitFor(() => expect(given.elicit).toHaveBeenCalled());
    aborter.abort('enough');
    await expect(call).rejects.toBeDefined();
    await vi.waitFor(() => expect(withdrawn).toHaveBeenCalled());
    given.elicit.mockReturnValue(seats);
    expect(await text('book')).toBe('2 in b, window: false');
  });
}

describe.each(CLIENTS)('over stdio the $name is asked', { timeout: 60_000 }, ({ client }) => {
  asks(client, async (asked, given) => {
    const tap = tapStdio(fixture('asking'), { served: SERVED.all, isRealClient: true });
    const session = await asked.connect(tap, given);
    return {
      ...session,
      close: async () => {
        await session.close();
        await tap.finish();
      },
    };
  });
});

describe.each(CLIENTS)('in a session over HTTP the $name is asked', ({ client }) => {
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
  asks(client, (asked, given) => asked.connect({ url: tap.url }, given));
});
