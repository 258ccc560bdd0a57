import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type SpecProtocol, serve } from 'polyspec';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { examples } from '../src/examples.js';
import { probes } from './probes.js';
import { revisions } from './revisions.js';
import { httpClient, stdioClient } from './wire-client.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyspec-examples-test-'));
  process.env.NOTES_DB = join(folder, 'notes.db');
  // Each server over HTTP prints where it is.
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.restoreAllMocks();
  delete process.env.NOTES_DB;
  rmSync(folder, { recursive: true, force: true });
});

/** Each revision served alone, and among all. */
const choices: readonly (readonly [string, SpecProtocol, SpecProtocol | 'all'])[] = revisions.flatMap(
  ([revision, spec]) => [
    [revision, spec, spec],
    [revision, spec, 'all'],
  ],
);

it('there is a probe for every example', () => {
  expect([...probes.keys()].sort()).toEqual([...examples.keys()].sort());
});

describe.each([...examples])('%s (FO-05, FO-21)', (name, load) => {
  for (const [revision, spec, choice] of choices) {
    const served = choice === 'all' ? 'among all' : 'alone';

    it(`is served over stdio under ${revision} ${served}`, async () => {
      const { default: application, options } = await load();
      const [input, output] = [new PassThrough(), new PassThrough()];
      const server = await serve(name, application, { ...options, transport: 'stdio', spec: choice, input, output });
      await probes.get(name)?.(await stdioClient(input, output, spec, revision));
      input.end();
      await server.closed;
    });

    it(`is served over HTTP under ${revision} ${served}`, async () => {
      const { default: application, options } = await load();
      const server = await serve(name, application, { ...options, transport: 'http', spec: choice, port: 0 });
      await probes.get(name)?.(await httpClient(server.address, spec, revision));
      await server.close();
    });
  }
});
