// The published packages: where they are, and how one is packed.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folders = fileURLToPath(new URL('../packages', import.meta.url));

/** Every folder of packages/ with its manifest. */
export function publishedPackages() {
  const entries = readdirSync(folders, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => {
    const folder = join(folders, name);
    return { folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) };
  });
}

/** Packs one package as it would be published, and gives its tarball's path. npm does not know `workspace:`. */
export async function pack(folder, destination) {
  const args = ['pack', '--json', '--pack-destination', destination];
  const { stdout } = await promisify(execFile)('pnpm', args, { cwd: folder, shell: process.platform === 'win32' });
  return JSON.parse(stdout).filename;
}
