// What npm puts on disk for a stdio server: the peers from the registry, our packages from the tarballs that would be
// published.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { pack, publishedPackages } from '../scripts/packages.mjs';
import { fileOf } from './processes.mjs';
import { SERVERS } from './servers/catalogue.mjs';

const execute = promisify(execFile);

const PARTS = ['@polyspec/core', '@polyspec/spec-2025', '@polyspec/spec-2026', '@polyspec/transport-stdio'];

const OURS = [
  { name: 'polyspec', packages: PARTS },
  { name: 'polyspec, only 2026', packages: PARTS.filter((name) => name !== '@polyspec/spec-2025') },
  { name: 'polyspec, the facade with HTTP', packages: ['polyspec'] },
];

/** Installs each server into an empty folder of its own, and counts what is there. */
export async function footprints(names) {
  const rows = [];
  for (const { name, install } of SERVERS) {
    if (install !== undefined && names.includes(name)) rows.push(await footprint(name, install.map(pinned)));
  }
  if (names.includes('polyspec')) rows.push(...(await ourFootprints()));
  return rows;
}

/** A package with the version that is measured. */
function pinned(name) {
  return `${name}@${JSON.parse(readFileSync(fileOf('package.json'), 'utf8')).devDependencies[name]}`;
}

async function ourFootprints() {
  // The packages are packed with pnpm, which is a dependency of the repository.
  process.env.PATH = `${fileOf('../node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const folder = mkdtempSync(join(tmpdir(), 'polyspec-bench-'));
  try {
    const tarballs = new Map();
    for (const { folder: source, manifest } of publishedPackages())
      tarballs.set(manifest.name, await pack(source, folder));
    const rows = [];
    for (const { name, packages } of OURS) {
      rows.push(
        await footprint(
          name,
          withDependencies(packages).map((each) => tarballs.get(each)),
        ),
      );
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Our packages and those of ours that they need: npm would look for them in the registry. */
function withDependencies(names) {
  const manifests = new Map(publishedPackages().map(({ manifest }) => [manifest.name, manifest]));
  const found = new Set();
  const add = (name) => {
    if (found.has(name) || !manifests.has(name)) return;
    found.add(name);
    Object.keys(manifests.get(name).dependencies ?? {}).forEach(add);
  };
  names.forEach(add);
  return [...found];
}

async function footprint(name, specifiers) {
  const folder = mkdtempSync(join(tmpdir(), 'polyspec-bench-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"name":"footprint","private":true}');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    await execute('npm', ['install', ...options, ...specifiers], { cwd: folder, shell: process.platform === 'win32' });
    return { name, ...count(join(folder, 'node_modules')) };
  } catch (error) {
    return { name, error: error.message.slice(0, 300) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(modules) {
  const total = { packages: 0, files: 0, bytes: 0 };
  for (const entry of readdirSync(modules, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name === '.package-lock.json') continue;
    total.files += 1;
    total.bytes += statSync(join(entry.parentPath, entry.name)).size;
    if (entry.name === 'package.json' && isPackageFolder(entry.parentPath)) total.packages += 1;
  }
  return total;
}

/** A manifest may also lie deeper in a package, for example to name a module type. */
function isPackageFolder(path) {
  return /[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@]+$/.test(path);
}
