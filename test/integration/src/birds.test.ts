// The expert system for birds with clients that other people made, over real pipes and sockets: whatever a server may ask of a
// client, under every revision and over both transports, by tools that were written once.
import { birdMeant, featuresOf } from '@polyspec/examples/birds/bird';
import type { JsonObject } from '@polyspec/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type AskedClient,
  type AskedClientKind,
  askedV1,
  askedV2Auto,
  askedV2Legacy,
  askedV2Old,
  askedV2Pinned,
  type Person,
  type Target,
} from './clients/asked-client.js';
import { example, type HttpProcess, type Spec, startHttp } from './processes.js';
import { type CuttingProxy, cuttingProxy } from './wire/cutting-proxy.js';
import { checkEveryMessage } from './wire/every-message.js';
import { type HttpTap, tapHttp } from './wire/http-tap.js';
import { SERVED } from './wire/revisions.js';
import { tapStdio } from './wire/stdio-tap.js';

checkEveryMessage();

/** Who meets which server, and what they agree on. */
const MEETINGS: readonly { readonly spec: Spec; readonly kind: AskedClientKind; readonly revision: string }[] = [
  { spec: 'all', kind: askedV1, revision: '2025-11-25' },
  { spec: 'all', kind: askedV2Legacy, revision: '2025-11-25' },
  { spec: 'all', kind: askedV2Old, revision: '2025-06-18' },
  { spec: 'all', kind: askedV2Auto, revision: '2026-07-28' },
  { spec: '2025-06-18', kind: askedV1, revision: '2025-06-18' },
  { spec: '2025-11-25', kind: askedV2Legacy, revision: '2025-11-25' },
  { spec: '2026-07-28', kind: askedV2Pinned, revision: '2026-07-28' },
];

const clients: AskedClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connect(kind: AskedClientKind, target: Target, person: Person): Promise<AskedClient> {
  const client = await kind.connect(target, person);
  clients.push(client);
  return client;
}

describe.each(MEETINGS)('birds with spec $spec and the $kind.name', { timeout: 60_000 }, ({ spec, kind, revision }) => {
  it('over stdio', async () => {
    const tap = tapStdio(example('birds', spec, 'stdio'), { served: SERVED[spec], isRealClient: true });
    await useBirds((person) => connect(kind, tap, person), revision);
    for (const client of clients.splice(0)) await client.close();
    tap.finish();
  });

  describe('over HTTP', () => {
    let server: HttpProcess;
    let tap: HttpTap;
    beforeAll(async () => {
      server = await startHttp(example('birds', spec, 'http'));
      tap = await tapHttp(server.url, { served: SERVED[spec], isRealClient: true });
    });
    afterAll(async () => {
      await tap.close();
      await server.stop();
    });

    it('the same', async () => {
      await useBirds((person) => connect(kind, { url: tap.url }, person), revision);
    });
  });
});
