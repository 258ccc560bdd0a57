// What the READMEs and docs show: every block marked `ts` or `js` is compiled against the packages as built, and every one
// that is a whole program is run, as is one that is marked `run`, behind those that it needs. A block that starts a server over
// stdio is asked for its tools, one over HTTP as well; one that closes its server runs to its end.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf, pages, READERS_OWN } from './docs/blocks.js';
import { ROOT, type Spec, start, startHttp } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient } from './wire/http-client.js';
import type { Answer } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';
import { StdioClient } from './wire/stdio-client.js';

checkEveryMessage();

/** Inside of node_modules, so that the packages are found from there and nothing of it is looked at by other tools. */
const FOLDER = fileURLToPath(new URL('../node_modules/.docs', import.meta.url));

const blocks = pages().flatMap(blocksOf);

const fileOf = (block: Block): string => `${block.where.replace(/[^\w-]+/g, '_')}.${block.language}`;

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{"type":"module"}');
  // The application that pages import without showing it.
  writeFileSync(
    join(FOLDER, 'calculator.js'),
    "import calculator from '@polyspec/examples/calculator/calculator';\nexport { calculator };\n",
  );
  writeFileSync(
    join(FOLDER, 'calculator.d.ts'),
    "import type { Application } from '@polyspec/core';\nexport declare const calculator: Application;\n",
  );
  writeFileSync(join(FOLDER, 'own.d.ts'), READERS_OWN.map((name) => `declare const ${name}: any;\n`).join(''));
  for (const block of blocks) writeFileSync(join(FOLDER, fileOf(block)), `${block.whole}\nexport {};\n`);
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

it('there are blocks, and programs among them', () => {
  expect(blocks.length).toBeGreaterThan(10);
  expect(blocks.filter(({ isProgram }) => isProgram).length).toBeGreaterThan(5);
  expect(blocks.map(({ where }) => where)).toEqual(expect.arrayContaining([expect.stringMatching(/^README\.md:/)]));
});

it.each(['ts', 'js'] as const)('compiles all blocks that are marked %s', { timeout: 60_000 }, (language) => {
  const files = blocks.filter((block) => block.language === language).map(fileOf);
  expect(compile(language, files)).toBe('');
});

it.each([
  ["import { serv } from 'polyspec';", /has no exported member.*serv/],
  ["import { serve } from 'polyspec';\nawait serve('x', {}, { transprot: 'http' });", /'transprot' does not exist/],
  ['await serve(1);', /Cannot find name 'serve'/],
])('would find the fault of %j', (code, fault) => {
  writeFileSync(join(FOLDER, 'wrong.ts'), `${code}\nexport {};\n`);
  expect(compile('ts', ['wrong.ts'])).toMatch(fault);
});

describe('runs the programs', { timeout: 30_000 }, () => {
  for (const block of blocks.filter(({ isProgram }) => isProgram)) it(block.where, () => run(block));
});

/** What the compiler says against these files. */
function compile(language: 'ts' | 'js', files: readonly string[]): string {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    skipLibCheck: true,
    noEmit: true,
    allowJs: true,
    checkJs: language === 'js',
    strict: language === 'ts',
    // What is given to things of the reader's own has no type.
    noImplicitAny: false,
  };
  const project = join(FOLDER, `tsconfig.${language}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions, files: ['own.d.ts', ...files] }));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' });
    return '';
  } catch (thrown) {
    const { stdout } = thrown as { readonly stdout: string };
    // Without types of its own, JavaScript that runs well may not fit; names, members and modules have to be there.
    return stdout
      .split(/\n(?=\S)/)
      .filter((fault) => language === 'ts' || !/error TS23(?:22|45):/.test(fault))
      .join('\n')
      .trim();
  }
}

/** What a program does is seen from what it calls. */
async function run(block: Block): Promise<void> {
  const { code, whole, language, prints } = block;
  const file = join(FOLDER, `run_${fileOf(block)}`);
  writeFileSync(file, atFreePort(whole));
  const command = { command: process.execPath, args: [...(language === 'ts' ? ['--import', 'tsx'] : []), file] };
  if (!/\b(?:serve|connect)\(/.test(code) || /^await server\.close\(/m.test(code)) return runToItsEnd(command, prints);
  if (/streamableHttp|transport: '(?:streamable-)?http'/.test(code)) return askOverHttp(command);
  return askOverStdio(command, code);
}

type Command = Parameters<typeof start>[0];

async function runToItsEnd(command: Command, prints: readonly string[]): Promise<void> {
  const child = start(command, 'ignore');
  const printed: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  if (prints.length > 0) expect(String(Buffer.concat(printed)).trim().split('\n')).toEqual(prints);
}

async function askOverStdio(command: Command, code: string): Promise<void> {
  const served = servedBy(code);
  const client = new StdioClient(command, { served: SERVED[served] });
  const revision = served === 'all' ? '2026-07-28' : served;
  if (revision !== '2026-07-28') await client.initialize(revision);
  listsTools(await client.request(revision, 'tools/list'));
  expect((await client.end()).code).toBe(0);
}

/** What a program serves: the specs that it names, or all. */
function servedBy(code: string): Spec {
  const names = ['spec20260728', 'spec20251125', 'spec20250618'].filter((name) => code.includes(name));
  if (names.length !== 1) return 'all';
  return names[0] === 'spec20260728' ? '2026-07-28' : '2025-11-25';
}

async function askOverHttp(command: Command): Promise<void> {
  const server = await startHttp(command);
  listsTools(await new HttpClient(server.url, { served: SERVED.all }).request('2026-07-28', 'tools/list'));
  await server.stop();
}

function listsTools({ result }: Answer): void {
  expect(result).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]),
  });
}

/** Pages name ports; here another program may have them. */
function atFreePort(code: string): string {
  return code.replace(/\bport: \d+/g, 'port: 0');
}
