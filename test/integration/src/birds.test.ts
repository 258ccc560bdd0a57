// The expert system for birds with clients that other people made, over real pipes and sockets: whatever a server may ask of a
// client, under every revision and over both transports, by tools that were written once.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AskedClientKind,
  askedV1,
  askedV2Auto,
  askedV2Legacy,
  askedV2Old,
  askedV2Pinned,
} from './clients/asked-client.js';
import { Birdwatcher, seeing, useBirds } from './clients/birds-script.js';
import { type HttpProcess, ROOT, type Spec, startHttp } from './processes.js';
import { type CuttingProxy, cuttingProxy } from './wire/cutting-proxy.js';
import { checkEveryMessage } from './wire/every-message.js';
import { type HttpTap, tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';
import { type Command, tapStdio } from './wire/stdio-tap.js';

checkEveryMessage();

/** Who meets which server, and the revision that they agree on. */
const MEETINGS: readonly { readonly spec: Spec; readonly kind: AskedClientKind; readonly revision: string }[] = [
  { spec: 'all', kind: askedV1, revision: '2025-11-25' },
  { spec: 'all', kind: askedV2Legacy, revision: '2025-11-25' },
  { spec: 'all', kind: askedV2Old, revision: '2025-06-18' },
  { spec: 'all', kind: askedV2Auto, revision: '2026-07-28' },
  { spec: '2025-06-18', kind: askedV1, revision: '2025-06-18' },
  { spec: '2025-11-25', kind: askedV2Legacy, revision: '2025-11-25' },
  { spec: '2026-07-28', kind: askedV2Pinned, revision: '2026-07-28' },
];

/** How the example is started, as built. */
function birds(spec: Spec, ...flags: readonly string[]): Command {
  return {
    command: process.execPath,
    args: [join(ROOT, 'apps/examples/dist/run.js'), 'birds', '--spec', spec, ...flags],
  };
}

const OVER_HTTP = ['--transport', 'http', '--port', '0'];

describe.each(MEETINGS)('birds with spec $spec and the $kind.name', { timeout: 60_000 }, ({ spec, kind, revision }) => {
  const watched = { served: SERVED[spec], isRealClient: true };

  it('ask for everything over stdio', async () => {
    const tap = tapStdio(birds(spec), watched);
    await useBirds(kind, tap, revision);
    await tap.finish();
  });

  describe('over HTTP', () => {
    let server: HttpProcess;
    let tap: HttpTap;
    beforeAll(async () => {
      server = await startHttp(birds(spec, ...OVER_HTTP));
      tap = await tapHttp(server.url, watched);
    });
    afterAll(async () => {
      await tap.close();
      await server.stop();
    });

    it('ask for the same', () => useBirds(kind, { url: tap.url }, revision));
  });
});

describe.each([askedV1, askedV2Legacy])('the $name whose connections are cut', { timeout: 60_000 }, (kind) => {
  let server: HttpProcess;
  let tap: HttpTap;
  let wire: CuttingProxy;
  beforeAll(async () => {
    server = await startHttp(birds('all', ...OVER_HTTP));
    tap = await tapHttp(server.url, { served: SERVED.all, isRealClient: true });
    wire = await cuttingProxy(tap.url);
  });
  afterAll(async () => {
    await wire.close();
    await tap.close();
    await server.stop();
  });

  it('gets the next question on the stream that it comes back to', async () => {
    const person = new Birdwatcher();
    const client = await kind.connect({ url: wire.url }, person);
    const fillIn = seeing('common-kestrel');
    person.will(async (method, params) => {
      // While the user reads the first two questions, all connections go, and the client opens its streams again.
      if (person.asked.length <= 2) await wire.cut();
      return fillIn(method, params);
    });
    expect(await client.callTool('identify_bird')).toMatchObject({
      structuredContent: { outcome: 'identified', birds: [{ name: 'common-kestrel' }] },
    });
    // Each question came once.
    const messages = person.asked.map(({ params }) => params.message);
    expect(messages.length).toBeGreaterThan(2);
    expect(new Set(messages).size).toBe(messages.length);
    await client.close();
  });
});
