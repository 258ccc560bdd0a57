// What the compiler tells somebody who writes an option wrong.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FACADE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(FACADE, '..', '..');
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

const BEGINNING = `
import { type Application, type PrepareOptions, prepare, type ServeOptions, serve, stdio, type TransportProtocol } from 'polyspec';
import { type TestClientOptions, testClient } from 'polyspec/testing';
declare const app: Application;
declare const own: TransportProtocol<{ readonly backlog?: number; readonly socket: string }>;
declare const some: boolean;
`;

/** A program of one line, by what it shows. */
const RIGHT = {
  plain: 'await serve("a", app);',
  names: 'await serve("a", app, { transport: some ? "http" : "stdio", port: 80, spec: ["2025-06-18"] });',
  ours: 'await serve("a", app, { transport: stdio, maxMessageBytes: 80, title: "A" });',
  own: 'await serve("a", app, { transport: own, backlog: 5, socket: "/tmp/a", title: "A" });',
  variable: 'const options: ServeOptions = { transport: "http" }; await serve("a", app, options);',
  absent: `
    const text = some ? 'x' : undefined;
    const number = some ? 5 : undefined;
    const flag = some ? true : undefined;
    const texts = some ? ['x'] : undefined;
    const endpoint = {
      path: text, bodyLimit: number, originCheck: flag, allowedOrigins: texts, allowedHosts: texts, keepAliveSeconds: number,
      sseAfterMs: number, streamBuffer: number, guard: undefined,
    };
    const listener = { host: text, port: number, serverOptions: some ? { http2: flag, https: undefined } : undefined };
    const server = { name: text, title: text, icons: undefined, exposeErrors: flag, logger: some ? console : undefined };
    const streams = { input: some ? process.stdin : undefined, output: undefined, maxMessageBytes: number };
    const choice = { spec: some ? 'all' : undefined, transport: some ? 'http' : undefined } as const;
    const options: ServeOptions = { ...choice, ...server, ...streams, ...endpoint, ...listener };
    const prepared: PrepareOptions = { spec: choice.spec, ...server, ...endpoint };
    const client: TestClientOptions = { revision: text, spec: choice.spec };
    await serve('a', app, { ...choice, ...server, ...streams, ...endpoint, ...listener });
    await serve('a', app, { ...server, transport: own, socket: '' });
    await serve('a', app, options);
    await prepare('a', app, prepared);
    await testClient(app, client);
  `,
} as const;

/** Programs of one line that are wrong, and what is said about it first. */
const WRONG: readonly (readonly [string, RegExp])[] = [
  ['await serve("a", app, { transprot: "http" });', /'transprot' does not exist .*Did you mean to write 'transport'\?/],
  ['await serve("a", app, { nonsense: 1 });', /'nonsense' does not exist/],
  ['await serve("a", app, { transport: "http", prot: 80 });', /'prot' does not exist in type 'ServeOptions'/],
  ['await serve("a", app, { port: "80" });', /'string' is not assignable to type 'number/],
  ['await serve("a", app, { transport: "tcp" });', /'"tcp"' is not assignable to type .*TransportName/],
  [
    'await serve("a", app, { transport: own, backlgo: 5, socket: "" });',
    /'backlgo' does not exist .*write 'backlog'\?/,
  ],
  ['await serve("a", app, { transport: own, socket: "", port: 80 });', /'port' does not exist/],
  ['await serve("a", app, { transport: own, socket: 5 });', /'number' is not assignable to type 'string'/],
  ['await serve("a", app, { transport: stdio, port: 80 });', /'port' does not exist/],
  ['await prepare("a", app, { port: 80 });', /'port' does not exist in type 'PrepareOptions'/],
  ['await testClient(app, { revison: "2025-06-18" });', /'revison' does not exist .*write 'revision'\?/],
];

describe('the types of options', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyspec-types-'));
  let said: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(FACADE, join(folder, 'node_modules', 'polyspec'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const programs = [...Object.entries(RIGHT), ...WRONG.map(([line], index) => [`wrong${index}`, line])];
    for (const [name, line] of programs) writeFileSync(join(folder, `${name}.ts`), `${BEGINNING}${line}\n`);
    const config = {
      extends: join(ROOT, 'tsconfig.test.json'),
      compilerOptions: { typeRoots: [join(ROOT, 'node_modules', '@types')] },
      include: ['*.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    said = await compile(folder);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.keys(RIGHT))('take what is right: %s', (name) => {
    expect(said.get(`${name}.ts`)).toBeUndefined();
  });

  it.each(WRONG.map(([line, message], index) => ({ line, message, index })))(
    'name the option at fault in $line',
    ({ index, message }) => {
      const [first = '', ...others] = said.get(`wrong${index}.ts`) ?? [];
      expect(first).toMatch(message);
      expect(first).not.toContain('No overload');
      expect(others).toEqual([]);
    },
  );
});

/** What the compiler says against each file of a folder, beginning with the file. */
async function compile(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const output = await new Promise<string>((resolve) => {
    // With faults it ends with an error code.
    execFile(process.execPath, [TSC, '-p', '.', '--pretty', 'false'], { cwd: folder }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  const said = new Map<string, string[]>();
  for (const [, file = '', message = ''] of output.matchAll(/^([^\s(]+)\(\d+,\d+\): error (.*)$/gm)) {
    said.set(file, [...(said.get(file) ?? []), message]);
  }
  return said;
}
