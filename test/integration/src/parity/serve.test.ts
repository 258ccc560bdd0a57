// The facade and its options: behaviours of the reference library.
import { PassThrough } from 'node:stream';
import type { Application } from '@polyspec/core';
import { ApplicationError, OptionError, silentLogger } from '@polyspec/core';
import { type ServeOptions, serve } from 'polyspec';
import { describe, expect, it } from 'vitest';
import { headersOf, requestOf } from '../wire/messages.js';
import { send } from './http-handler.js';
import { open } from './open-client.js';

const application: Application = {
  tools: () => [{ name: 'hello', description: 'Greets.', run: () => 'Hello' }],
};
const quiet = { logger: silentLogger };

/** Serves over stdio on streams of its own, and ends at once. */
async function piped(name: string, served: Application, options: ServeOptions = {}): Promise<object> {
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const server = await serve(name, served, { ...quiet, ...streams, ...options });
  await server.close();
  return server;
}

describe('serve', () => {
  it('FO-01, FO-02 needs a name and an application, and no options', async () => {
    expect(await piped('greeter', application)).toMatchObject({ name: 'greeter', address: 'stdio' });
    await expect(piped('', application)).rejects.toThrow(OptionError);
    await expect(piped('greeter', undefined as never)).rejects.toThrow(ApplicationError);
    await expect(serve('greeter', application, 'stdio' as never)).rejects.toThrow(OptionError);
  });

  it('FO-03, QL-01, V1-11, V2-02 serves all revisions by default, and the one that the option spec names', async () => {
    const facts = async (spec: ServeOptions['spec']): Promise<unknown> => {
      const server = await serve('greeter', application, {
        ...quiet,
        transport: 'http',
        port: 0,
        ...(spec && { spec }),
      });
      const versions: string[] = [];
      for (const protocolVersion of ['2025-06-18', '2025-11-25', '2026-07-28']) {
        const { messages } = await send(fetch, {
          url: server.address,
          headers: headersOf('2025-11-25', 'initialize'),
          body: JSON.stringify(requestOf('2025-11-25', 1, 'initialize', { protocolVersion, capabilities: {} })),
        });
        const [{ result }] = messages as [{ result?: { protocolVersion: string } }];
        versions.push(result?.protocolVersion ?? 'none');
      }
      await server.close();
      return versions;
    };
    expect(await facts(undefined)).toEqual(['2025-06-18', '2025-11-25', '2025-11-25']);
    expect(await facts('2025-06-18')).toEqual(['2025-06-18', '2025-06-18', '2025-06-18']);
    expect(await facts('2025-11-25')).toEqual(['2025-06-18', '2025-11-25', '2025-11-25']);
    expect(await facts('2026-07-28')).toEqual(['none', 'none', 'none']);
  });

  it('FO-06, FO-07, FO-10, FO-11, FO-23, CA-05 has these defaults', async () => {
    const client = await open(application, '2026-07-28', { server: { name: 'beats-the-argument' } });
    expect(client.facts.serverInfo).toEqual({
      name: 'beats-the-argument',
      version: '1.0.0',
      title: 'beats-the-argument',
    });
    expect(await client.result('server/discover')).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  it('FO-15 checks origins by default, and not when it is told so', async () => {
    const status = async (options: ServeOptions): Promise<number> => {
      const server = await serve('greeter', application, { ...quiet, transport: 'http', port: 0, ...options });
      const { status: answered } = await send(fetch, {
        url: server.address,
        headers: { ...headersOf('2026-07-28', 'tools/list'), origin: 'http://evil.example' },
        body: JSON.stringify(requestOf('2026-07-28', 1, 'tools/list')),
      });
      await server.close();
      return answered;
    };
    expect(await status({})).toBe(403);
    expect(await status({ originCheck: false })).toBe(200);
    expect(await status({ allowedOrigins: ['http://evil.example'] })).toBe(200);
  });

  it('FO-19, ST-12 checks the options of HTTP over stdio as well, where they have no effect', async () => {
    expect(await piped('greeter', application, { port: 1, path: '/x', originCheck: false })).toMatchObject({
      address: 'stdio',
    });
    await expect(piped('greeter', application, { port: 65_536 })).rejects.toMatchObject({ option: 'port' });
  });

  it('FO-25, FO-26, ST-19 refuses values outside of what an option takes; every pair of spec and transport is one', async () => {
    const wrong: Readonly<Record<string, unknown>> = {
      spec: '2024-11-05',
      transport: 'sse',
      port: 80.5,
      cacheTtl: -1,
      cacheScope: 'shared',
      keepAliveSeconds: -1,
      title: 7,
    };
    for (const [option, value] of Object.entries(wrong)) {
      await expect(piped('greeter', application, { [option]: value })).rejects.toMatchObject({ option });
    }
  });

  it('FO-31, EX-11 takes the description under every spec, and none of what passes between the layers', async () => {
    for (const spec of ['all', '2025-06-18', '2025-11-25', '2026-07-28'] as const) {
      await piped('greeter', application, { spec, description: 'Greets', keepAliveSeconds: 1 });
    }
    for (const option of ['application', 'capabilities', 'progressHook', 'exchange', 'runtime', 'served']) {
      await expect(piped('greeter', application, { [option]: {} } as never)).rejects.toMatchObject({ option });
    }
  });

  it('FO-21 an application is the same object under every spec and over every transport', async () => {
    const frozen = Object.freeze({ ...application });
    for (const spec of ['all', '2025-06-18', '2025-11-25', '2026-07-28'] as const) {
      await piped('greeter', frozen, { spec });
      const server = await serve('greeter', frozen, { ...quiet, spec, transport: 'http', port: 0 });
      await server.close();
    }
  });
});
