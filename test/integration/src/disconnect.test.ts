// A client that hangs up in the middle of a call, over real sockets: 2026-07-28 cancels the call, 2025 lets it finish.
import type { Server } from '@polyspec/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { REVISIONS } from '../../schema/official-schema.js';
import { v2Legacy, v2LegacyOld, v2Pinned } from './clients/official-client.js';
import { createCases } from './fixtures/cases.js';
import { serveHttp } from './http-server.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient } from './wire/http-client.js';
import { headersOf, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';

checkEveryMessage();

describe.each(REVISIONS)('%s', (revision) => {
  const { application, seen } = createCases();
  const logged: unknown[] = [];
  let server: Server;
  let client: HttpClient;
  beforeAll(async () => {
    const error = (fields: object): unknown => logged.push(fields);
    const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error };
    server = await serveHttp(application, { logger });
    client = new HttpClient(server.address, { served: SERVED.all });
  });
  afterAll(() => server.close());

  const call = async (name: string, args = {}, meta = {}) => {
    const params = { name, arguments: args, _meta: meta };
    return client.open({
      headers: { ...headersOf(revision, 'tools/call', params), ...(await client.session(revision)) },
      body: requestOf(revision, 1, 'tools/call', params),
    });
  };
  const stillServes = async () => {
    expect(await client.request(revision, 'tools/call', { name: 'sleep', arguments: { ms: 0 } })).toMatchObject({
      result: { content: [{ text: 'slept' }] },
    });
  };

  const last = revision === '2026-07-28' ? 'aborted' : 'finished';

  it(`Q-51 the handler of a call whose client hung up is ${last}`, async () => {
    seen.length = 0;
    const { request } = await call('sleep', { ms: 200 });
    await vi.waitFor(() => expect(seen).toEqual([`${revision} began`]));
    request.destroy();
    await vi.waitFor(() => expect(seen).toEqual([`${revision} began`, `${revision} ${last}`]), { timeout: 3000 });
    await stillServes();
  });

  it(`Q-51 the same when the answer is a stream that has begun`, async () => {
    seen.length = 0;
    const { request } = await call('progress_and_sleep', { ms: 200 }, { progressToken: 'abc' });
    await new Promise((resolve) => request.once('response', (response) => response.once('data', resolve)));
    request.destroy();
    await vi.waitFor(() => expect(seen).toEqual([`${revision} began`, `${revision} ${last}`]), { timeout: 3000 });
    await stillServes();
  });

  const official = revision === '2026-07-28' ? v2Pinned : revision === '2025-11-25' ? v2Legacy : v2LegacyOld;

  it(`YU-06 one that a user of the ${official.name} aborts is aborted, as the client says so`, async () => {
    seen.length = 0;
    const session = await official.connect({ url: server.address });
    const aborter = new AbortController();
    const params = { name: 'sleep', arguments: { ms: 200 } };
    const calling = session.callTool(params, { signal: aborter.signal });
    const failed = expect(calling).rejects.toThrow();
    await vi.waitFor(() => expect(seen).toEqual([`${revision} began`]));
    aborter.abort();
    await failed;
    await vi.waitFor(() => expect(seen).toEqual([`${revision} began`, `${revision} aborted`]), { timeout: 3000 });
    await session.close();
  });

  it('A13 survives a tool that rejects after its client has left', async () => {
    seen.length = 0;
    logged.length = 0;
    const { request } = await call('fail_late');
    await vi.waitFor(() => expect(seen).toEqual(['fail_late began']));
    request.destroy();
    await vi.waitFor(() => expect(seen).toEqual(['fail_late began', 'fail_late fails']), { timeout: 3000 });
    await stillServes();
    expect(logged).toEqual([expect.objectContaining({ err: expect.any(Error), reference: expect.any(String) })]);
  });
});
