import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { notification, request, success } from '@polyspec/core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const node = (fixture: string): string[] => [
  '--conditions=@polyspec/source',
  '--import',
  'tsx',
  fileURLToPath(new URL(`./fixtures/${fixture}.ts`, import.meta.url)),
];

const children = new Set<ChildProcess>();
const folder = mkdtempSync(join(tmpdir(), 'polyspec-stdio-'));

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a stdio server as a process', { timeout: 30_000 }, () => {
  it('keeps foreign output off stdout, from the first import to the last hook (A1, S-02, S-03, ST-05, YS-02)', async () => {
    const { child, ended, out } = startServer();
    const ways = ['log', 'info', 'debug', 'table', 'dir', 'group', 'write', 'bytes', 'pipeline'];
    say(child, ...ways.map((how, id) => request(id, 'print', { how, text: `foreign ${how}` })));
    for (let id = 100; id < 103; id++) say(child, request(id, 'echo', { id }));
    child.stdin?.end();
    const { stderr, code } = await ended;
    const answers = messages(await out);
    expect(answers.sort((a, b) => a.id - b.id)).toEqual([
      ...ways.map((how, id) => success(id, { how })),
      ...[100, 101, 102].map((id) => success(id, { id })),
    ]);
    for (const how of ways) expect(stderr).toContain(`foreign ${how}`);
    expect(stderr).toContain('printed while imported');
    expect(stderr).toContain('closing');
    expect(stderr).toContain('\nrestored\n');
    expect(code).toBe(0);
  });

  it('ends within a second of end of input though timers and sockets are open, and runs the close hooks (A2 a)', async () => {
    const { ended, out } = startServer({ stdin: 'ignore' });
    const { code, stderr, took } = await ended;
    expect(await out).toBe('');
    expect(code).toBe(0);
    expect(stderr).toContain('closing');
    expect(took).toBeLessThan(1000);
  });

  it('writes the answer to a call that runs when input ends, and then ends (A2 b)', async () => {
    const { child, ended, out } = startServer();
    say(child, request(1, 'echo'), notification('initialized'), request(2, 'sleep', { ms: 300 }));
    child.stdin?.end();
    const { code } = await ended;
    expect(messages(await out)).toEqual([success(1, {}), success(2, { ms: 300 })]);
    expect(code).toBe(0);
  });

  it('writes all of a large answer to a client that reads it slowly, and then ends (A2 b)', async () => {
    const { child, ended } = startServer();
    say(child, request(1, 'big', { length: 3_000_000 }));
    child.stdin?.end();
    let length = 0;
    for await (const chunk of child.stdout ?? []) {
      length += (chunk as Buffer).length;
      await wait(5);
    }
    expect(length).toBeGreaterThan(3_000_000);
    expect((await ended).code).toBe(0);
  });

  it('aborts a call that hangs after the grace period, and ends (A2)', async () => {
    const { child, ended, ready, out } = startServer();
    say(child, request(1, 'hang'), request(2, 'echo'));
    await ready;
    const began = performance.now();
    child.stdin?.end();
    const { code, stderr } = await ended;
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(performance.now() - began).toBeLessThan(2000);
    expect(messages(await out)).toEqual([success(2, {})]);
    expect(stderr).toContain('aborted');
    expect(code).toBe(0);
  });

  it.each(['echo', 'hang'])('ends when its client is killed while it serves %s (A2 c)', async (method) => {
    const exitFile = join(folder, `killed-${method}`);
    const client = track(
      spawn(process.execPath, [
        ...node('client'),
        process.execPath,
        ...node('server'),
        exitFile,
        '--',
        JSON.stringify(request(1, method)),
      ]),
    );
    await sees(client, 'ready');
    await wait(50);
    client.kill('SIGKILL');
    const deadline = performance.now() + 5000;
    while (!existsSync(exitFile) && performance.now() < deadline) await wait(20);
    await wait(20);
    expect(readFileSync(exitFile, 'utf8')).toBe('0');
  });

  it('ends quietly when the client closes stdout in the middle of an answer (A2 d)', async () => {
    const { child, ended } = startServer();
    say(child, request(1, 'big', { length: 10_000_000 }), request(2, 'hang'));
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/error|EPIPE|\n\s+at /i);
  });

  it('lets go of an open stdin when it closes, so that the process can end by itself', async () => {
    const child = track(spawn(process.execPath, node('closes')));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(0);
  });

  it('reads characters that come byte by byte, any line ends, and several messages at once (A3)', async () => {
    const { child, ended, out } = startServer();
    const message = '— 🎉 화 é';
    const first = Buffer.from(`${JSON.stringify(request(1, 'echo', { message }))}\r\n\r\n`);
    for (const byte of first) {
      child.stdin?.write(Uint8Array.of(byte));
      await wait(0);
    }
    child.stdin?.write(`${JSON.stringify(request(2, 'echo', { message }))}\n\n${JSON.stringify(request(3, 'echo'))}`);
    child.stdin?.end();
    expect((await ended).code).toBe(0);
    expect(messages(await out)).toEqual([success(1, { message }), success(2, { message }), success(3, {})]);
  });
});

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  /** From when the server was ready to its end, in milliseconds. */
  readonly took: number;
}

function startServer({ stdin = 'pipe' }: { stdin?: 'pipe' | 'ignore' } = {}): {
  child: ChildProcess;
  ready: Promise<number>;
  ended: Promise<Ended>;
  /** All of stdout; read it after `ended`. */
  out: Promise<string>;
} {
  const child = track(spawn(process.execPath, node('server'), { stdio: [stdin, 'pipe', 'pipe'] }));
  const ready = sees(child, 'ready', 'stderr');
  const stderr = text(child.stderr ?? Readable.from([]));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ended = exited.then(async (code) => {
    const at = performance.now();
    return { code, stderr: await stderr, took: at - (await ready) };
  });
  let out: Promise<string> | undefined;
  return {
    child,
    ready,
    ended,
    get out() {
      out ??= text(child.stdout ?? Readable.from([]));
      return out;
    },
  };
}

function track<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.stdin?.on('error', () => undefined);
  return child;
}

/** When the child printed the text. */
function sees(child: ChildProcess, wanted: string, stream: 'stdout' | 'stderr' = 'stdout'): Promise<number> {
  let seen = '';
  return new Promise((resolve) => {
    child[stream]?.on('data', (chunk: Buffer) => {
      seen += String(chunk);
      if (seen.includes(wanted)) resolve(performance.now());
    });
  });
}

function say(child: ChildProcess, ...lines: readonly object[]): void {
  child.stdin?.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function messages(out: string): { id: number }[] {
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: number });
}
