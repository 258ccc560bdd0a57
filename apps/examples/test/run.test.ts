import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spec20251125, spec20260728 } from 'polyspec';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../src/examples.js';
import { probes } from './probes.js';
import { type Program, start, stop } from './program.js';
import { httpClient, stdioClient } from './wire-client.js';

const SLOW_MS = 60_000;

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyspec-examples-test-'));
  env = { NOTES_DB: join(folder, 'notes.db') };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programs: Program[] = [];
afterEach(() => Promise.all(programs.splice(0).map(stop)));

function run(...args: readonly string[]): Program {
  const program = start('run.ts', args, env);
  programs.push(program);
  return program;
}

describe.each([...examples.keys()])('npm run example -- %s', { timeout: SLOW_MS }, (name) => {
  it('serves over stdio, and ends with its input', async () => {
    const { child, ended, stdout, stderr } = run(name);
    await probes.get(name)?.(await stdioClient(child.stdin, child.stdout, spec20251125, '2025-11-25'));
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(stderr()).toBe('');
    for (const line of stdout().trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('serves both eras over HTTP, and ends with SIGTERM', async () => {
    const { child, ended, prints, stdout } = run(name, '--transport', 'http', '--port', '0');
    const [url] = await prints(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
    await probes.get(name)?.(await httpClient(url, spec20260728, '2026-07-28'));
    await probes.get(name)?.(await httpClient(url, spec20251125, '2025-11-25'));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(stdout()).toBe('');
  });
});

describe('the options of npm run example', { timeout: SLOW_MS }, () => {
  it('serves the revisions that --spec names', async () => {
    const { prints } = run('calculator', '--transport', 'http', '--port', '0', '--spec', '2025-06-18,2026-07-28');
    await prints(/MCP 2026-07-28, 2025-06-18\)/);
  });

  it('says what is wrong, on stderr', async () => {
    const programs = [run('calculater'), run('calculator', '--spec', '2024-11-05')];
    for (const { ended, stdout, stderr } of programs) {
      expect(await ended).toBe(2);
      expect(stdout()).toBe('');
      expect(stderr()).toContain('Usage: npm run example -- NAME');
    }
    expect(programs.map(({ stderr }) => stderr().split('\n')[0])).toEqual([
      "There is no example 'calculater'. There are calculator, notes, schemas, birds, conformance.",
      expect.stringMatching(/^Option 'spec' must be .*2024-11-05/),
    ]);
  });
});

describe('notes in a file', { timeout: SLOW_MS }, () => {
  it('are there again after a restart, whatever the transport', async () => {
    const first = run('notes');
    const writer = await stdioClient(first.child.stdin, first.child.stdout, spec20260728, '2026-07-28');
    await writer.request('tools/call', { name: 'add_note', arguments: { title: 'Lasting', text: 'Still here.' } });
    first.child.stdin.end();
    expect(await first.ended).toBe(0);
    const second = run('notes', '--transport', 'http', '--port', '0');
    const [url] = await second.prints(/http:\S+\/mcp/);
    const reader = await httpClient(url, spec20251125, '2025-11-25');
    const answer = await reader.request('tools/call', { name: 'search_notes', arguments: { query: 'lasting' } });
    expect(answer).toMatchObject({ result: { structuredContent: { notes: [{ title: 'Lasting' }] } } });
  });
});
