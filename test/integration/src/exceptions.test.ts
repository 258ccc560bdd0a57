// What a handler throws: hidden from clients that are not the local user, logged once, and never the end of the process.
import type { JsonObject, Logger, Server } from '@polyspec/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, callerOf, WAYS } from './callers.js';
import { createCases, SECRET, VISIBLE } from './fixtures/cases.js';
import { serveHttp } from './http-server.js';
import { checkEveryMessage } from './wire/every-message.js';
import type { Answer } from './wire/messages.js';

checkEveryMessage();

/** Everything that can throw, with how the client asks for it. */
const THROWERS: readonly { readonly where: string; readonly ask: (how: string) => [string, JsonObject] }[] = [
  { where: 'a tool', ask: (how: string) => ['tools/call', { name: 'fail', arguments: { how } }] },
  { where: 'a prompt', ask: (how: string) => ['prompts/get', { name: 'fail', arguments: { how } }] },
  { where: 'a resource', ask: (how: string) => ['resources/read', { uri: `fail://${how}` }] },
  {
    where: 'a completion',
    ask: (how: string) => [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'fail' }, argument: { name: 'how', value: how } },
    ],
  },
];

const THROWN = THROWERS.flatMap((thrower) =>
  ['error', 'string', 'undefined', 'rejection'].map((how) => ({ ...thrower, how })),
);

const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];

const HIDDEN = /^Internal error \(reference ([0-9a-f-]{36})\)$/;

/** The text that an answer has for the client, which is an error of the tool or of the protocol. */
function textOf({ result, error }: Answer): string {
  if (error !== undefined) {
    expect(error.code).toBe(-32603);
    return error.message;
  }
  expect(result).toMatchObject({ isError: true });
  const [block] = (result?.content ?? []) as readonly { readonly text: string }[];
  return block?.text ?? '';
}

describe.each(WAYS)('$revision over $transport, errors not exposed', (way) => {
  const logged: string[] = [];
  const references: string[] = [];
  let server: Server;
  let caller: Caller;
  beforeAll(async () => {
    // Over HTTP they are not exposed by default.
    server = await serveHttp(createCases().application, { logger: loggerInto(logged) });
    caller = await callerOf(way, server.address, { exposeErrors: false });
  });
  afterAll(() => server.close());

  it.each(THROWN)('A13 hides what $where throws ($how)', async ({ ask, how }) => {
    const answer = await caller.request(...ask(how));
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|10\.0\.0\.5|SELECT/);
    const text = textOf(answer);
    expect(text).toMatch(HIDDEN);
    references.push(HIDDEN.exec(text)?.[1] ?? '');
  });

  it.each(THROWERS)('A13 shows the UserError of $where as it was written', async ({ ask }) => {
    expect(textOf(await caller.request(...ask('user')))).toBe(VISIBLE);
  });

  it('A13 hides what the callbacks of lists throw', async () => {
    await caller.request('tools/call', { name: 'break_lists', arguments: {} });
    for (const list of LISTS) {
      const answer = await caller.request(list);
      expect(JSON.stringify(answer)).not.toMatch(/hunter2/);
      const text = textOf(answer);
      expect(text).toMatch(HIDDEN);
      references.push(HIDDEN.exec(text)?.[1] ?? '');
    }
  });

  it('A13 logs each of them once, whole, with the reference that the client got', async () => {
    const end = await caller.end();
    expect(end?.code ?? 0).toBe(0);
    const lines = end === undefined ? logged : end.stderr.split('\n');
    expect(references).toHaveLength(THROWN.length + LISTS.length);
    for (const [index, reference] of references.entries()) {
      const entries = lines.filter((line) => line.includes(reference));
      expect(entries).toHaveLength(1);
      if (THROWN[index]?.how !== 'undefined') expect(entries[0]).toContain("password='hunter2' at 10.0.0.5");
    }
    expect(lines.filter((line) => line.includes(VISIBLE))).toEqual([]);
  });
});

describe.each(WAYS)('$revision over $transport, errors exposed', (way) => {
  let server: Server;
  let caller: Caller;
  beforeAll(async () => {
    server = await serveHttp(createCases().application, { exposeErrors: true });
    // On stdio they are exposed by default: the client is the local user.
    caller = await callerOf(way, server.address);
  });
  afterAll(async () => {
    await caller.end();
    await server.close();
  });

  it.each(THROWERS)('A13 shows what $where throws', async ({ ask }) => {
    expect(textOf(await caller.request(...ask('error')))).toBe(SECRET);
    expect(textOf(await caller.request(...ask('rejection')))).toBe(SECRET);
    expect(textOf(await caller.request(...ask('string')))).toBe(SECRET);
    expect(textOf(await caller.request(...ask('undefined')))).toBe('undefined was thrown');
    expect(textOf(await caller.request(...ask('user')))).toBe(VISIBLE);
  });
});

function loggerInto(lines: string[]): Logger {
  const write = (fields: object, message?: string): void => {
    const { err, ...rest } = fields as { readonly err?: unknown };
    const shown = err instanceof Error ? { stack: err.stack } : err;
    lines.push(JSON.stringify({ message, ...rest, err: shown }));
  };
  return { debug: () => undefined, info: () => undefined, warn: write, error: write };
}
