// Packs every package and looks at the tarball as a user of it would: publint, attw, and which files are in it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pack, publishedPackages } from './packages.mjs';

const execute = promisify(execFile);
const shell = process.platform === 'win32';
const destination = mkdtempSync(join(tmpdir(), 'polyspec-pack-'));
try {
  const faults = await Promise.all(
    publishedPackages().map(async ({ folder, manifest }) => {
      const tarball = await pack(folder, destination);
      const found = [...(await lint(tarball)), ...(await types(tarball)), ...(await files(tarball))];
      return found.map((text) => `${manifest.name}: ${text}`);
    }),
  );
  for (const fault of faults.flat()) console.error(fault);
  if (faults.flat().length > 0) process.exitCode = 1;
} finally {
  rmSync(destination, { recursive: true, force: true });
}

async function lint(tarball) {
  const bytes = readFileSync(tarball);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

async function types(tarball) {
  const args = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji', tarball];
  try {
    await execute('attw', args, { shell });
    return [];
  } catch ({ message, stdout, stderr }) {
    return [`attw:\n${stdout || message}${stderr}`];
  }
}

async function files(tarball) {
  const { stdout } = await execute('tar', ['-tzf', tarball]);
  const inside = stdout.split(/\r?\n/).filter(Boolean);
  const missing = ['package/LICENSE', 'package/README.md', 'package/dist/index.js'];
  return [
    ...missing.filter((file) => !inside.includes(file)).map((file) => `the tarball has no ${file}`),
    ...inside.filter((file) => /\.test\.|tsbuildinfo/.test(file)).map((file) => `the tarball has ${file}`),
  ];
}
