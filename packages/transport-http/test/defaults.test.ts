import { silentLogger } from '@polyspec/core';
import type { FastifyListenOptions, FastifyServerOptions } from 'fastify';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchHandler, streamableHttp } from '../src/index.js';
import { endpointSettings } from '../src/settings.js';
import { call, USUAL } from './hosts.js';
import { StubHandler } from './stub-handler.js';

const listened = vi.hoisted((): unknown[] => []);

// Where a server would listen, without taking the port from whoever has it.
vi.mock('fastify', async (importOriginal) => {
  const actual = await importOriginal<typeof import('fastify')>();
  return {
    ...actual,
    fastify: (given: FastifyServerOptions) => {
      const app = actual.fastify(given);
      app.listen = ((options: FastifyListenOptions) => {
        listened.push(options);
        return app.ready().then(() => '');
      }) as typeof app.listen;
      return app;
    },
  };
});

beforeEach(() => {
  listened.length = 0;
});

describe('without options', () => {
  it('FO-12, FO-13, FO-14 a server listens on 127.0.0.1, at port 8080, under /mcp', async () => {
    const running = await streamableHttp.start(new StubHandler(), {}, { name: 's', logger: silentLogger, graceMs: 0 });
    expect(listened).toMatchObject([{ host: '127.0.0.1', port: 8080 }]);
    expect(new URL(running.address).pathname).toBe('/mcp');
    await running.close(0);
  });

  it('FO-15, FO-16 origins are checked, and quiet streams get a comment every 15 seconds', () => {
    expect(endpointSettings({})).toMatchObject({ originCheck: true, keepAliveMs: 15_000, guard: undefined });
  });
});

describe('keep-alive', () => {
  const quietStream = async (keepAliveSeconds: number): Promise<string> => {
    const handler = new StubHandler();
    const endpoint = fetchHandler(handler, { keepAliveSeconds, sseAfterMs: 10 });
    const { body } = call('later', { ms: 500 });
    const response = await endpoint(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: USUAL as Record<string, string>,
        body: String(body),
      }),
    );
    return response.text();
  };

  it('FO-16, HT-14, NS-17 writes comments as often as it is told, and none for 0', async () => {
    expect(await quietStream(0.02)).toMatch(/^(:\n\n)+data: .*\n\n$/);
    expect(await quietStream(0)).toMatch(/^data: .*\n\n$/);
  });
});
