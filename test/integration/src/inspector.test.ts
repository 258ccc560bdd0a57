// The command line of the MCP Inspector against the examples, as their users would run it: over pipes, and over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALCULATOR_TOOLS } from './clients/calculator-script.js';
import { type Era, type Inspected, inspect } from './clients/inspector.js';
import { example, type HttpProcess, SPECS, type Spec, startHttp, temporaryFile } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { type HttpTap, tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';
import { tapStdio } from './wire/stdio-tap.js';

checkEveryMessage();

/** Which eras a server serves. */
const SPOKEN: Readonly<Record<Spec, readonly Era[]>> = {
  all: ['legacy', 'modern'],
  '2025-06-18': ['legacy'],
  '2025-11-25': ['legacy'],
  '2026-07-28': ['modern'],
};

describe.each(SPECS)('the Inspector with spec %s', { concurrent: true, timeout: 60_000 }, (spec) => {
  const watched = { served: SERVED[spec], isRealClient: true };
  let server: HttpProcess;
  let tap: HttpTap;
  beforeAll(async () => {
    server = await startHttp(example('calculator', spec, 'http'));
    tap = await tapHttp(server.url, watched);
  });
  afterAll(async () => {
    await tap.close();
    await server.stop();
  });

  it.each(SPOKEN[spec])('lists tools over stdio (%s), and finds nothing to complain about', async (era) => {
    const stdio = tapStdio(example('calculator', spec, 'stdio'), watched);
    listsAll(await inspect(stdio, era, '--method', 'tools/list', '--strict'));
    stdio.finish();
  });

  it.each(SPOKEN[spec])('lists tools over HTTP (%s), and finds nothing to complain about', async (era) => {
    listsAll(await inspect(tap, era, '--method', 'tools/list', '--strict'));
  });
});

function listsAll({ code, result, error }: Inspected): void {
  expect(error).toBeUndefined();
  const tools = (result?.tools ?? []) as readonly { readonly name: string }[];
  expect(tools.map(({ name }) => name)).toEqual(CALCULATOR_TOOLS);
  expect(code).toBe(0);
}

describe('the Inspector with a server of the other era', { concurrent: true, timeout: 60_000 }, () => {
  it.each([
    { spec: '2026-07-28', era: 'legacy', error: /this server speaks 2026-07-28 and has no initialize/ },
    { spec: '2025-11-25', era: 'modern', error: /the server did not offer pinned protocol version 2026-07-28/ },
  ] as const)('is told so ($era, $spec)', async ({ spec, era, error }) => {
    const stdio = tapStdio(example('calculator', spec, 'stdio'), { served: SERVED[spec], isRealClient: true });
    const inspected = await inspect(stdio, era, '--method', 'tools/list');
    stdio.finish();
    expect(inspected).toMatchObject({ code: 1, error: expect.stringMatching(error) });
  });
});

describe('the Inspector with the notes', { concurrent: true, timeout: 60_000 }, () => {
  let server: HttpProcess;
  let tap: HttpTap;
  beforeAll(async () => {
    server = await startHttp(example('notes', 'all', 'http'), { NOTES_DB: temporaryFile('inspected.db') });
    tap = await tapHttp(server.url, { served: SERVED.all, isRealClient: true });
    const note = JSON.stringify({ title: 'Tea', text: 'Assam', tags: ['tea'] });
    const add = ['--method', 'tools/call', '--tool-name', 'add_note', '--tool-args-json', note];
    expect(await inspect(tap, 'legacy', ...add)).toMatchObject({
      code: 0,
      result: { structuredContent: { id: 1, uri: 'notes://note/1' } },
    });
  }, 30_000);
  afterAll(async () => {
    await tap.close();
    await server.stop();
  });

  it.each([
    { asked: 'resources/list', result: { resources: [{ uri: 'notes://tags' }, { uri: 'notes://note/1' }] } },
    {
      asked: 'resources/templates/list',
      result: { resourceTemplates: [{ uriTemplate: 'notes://note/{id}' }, { uriTemplate: 'notes://tag/{tag}' }] },
    },
    { asked: 'resources/read --uri notes://tags', result: { contents: [{ uri: 'notes://tags', text: 'tea' }] } },
    { asked: 'prompts/list', result: { prompts: [{ name: 'review_tag' }, { name: 'merge_notes' }] } },
    {
      asked: 'prompts/get --prompt-name review_tag --prompt-args tag=tea',
      result: { description: 'A review of #tea' },
    },
  ])('gets $asked', async ({ asked, result }) => {
    expect(await inspect(tap, 'modern', '--method', ...asked.split(' '))).toMatchObject({ code: 0, result });
  });

  it.each([
    { asked: 'resources/read --uri notes://note/99', code: 1, error: "Unknown resource 'notes://note/99'" },
    { asked: 'prompts/get --prompt-name nope', code: 1, error: "Unknown prompt 'nope'" },
    {
      asked: 'tools/call --tool-name delete_note --tool-args-json {"id":99}',
      code: 5,
      error: "Tool 'delete_note' returned isError:true.",
      result: { content: [{ text: 'There is no note 99' }], isError: true },
    },
    { asked: 'tools/call --tool-name nope', code: 5, error: "Tool 'nope' not found on server." },
  ])('shows the error of $asked', async ({ asked, ...wanted }) => {
    expect(await inspect(tap, 'legacy', '--method', ...asked.split(' '))).toMatchObject(wanted);
  });
});
