// Bundles a package into few files, beside the declarations that tsc writes: loading a hundred small modules takes longer
// than the rest of a server's start. What the main entry imports from its start is one file, `index.js`; what is imported
// later (`await import(…)`) are files of their own, which use that one: for them it exports more, under short names that no
// declaration has. Dependencies stay outside; what a package only develops with and
// imports is bundled, and its licence goes along.
//
//   node ../../scripts/bundle.mjs        (in the folder of a package)
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'rolldown';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const bin = Object.values(manifest.publishConfig?.bin ?? {}).map((file) =>
  file.replace('./dist/', './src/').replace(/\.js$/, '.ts'),
);
const entries = [...Object.values(manifest.exports).map((entry) => entry['@polyspec/source']), ...bin];
const input = Object.fromEntries(entries.map((file) => [relative('src', file).replace(/\.ts$/, ''), file]));
const external = Object.keys(manifest.dependencies ?? {}).map((name) => new RegExp(`^${name}(/|$)`));

/** Entries that are imported for themselves, before anything else or in place of it: what is in them is not in `index.js`. */
const APART = ['./src/guard.ts', './src/options.ts'];

/** The entries that decide where a module goes, the first that imports it. */
const DECISIVE = [...APART.filter((file) => entries.includes(file)), './src/index.ts'].map((file) => resolve(file));

// Their names change with what is in them, so those of an earlier build would stay and be published.
rmSync(join('dist', 'chunks'), { recursive: true, force: true });

const { output } = await build({
  input,
  external: (id) => /^node:/.test(id) || external.some((pattern) => pattern.test(id)),
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  transform: { target: 'node20.19' },
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
    comments: { legal: false, jsdoc: false, annotation: true },
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf, debugName: 'fileOf' }] },
  },
  logLevel: 'warn',
});

const bundled = output.flatMap(({ moduleIds = [] }) => moduleIds);
const notices = [...new Set(bundled.map(packageOf).filter(Boolean))].sort().map(noticeOf);
const file = join('dist', 'THIRD-PARTY-LICENSES.txt');
if (notices.length === 0) rmSync(file, { force: true });
else writeFileSync(file, notices.join(`\n${'-'.repeat(80)}\n\n`));

/** The file that a module belongs in; `null` leaves that to the bundler. */
function fileOf(id, modules) {
  const entry = DECISIVE.find((each) => importedBy(each, modules).has(id));
  return entry === undefined ? null : basename(entry, '.ts');
}

/** What an entry imports from its start, itself included. */
function importedBy(entry, modules, found = new Set()) {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const id of modules.getModuleInfo(entry)?.importedIds ?? []) importedBy(id, modules, found);
  return found;
}

/** The folder of the installed package that a bundled file belongs to. */
function packageOf(id) {
  return /^\0?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version} (${license})\n\n${licenceText(folder)}`;
}

function licenceText(folder) {
  for (const file of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'license']) {
    try {
      return readFileSync(join(folder, file), 'utf8');
    } catch {
      // Not under this name.
    }
  }
  throw new Error(`${dirname(folder)}: no licence text found to go along with the bundled code`);
}
