// Asking clients that other people made, in the middle of a call: over pipes, and in sessions over HTTP.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  ASKED_CLIENTS,
  type AskedClient,
  type AskedSession,
  type Target,
} from './clients/asked-client.js';
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

/** A user that accepts, a model that uses a tool before it says something, and one folder. */
function answers() {
  const completed: string[] = [];
  const given = {
    elicit: vi.fn<Answers['elicit']>(({ mode }) => (mode === 'url' ? { action: 'accept' } : seats)),
    sample: vi.fn<Answers['sample']>(({ messages, tools }) =>
      tools === undefined || (messages as never[]).length > 1
        ? said({ type: 'text', text: 'Cold.' }, 'endTurn')
        : said([{ type: 'tool_use', id: 'u1', name: 'get_weather', input: { city: 'Oslo' } }], 'toolUse'),
    ),
    roots: vi.fn<Answers['roots']>(() => ({ roots: [{ uri: 'file:///home/ada', name: 'Ada' }] })),
    complete: (id: string) => void completed.push(id),
  };
  return { ...given, completed };
}

const CLIENTS = ASKED_CLIENTS.map((client) => ({ ...client, client }));

type Connect = (client: AskedClient, given: Answers) => Promise<AskedSession>;

function suite(connect: Connect): void {
  const text = async (session: AskedSession, name: string, args: Record<string, unknown> = {}): Promise<string> => {
    const { content } = (await session.callTool({ name, arguments: args })) as { content: [{ text: string }] };
    return content[0].text;
  };

  it.each(CLIENTS)('LI-01, YI-02 asks the user of the $name by a form', async ({ client, isNew }) => {
    const given = answers();
    const session = await connect(client, given);
    expect(await text(session, 'book')).toBe('2 in b, window: false');
    const [[asked] = []] = given.elicit.mock.calls;
    expect(asked?.requestedSchema).toHaveProperty(`properties.class.${isNew ? 'oneOf' : 'enumNames'}`);
    given.elicit.mockReturnValue({ action: 'decline' });
    expect(await text(session, 'book')).toBe('decline');
    given.elicit.mockReturnValue({ action: 'accept', content: { seats: 'two', class: 'b' } });
    expect(await text(session, 'book')).toContain("'seats' does not fit its field");
    await session.close();
  });

  it.each(CLIENTS)('YI-07 to YI-10 has a page visited by the user of the $name', async ({ client, isNew }) => {
    const given = answers();
    const session = await connect(client, given);
    if (!isNew) {
      expect(await text(session, 'pay', { id: 'old' })).toBe('The client can not be asked');
      expect(await text(session, 'buy', { id: 'old' })).toContain('Payment needed');
      await session.close();
      return;
    }
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(await text(session, 'pay', { id: one })).toBe('accept');
    await expect(text(session, 'buy', { id: other })).rejects.toMatchObject({
      code: -32042,
      data: { elicitations: [{ mode: 'url', elicitationId: other }] },
    });
    for (const id of [one, other]) await text(session, 'paid', { id });
    await vi.waitFor(() => expect(given.completed.toSorted()).toEqual([one, other].toSorted()));
    await session.close();
  });

  it.each(CLIENTS)(
    'LI-05, YI-13 asks the model of the $name, with tools where it has them',
    async ({ client, isNew }) => {
      const given = answers();
      const session = await connect(client, given);
      expect(await text(session, 'think')).toBe(
        isNew ? 'Cold.' : 'The model of this client uses no tools (sampling.tools)',
      );
      expect(given.sample).toHaveBeenCalledTimes(isNew ? 2 : 0);
      await session.close();
    },
  );

  it.each(CLIENTS)('LI-06, YI-16 asks for the folders of the $name, again when they change', async ({ client }) => {
    const given = answers();
    const session = await connect(client, given);
    for (const times of [1, 1]) {
      expect(await text(session, 'look')).toBe('file:///home/ada');
      expect(given.roots).toHaveBeenCalledTimes(times);
    }
    given.roots.mockReturnValue({ roots: [] });
    await session.sendRootsListChanged();
    expect(await text(session, 'look')).toBe('');
    await session.close();
  });

  it.each(CLIENTS)('asks the $name many things at once', async ({ client }) => {
    const given = answers();
    given.elicit.mockImplementation(({ message }) => ({
      action: 'accept',
      content: { n: message === 'First' ? 1 : 2 },
    }));
    const session = await connect(client, given);
    const calls = Array.from({ length: 5 }, () => text(session, 'all'));
    for (const call of calls) {
      expect(JSON.parse(await call)).toMatchObject([
        { content: { n: 1 } },
        { content: { n: 2 } },
        { model: 'm' },
        [{}],
      ]);
    }
    await session.close();
  });

  it.each(CLIENTS)('YU-06, YI-12 withdraws what the $name was asked when it cancels the call', async ({ client }) => {
    const given = answers();
    given.elicit.mockImplementation(() => new Promise(() => undefined));
    const session = await connect(client, given);
    const aborter = new AbortController();
    const call = session.callTool({ name: 'book', arguments: {} }, aborter.signal);
    await vi.waitFor(() => expect(given.elicit).toHaveBeenCalled());
    aborter.abort('enough');
    await expect(call).rejects.toBeDefined();
    given.elicit.mockReturnValue(seats);
    expect(await text(session, 'book')).toBe('2 in b, window: false');
    await session.close();
  });
}

describe('asking over stdio', { concurrent: false, timeout: 60_000 }, () => {
  suite(async (client, given) => {
    const tap = tapStdio(fixture('asking'), { served: SERVED.all, isRealClient: true });
    const session = await client.connect(tap, given);
    return {
      ...session,
      close: async () => {
        await session.close();
        tap.finish();
      },
    };
  });
});

describe('asking in a session over HTTP', () => {
  let tap: HttpTap;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const server = await serveHttp(application);
    tap = await tapHttp(server.address, { served: SERVED.all, isRealClient: true });
    close = async () => {
      await tap.close();
      await server.close();
    };
  });
  afterAll(() => close());

  suite((client, given) => client.connect({ url: tap.url } satisfies Target, given));
});
