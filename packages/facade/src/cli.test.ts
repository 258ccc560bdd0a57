import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'polyspec-cli-'));

const FILES: Readonly<Record<string, string>> = {
  // It prints while it is imported, keeps the process alive with a timer, and prints in its tools.
  'lively.mjs': `
    console.log('printed while imported');
    setInterval(() => {}, 1000);
    export const options = { title: 'Lively', port: 0, spec: '2025-11-25' };
    export default {
      tools: () => [
        {
          name: 'wait',
          description: 'Waits.',
          run: async () => {
            console.log('printed by a tool');
            await new Promise((resolve) => setTimeout(resolve, 300));
            return 'waited';
          },
        },
      ],
      onClose: () => console.error('closed'),
    };
  `,
  'http.mjs': `
    export const options = { transport: 'http', port: 0 };
    export default { tools: () => [{ name: 'a', description: 'A.', run: () => 'a' }], onClose: () => console.log('closed') };
  `,
  'faulty.mjs': `export default { tools: () => [{ name: 'a', input: { type: 'string' }, run: () => 'a' }] };`,
  'bad-options.mjs': `export const options = { port: 'x' }; export default { tools: () => [] };`,
  'two-bad-options.mjs': `
    export const options = { title: 'Titled', port: 'x', prot: 1 };
    export default { tools: () => [{ name: 'a', description: 'A.' }] };
  `,
  'own-server.mjs': `
    import { serve } from ${JSON.stringify(import.meta.resolve('./serve.ts'))};
    const application = { tools: () => [{ name: 'a', description: 'A.', run: () => 'a' }] };
    await serve('own', application);
    export default application;
  `,
  'own-server-later.mjs': `
    import { serve } from ${JSON.stringify(import.meta.resolve('./serve.ts'))};
    const application = { tools: () => [{ name: 'a', description: 'A.', run: () => 'a' }] };
    serve('own', application, { transport: 'http', port: 0 }).catch(() => {});
    export default application;
  `,
  'own-server-late.mjs': `
    import { serve } from ${JSON.stringify(import.meta.resolve('./serve.ts'))};
    const application = { tools: () => [{ name: 'a', description: 'A.', run: () => 'a' }] };
    setTimeout(() => serve('own', application), 100);
    export default application;
  `,
  // Promises that nothing will ever settle.
  'silent.mjs': 'export default { tools: () => new Promise(() => {}) };',
  'silent-among-others.mjs':
    'export default { onStart: () => {}, tools: () => [], prompts: () => new Promise(() => {}) };',
  'silent-top.mjs': 'await new Promise(() => {}); export default { tools: () => [] };',
  'silent-export.mjs': 'export default new Promise(() => {});',
  'terminal.mjs': "Object.defineProperty(process.stdin, 'isTTY', { value: true });",
  'syntax.mjs': 'export default {\n  const x y\n};\n',
  'throws.mjs': "console.log('printed'); throw new Error('boom at import');",
};

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly child: ChildProcessWithoutNullStreams;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
}

const unhandled: string[] = [];

afterAll(() => {
  // One module of a test lets a promise of its own go on purpose.
  expect(unhandled.filter((text) => !text.includes('This module calls serve() itself'))).toEqual([]);
});

function polyspec(...args: readonly string[]): Run {
  return run([], ...args);
}

/** @param flags those of Node */
function run(flags: readonly string[], ...args: readonly string[]): Run {
  const source = ['--conditions=@polyspec/source', '--import', import.meta.resolve('tsx')];
  const child = spawn(process.execPath, [...source, ...flags, CLI, ...args], { cwd: folder });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    // It goes on after one, and so would the test.
    if (text.includes('A promise was rejected, and nothing handled it')) unhandled.push(text);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, out: () => out, err: () => err, ended };
}

async function result(...args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  const { child, ended, out, err } = polyspec(...args);
  child.stdin.end();
  return { code: await ended, out: out(), err: err() };
}

async function eventually(found: () => boolean): Promise<void> {
  for (let waited = 0; !found(); waited += 20) {
    if (waited > 10_000) throw new Error('It did not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2026-01-01', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

describe('polyspec serve, over stdio', { timeout: 30_000 }, () => {
  it('answers what is running when its input ends, then ends with 0, timers or not; stdout has nothing but messages (A1, A2)', async () => {
    const { child, out, err, ended } = polyspec('serve', 'lively.mjs', '--name', 'from-flag');
    const messages = [
      INITIALIZE,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'wait' } },
    ];
    child.stdin.end(`${messages.map((message) => JSON.stringify(message)).join('\n')}\n`);
    expect(await ended).toBe(0);
    const answers = out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result: object });
    expect(answers).toMatchObject([
      // The option of the module, below the flags.
      { id: 1, result: { protocolVersion: '2025-11-25', serverInfo: { name: 'from-flag', title: 'Lively' } } },
      { id: 2, result: { content: [{ text: 'waited' }] } },
    ]);
    for (const text of ['printed while imported', 'printed by a tool', 'closed']) expect(err()).toContain(text);
  });

  it('says that it waits where stdin is a terminal, and nothing elsewhere', async () => {
    const terminal = ['--import', join(folder, 'terminal.mjs')];
    const { child, out, err, ended } = run(terminal, 'serve', 'lively.mjs', '--spec', '2026-07-28');
    await eventually(() => err().includes('\nlively: '));
    expect(err()).toMatch(/^lively: waiting for a client on stdin \(MCP 2026-07-28\); Ctrl\+C ends it$/m);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(out()).toBe('');
    expect((await result('serve', 'lively.mjs')).err).not.toContain('waiting for a client');
  });

  it('ends with 0 when there is no input at all (A2)', async () => {
    expect(await result('serve', 'lively.mjs')).toMatchObject({ code: 0, out: '' });
  });

  it('ends quietly when nobody reads its output any more (A2)', async () => {
    const { child, err, ended } = polyspec('serve', 'lively.mjs');
    child.stdout.destroy();
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    expect(await ended).toBe(0);
    expect(err()).not.toMatch(/EPIPE|\n +at /);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('closes and ends with 0 on %s', async (signal) => {
    const { child, out, err, ended } = polyspec('serve', 'lively.mjs');
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    await eventually(() => out().includes('"id":1'));
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(err()).toContain('closed');
  });
});

describe('polyspec serve, over HTTP', { timeout: 30_000 }, () => {
  const initialize = async (url: string): Promise<Response> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(INITIALIZE) });
  };

  it('prints its URL to stderr, leaves stdout to the application, and closes on SIGTERM', async () => {
    const { child, out, err, ended } = polyspec('serve', 'http.mjs', '--spec', '2025-06-18,2026-07-28');
    await eventually(() => err().includes('http://'));
    expect(err()).toMatch(/^http: http:\/\/127\.0\.0\.1:\d+\/mcp \(MCP 2026-07-28, 2025-06-18\)\n$/);
    const url = /http:\/\/\S+/.exec(err())?.[0] ?? '';
    const response = await initialize(url);
    expect(await response.json()).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    expect(response.headers.get('mcp-session-id')).not.toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(out()).toBe('closed\n');
  });

  it('begins no sessions with --no-sessions', async () => {
    const { child, err, ended } = polyspec('serve', 'http.mjs', '--no-sessions');
    await eventually(() => err().includes('http://'));
    const response = await initialize(/http:\/\/\S+/.exec(err())?.[0] ?? '');
    expect(await response.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    expect(response.headers.get('mcp-session-id')).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

describe('polyspec serve, when it can not', { timeout: 30_000 }, () => {
  it('says why a module can not be loaded, with 1 and nothing on stdout', async () => {
    const { code, out, err } = await result('serve', 'throws.mjs');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/polyspec serve: Can't load throws\.mjs: boom at import\n +at .*throws\.mjs\S*\n$/);
  });

  it('shows the line that Node can not read', async () => {
    const { code, out, err } = await result('serve', 'syntax.mjs');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^polyspec serve: Can't load syntax\.mjs: .*\n.*syntax\.mjs:2\b/);
  });

  it.each(['own-server.mjs', 'own-server-later.mjs'])('refuses %s, which calls serve itself, with 1', async (name) => {
    for (const command of ['serve', 'describe']) {
      expect(await result(command, name)).toEqual({
        code: 1,
        out: '',
        err: `polyspec ${command}: This module calls serve() itself: run it with node, or only export the application as default\n`,
      });
    }
  });

  it('lets nobody else serve while it does', async () => {
    const { child, err, ended } = polyspec('serve', 'own-server-late.mjs');
    await expect.poll(err, { timeout: 10_000 }).toContain('This module calls serve() itself');
    child.stdin.end();
    expect(await ended).toBe(0);
  });

  it('says what is wrong with an application, with 1', async () => {
    const { code, out, err } = await result('serve', 'faulty.mjs');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/polyspec serve: The application of faulty\.mjs: input of tool 'a'/);
  });

  it('says what has not answered where nothing is left to do, with 1 and nothing on stdout', async () => {
    const nothing = 'and nothing is left to do that could bring';
    const faults = {
      'silent.mjs': `The application of silent.mjs: tools() has not answered, ${nothing} its answer`,
      'silent-among-others.mjs': `The application of silent-among-others.mjs: one of onStart(), tools(), prompts() has not answered, ${nothing} its answer; 'polyspec describe' tells which`,
      'silent-top.mjs': `Can't load silent-top.mjs: what it awaits at its top has not come, ${nothing} it`,
      'silent-export.mjs': `Can't make the application of silent-export.mjs: what its default export promises has not come, ${nothing} it`,
    };
    const names = Object.keys(faults);
    for (const flags of [[], ['--transport', 'http', '--port', '0']]) {
      const runs = await Promise.all(names.map((name) => result('serve', name, ...flags)));
      expect(runs).toEqual(
        Object.values(faults).map((fault) => ({ code: 1, out: '', err: `polyspec serve: ${fault}\n` })),
      );
    }
  });

  it('blames the flag with 2, and the options of the module with 1', async () => {
    const flag = await result('serve', 'lively.mjs', '--transport', 'tcp');
    expect({ code: flag.code, out: flag.out }).toEqual({ code: 2, out: '' });
    expect(flag.err).toContain(
      `Option 'transport' must be 'stdio', 'streamable-http' (or 'http' for short), or a transport object; got "tcp"`,
    );
    const module = await result('serve', 'bad-options.mjs');
    expect({ code: module.code, out: module.out }).toEqual({ code: 1, out: '' });
    expect(module.err).toContain(`The export 'options' of bad-options.mjs: Option 'port' must be an integer`);
  });

  it('refuses wrong command lines with 2 and a sentence', async () => {
    const lines = [
      ['serve', 'lively.mjs', '--prot', '1'],
      ['serve', 'lively.mjs', '--port', '-1'],
      ['serve'],
      ['serve', 'a.mjs', 'b.mjs'],
      ['start', 'lively.mjs'],
    ];
    const results = await Promise.all(lines.map((line) => result(...line)));
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
    expect(results.map(({ out }) => out)).toEqual(['', '', '', '', '']);
    const words = [
      "Unknown option '--prot'. Did you mean '--port'?",
      "Option 'port' must be an integer from 0 to 65535; got -1",
      'Which module?',
      'Takes one module',
      "There is no command 'start'",
    ];
    for (const [index, { err }] of results.entries()) expect(err).toContain(words[index]);
  });
});

describe('polyspec describe', { timeout: 30_000 }, () => {
  it('prints to stdout what the application offers, and nothing that the application prints itself', async () => {
    const { code, out, err } = await result('describe', 'lively.mjs');
    expect(code).toBe(0);
    expect(out).toMatch(/^lively 1\.0\.0, Lively\n\nTools \(1\)\n {2}wait\(\)\n {6}Waits\./);
    expect(out).not.toContain('printed');
    expect(err).toContain('printed while imported');
  });

  it('ends with 1 when something is an error, and prints JSON for programs', async () => {
    const { code, out } = await result('describe', 'faulty.mjs', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      name: 'faulty',
      problems: [{ rule: 'start', level: 'error', subject: "input of tool 'a'" }],
    });
  });

  it('tells wrong options of the module among the problems, and goes on', async () => {
    const { code, out } = await result('describe', 'bad-options.mjs');
    expect(code).toBe(1);
    expect(out).toContain(`export 'options' — Option 'port' must be an integer from 0 to 65535; got "x"`);
  });

  it('tells which hook has not answered, and goes on with the others', async () => {
    const { code, out, err } = await result('describe', 'silent-among-others.mjs');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('prompts() has not answered, and nothing is left to do that could bring its answer');
    expect(await result('describe', 'silent-top.mjs')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^polyspec describe: Can't load silent-top\.mjs: what it awaits at its top has not come/,
      ),
    });
  });

  it('tells every wrong option, and takes those that are right', async () => {
    const { code, out } = await result('describe', 'two-bad-options.mjs');
    expect(code).toBe(1);
    expect(out).toMatch(/^two-bad-options 1\.0\.0, Titled$/m);
    expect(out).toContain(`export 'options' — Option 'port' must be an integer from 0 to 65535; got "x"`);
    expect(out).toContain(`export 'options' — Unknown option 'prot'. Did you mean 'port'?`);
    expect(out).toContain(`    tool 'a' can't be called: `);
  });
});

describe('polyspec', { timeout: 30_000 }, () => {
  it('tells its version and how it is used on stdout', async () => {
    const [version, help, serve, nothing] = await Promise.all([
      result('--version'),
      result('--help'),
      result('serve', '-h'),
      result(),
    ]);
    expect(version).toMatchObject({ code: 0, err: '' });
    expect(version.out).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    expect(help.out).toContain('Usage: polyspec <command> <module> [flags]');
    expect(serve.out).toMatch(/--port NUMBER/);
    expect(serve.out).toContain('--[no-]sessions');
    expect([help.code, serve.code, nothing.code]).toEqual([0, 0, 2]);
  });
});
