// No file of the repository names a package registry's host or a path of the machine that it was made on.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const skipped = new Set(['.git', '.turbo', 'dist', 'node_modules', 'results', 'test-results']);
const faults = [];
for (const file of walk(root)) {
  const text = readFileSync(file, 'utf8');
  const found = [/\bregistry\.[a-z0-9-]+\.[a-z]{2,}/i.exec(text)?.[0], text.includes(root) ? root : undefined];
  if (file.endsWith('pnpm-lock.yaml')) found.push(/\bhttps?:\S+|\btarball:/.exec(text)?.[0]);
  for (const what of found) if (what !== undefined) faults.push(`${relative(root, file)}: ${what}`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}
