// Clients that other people made, against the examples as built and started as processes of their own (`build.ts` sees to
// the build): over real pipes and sockets, with everything that they and the servers say checked in between.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useCalculator } from './clients/calculator-script.js';
import { useNotes } from './clients/notes-script.js';
import {
  type OfficialClient,
  type Target,
  v1,
  v2Auto,
  v2Future,
  v2Legacy,
  v2LegacyOld,
  v2Past,
  v2Pinned,
} from './clients/official-client.js';
import { example, type HttpProcess, SPECS, type Spec, startHttp, temporaryFile } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { type HttpTap, tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';
import { tapStdio } from './wire/stdio-tap.js';

checkEveryMessage();

/** What comes of a client that meets a server: the revision that they agree on, or what its user gets to read. */
type Meeting = '2025-06-18' | '2025-11-25' | '2026-07-28' | { readonly stdio: RegExp; readonly http: RegExp };

const NO_HANDSHAKE: Meeting = {
  stdio:
    /^(MCP error -32602: )?Missing required params\._meta with io\.\S+\/protocolVersion and io\.\S+\/clientCapabilities: this server speaks 2026-07-28 and has no initialize$/,
  http: /"code":-32020,"message":"Missing required MCP-Protocol-Version header: this server speaks 2026-07-28 and has no initialize"/,
};
const NOT_OFFERED: Meeting = {
  stdio:
    /^Version negotiation failed: the server did not offer pinned protocol version 2026-07-28 via server\/discover/,
  http: /^Version negotiation failed: the server did not offer pinned protocol version 2026-07-28 via server\/discover/,
};

const MEETINGS = (
  [
    {
      client: v1,
      meetings: {
        all: '2025-11-25',
        '2025-06-18': '2025-06-18',
        '2025-11-25': '2025-11-25',
        '2026-07-28': NO_HANDSHAKE,
      },
    },
    {
      client: v2Legacy,
      meetings: {
        all: '2025-11-25',
        '2025-06-18': '2025-06-18',
        '2025-11-25': '2025-11-25',
        '2026-07-28': NO_HANDSHAKE,
      },
    },
    {
      client: v2LegacyOld,
      meetings: {
        all: '2025-06-18',
        '2025-06-18': '2025-06-18',
        '2025-11-25': '2025-06-18',
        '2026-07-28': NO_HANDSHAKE,
      },
    },
    {
      client: v2Auto,
      meetings: {
        all: '2026-07-28',
        '2025-06-18': '2025-06-18',
        '2025-11-25': '2025-11-25',
        '2026-07-28': '2026-07-28',
      },
    },
    {
      client: v2Pinned,
      meetings: { all: '2026-07-28', '2025-06-18': NOT_OFFERED, '2025-11-25': NOT_OFFERED, '2026-07-28': '2026-07-28' },
    },
  ] satisfies readonly { client: OfficialClient; meetings: Readonly<Record<Spec, Meeting>> }[]
).map((row) => ({ name: row.client.name, ...row }));

describe.each(SPECS)('spec %s over stdio', { concurrent: true, timeout: 60_000 }, (spec) => {
  it.each(MEETINGS)('serves the $name', async ({ client, meetings }) => {
    const watched = { served: SERVED[spec], isRealClient: true };
    const calculator = tapStdio(example('calculator', spec, 'stdio'), watched);
    const notes = tapStdio(example('notes', spec, 'stdio'), watched);
    const env = { NOTES_DB: temporaryFile(`${client.tag}-${spec}.db`) };
    await meet(client, meetings[spec], 'stdio', { calculator, notes: { ...notes, env } });
    await calculator.finish();
    await notes.finish();
  });
});

describe.each(SPECS)('spec %s over HTTP', (spec) => {
  const processes: HttpProcess[] = [];
  const taps: HttpTap[] = [];
  beforeAll(async () => {
    const env = { NOTES_DB: temporaryFile(`http-${spec}.db`) };
    const names = ['calculator', 'notes'] as const;
    processes.push(...(await Promise.all(names.map((name) => startHttp(example(name, spec, 'http'), env)))));
    for (const { url } of processes) taps.push(await tapHttp(url, { served: SERVED[spec], isRealClient: true }));
  });
  afterAll(async () => {
    await Promise.all(taps.map((tap) => tap.close()));
    await Promise.all(processes.map((process) => process.stop()));
  });

  it.each(MEETINGS)('serves the $name', async ({ client, meetings }) => {
    const [calculator, notes] = taps as [HttpTap, HttpTap];
    await meet(client, meetings[spec], 'http', { calculator, notes });
  });
});

describe('a version that both sides do not share', () => {
  it.each([
    { client: v2Future, message: /^Unsupported protocol version$/ },
    { client: v2Past, message: /protocol version is not supported: 2025-11-25/ },
  ])('is told to the user of the $client.name', async ({ client, message }) => {
    const tap = tapStdio(example('calculator', 'all', 'stdio'), { served: SERVED.all });
    await expect(client.connect(tap)).rejects.toThrow(message);
    await tap.finish();
  });
});

interface Targets {
  readonly calculator: Target;
  readonly notes: Target;
}

async function meet(client: OfficialClient, meeting: Meeting, over: 'stdio' | 'http', targets: Targets): Promise<void> {
  if (typeof meeting !== 'string') {
    await expect(client.connect(targets.calculator)).rejects.toThrow(meeting[over]);
    return;
  }
  const calculator = await client.connect(targets.calculator);
  expect(calculator.revision()).toBe(meeting);
  await useCalculator(calculator, over);
  await calculator.close();
  const notes = await client.connect(targets.notes);
  await useNotes(notes, client.tag, client.notFound);
  await notes.close();
}
