// The command lines of the MCP Inspector against the examples, as their users would run them: over pipes, and over HTTP. Each
// command line is a process, so several run at once, and none asks for what another one has seen.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALCULATOR_TOOLS } from './clients/calculator-script.js';
import { type Era, type Inspected, inspect } from './clients/inspector.js';
import { inspectCalculator, inspectNotes } from './clients/inspector-script.js';
import { type Mcpdo, startMcpdo } from './clients/mcpdo.js';
import type { Target } from './clients/official-client.js';
import { example, type HttpProcess, SPECS, type Spec, startHttp, temporaryFile } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { type HttpTap, tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';
import { type StdioTap, tapStdio } from './wire/stdio-tap.js';

checkEveryMessage();

/** Which eras a server serves. */
const SPOKEN: Readonly<Record<Spec, readonly Era[]>> = {
  all: ['legacy', 'modern'],
  '2025-06-18': ['legacy'],
  '2025-11-25': ['legacy'],
  '2026-07-28': ['modern'],
};

const APPLICATIONS = ['calculator', 'notes'] as const;
const TRANSPORTS = ['stdio', 'http'] as const;

type Application = (typeof APPLICATIONS)[number];

let mcpdo: Mcpdo;
const processes: HttpProcess[] = [];
const overHttp = new Map<string, HttpTap>();
const overStdio: StdioTap[] = [];

beforeAll(async () => {
  const each = SPECS.flatMap((spec) => APPLICATIONS.map((name) => ({ spec, name })));
  const starting = each.map(async ({ spec, name }) => {
    const server = await startHttp(example(name, spec, 'http'), { NOTES_DB: temporaryFile(`inspected-${spec}.db`) });
    processes.push(server);
    overHttp.set(`${name} ${spec}`, await tapHttp(server.url, watched(spec)));
  });
  [mcpdo] = await Promise.all([startMcpdo(), ...starting]);
});
afterAll(async () => {
  await mcpdo.stop();
  await Promise.all([...overHttp.values()].map((tap) => tap.close()));
  await Promise.all(processes.map((server) => server.stop()));
  await Promise.all(overStdio.map((tap) => tap.finish()));
});

function watched(spec: Spec): Parameters<typeof tapHttp>[1] {
  return { served: SERVED[spec], isRealClient: true };
}

function target(name: Application, spec: Spec, transport: (typeof TRANSPORTS)[number], tag: string): Target {
  const http = overHttp.get(`${name} ${spec}`);
  if (transport === 'http' && http !== undefined) return http;
  const stdio = tapStdio(example(name, spec, 'stdio'), watched(spec));
  overStdio.push(stdio);
  return { ...stdio, env: { NOTES_DB: temporaryFile(`inspected-${tag}.db`) } };
}

const CASES = SPECS.flatMap((spec) =>
  TRANSPORTS.flatMap((transport) => SPOKEN[spec].map((era) => ({ spec, transport, era }))),
);

describe.each(CASES)(
  'the Inspector with spec $spec over $transport ($era)',
  { concurrent: true, timeout: 60_000 },
  ({ spec, transport, era }) => {
    const tag = `${transport}-${spec}-${era}`;

    it('lists the tools of the calculator, and finds nothing to complain about', async () => {
      const calculator = target('calculator', spec, transport, tag);
      listsAll(await inspect(calculator, era, '--method', 'tools/list', '--strict'));
    });

    it('calls the calculator, and shows its errors', async () => {
      const calculator = target('calculator', spec, transport, tag);
      await mcpdo.use(`calculator-${tag}`, calculator, era, inspectCalculator);
    });

    it('calls, lists, reads, gets and completes with the notes, and shows their errors', async () => {
      const notes = target('notes', spec, transport, tag);
      await mcpdo.use(`notes-${tag}`, notes, era, (run) => inspectNotes(run, tag));
    });
  },
);

function listsAll({ code, result, error }: Inspected): void {
  expect(error).toBeUndefined();
  const tools = (result?.tools ?? []) as readonly { readonly name: string }[];
  expect(tools.map(({ name }) => name)).toEqual(CALCULATOR_TOOLS);
  expect(code).toBe(0);
}

// The Inspector can be told an era and no revision, so a server of both has none that it can't speak.
describe.each(TRANSPORTS)(
  'the Inspector with a server of the other era over %s',
  { concurrent: true, timeout: 60_000 },
  (transport) => {
    it.each([
      { spec: '2026-07-28', era: 'legacy', error: /this server speaks 2026-07-28 and has no initialize/ },
      { spec: '2025-11-25', era: 'modern', error: /the server did not offer pinned protocol version 2026-07-28/ },
      { spec: '2025-06-18', era: 'modern', error: /the server did not offer pinned protocol version 2026-07-28/ },
    ] as const)('is told so ($era, $spec)', async ({ spec, era, error }) => {
      const where = target('calculator', spec, transport, `other-${transport}-${spec}`);
      expect(await inspect(where, era, '--method', 'tools/list')).toMatchObject({
        code: 1,
        error: expect.stringMatching(error),
      });
    });
  },
);

describe('the Inspector with the notes', { concurrent: true, timeout: 60_000 }, () => {
  it.each([
    {
      asked: 'resources/templates/list',
      result: { resourceTemplates: [{ uriTemplate: 'notes://note/{id}' }, { uriTemplate: 'notes://tag/{tag}' }] },
    },
    { asked: 'prompts/list', result: { prompts: [{ name: 'review_tag' }, { name: 'merge_notes' }] } },
  ])('lists $asked', async ({ asked, result }) => {
    expect(await inspect(target('notes', 'all', 'http', ''), 'modern', '--method', asked)).toMatchObject({
      code: 0,
      result,
    });
  });
});
