// Packs every package, installs the tarballs with npm into empty folders, and calls a tool over stdio there: once with
// the three packages of a minimal server, once with `polyspec` alone, and once with its command.
import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pack, publishedPackages } from './packages.mjs';

/** What a stdio server of one revision may bring with it. */
const LIMITS = { packages: 14, megabytes: 5 };
const shell = process.platform === 'win32';

const application = (from) => `import { defineApplication, tool } from '${from}';
const number = { type: 'number' };
export default defineApplication({
  tools: {
    add: tool({
      description: 'Adds two numbers.',
      input: { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] },
      output: { type: 'object', properties: { sum: number }, required: ['sum'] },
      run: ({ a, b }) => ({ sum: a + b }),
    }),
  },
});
`;
const minimal = `import { connect } from '@polyspec/core';
import { spec20260728 } from '@polyspec/spec-2026';
import { stdio } from '@polyspec/transport-stdio';
import application from './application.mjs';
await connect('adder', application, { spec: spec20260728, transport: stdio });
`;
const oneLine =
  "import('polyspec').then(async ({ serve }) => serve('adder', (await import('./application.mjs')).default));\n";

const request = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'add',
    arguments: { a: 2, b: 3 },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'verify', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'polyspec-installed-'));
try {
  const tarballs = {};
  for (const { folder: source, manifest } of publishedPackages()) tarballs[manifest.name] = await pack(source, folder);

  const small = install('minimal', ['@polyspec/core', '@polyspec/spec-2026', '@polyspec/transport-stdio'], tarballs);
  const { packages, megabytes } = measure(small, 'core, spec-2026, transport-stdio');
  if (packages > LIMITS.packages || megabytes > LIMITS.megabytes) {
    throw new Error(`more than ${LIMITS.packages} packages or ${LIMITS.megabytes} MB`);
  }
  writeFileSync(join(small, 'application.mjs'), application('@polyspec/core'));
  writeFileSync(join(small, 'server.mjs'), minimal);
  await call(small, process.execPath, ['server.mjs']);

  const whole = install('whole', ['polyspec'], tarballs);
  measure(whole, 'polyspec');
  writeFileSync(join(whole, 'application.mjs'), application('polyspec'));
  writeFileSync(join(whole, 'server.mjs'), oneLine);
  await call(whole, process.execPath, ['server.mjs']);
  await call(whole, join('node_modules', '.bin', 'polyspec'), ['serve', 'application.mjs']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** An empty folder with `names` installed from their tarballs; what those need of ours comes from tarballs too. */
function install(name, names, tarballs) {
  const target = join(folder, name);
  mkdirSync(target);
  const file = (wanted) => [wanted, `file:${tarballs[wanted]}`];
  const others = Object.keys(tarballs).filter((wanted) => !names.includes(wanted));
  const manifest = {
    private: true,
    dependencies: Object.fromEntries(names.map(file)),
    overrides: Object.fromEntries(others.map(file)),
  };
  writeFileSync(join(target, 'package.json'), JSON.stringify(manifest));
  // Strict, as some are: then a dependency that does not take this Node ends the installation instead of warning.
  const args = ['install', '--engine-strict', '--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: target, stdio: ['ignore', 'ignore', 'inherit'], shell });
  return target;
}

/** Counts and prints what an installation brought. */
function measure(target, name) {
  const { packages: installed } = JSON.parse(readFileSync(join(target, 'node_modules', '.package-lock.json'), 'utf8'));
  const packages = Object.keys(installed).length;
  const megabytes = bytesIn(join(target, 'node_modules')) / 1e6;
  console.log(`${name}: ${packages} packages, ${megabytes.toFixed(1)} MB`);
  return { packages, megabytes };
}

function bytesIn(path) {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, entry) => sum + bytesIn(join(path, entry)), 0);
}

/** Starts a server, calls its tool, ends its input, and wants the right sum and a clean end. */
async function call(cwd, command, args) {
  const shown = [command === process.execPath ? 'node' : command, ...args].join(' ');
  const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'], shell });
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
  child.stdin.end(`${JSON.stringify(request)}\n`);
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  const end = await ended;
  clearTimeout(timer);
  const sum = lines.length === 1 ? JSON.parse(lines[0]).result?.structuredContent?.sum : undefined;
  if (sum !== 5 || end !== 0)
    throw new Error(`${shown}: wanted one answer with the sum 5 and exit code 0, got ${end}\n${lines.join('\n')}`);
  console.log(`${shown}: answers and ends`);
}
