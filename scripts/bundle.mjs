// Bundles a package into few files, beside the declarations that tsc writes: loading a hundred small modules takes longer
// than the rest of a server's start. What the main entry imports from its start is one file, `index.js`; what is imported
// later (`await import(…)`) are files of their own, which use that one: for them it exports more, under short names that no
// declaration has. Entries that are imported for themselves have a file with all they need. Dependencies stay outside; what a
// package only develops with and imports is bundled, and its licence goes along.
//
//   node ../../scripts/bundle.mjs        (in the folder of a package)
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'rolldown';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const bin = Object.values(manifest.publishConfig?.bin ?? {}).map((file) =>
  file.replace('./dist/', './src/').replace(/\.js$/, '.ts'),
);
const entries = [...Object.values(manifest.exports).map((entry) => entry['@polyspec/source']), ...bin];
const external = Object.keys(manifest.dependencies ?? {}).map((name) => new RegExp(`^${name}(/|$)`));

/**
 * Entries that are imported before anything else or in place of it, and those of which a served application needs nothing. They
 * share no file with the others, which have what is in them once more: it must not keep anything in variables of its own.
 */
const APART = ['./src/guard.ts', './src/options.ts', './src/testing.ts', './src/cli.ts'];

/** The only file of a dependency that a server may need, so it is copied: to find and open it takes longer than to read it. */
const COPIED = ['@polyspec/transport-http/options'];

/** CommonJS libraries that are run when first used, not when imported, with what is used of them: a parser takes 2 ms to set up. */
const LAZY = { 'uri-template': ['parse'] };

const MAIN = resolve('src/index.ts');

// Their names change with what is in them, so those of an earlier build would stay and be published.
rmSync(join('dist', 'chunks'), { recursive: true, force: true });

const apart = entries.filter((entry) => APART.includes(entry));
const outputs = [];
for (const together of [entries.filter((entry) => !APART.includes(entry)), ...apart.map((entry) => [entry])]) {
  const { output } = await build({
    input: Object.fromEntries(together.map((file) => [relative('src', file).replace(/\.ts$/, ''), file])),
    external: isExternal,
    plugins: [lazyLibraries()],
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
  outputs.push(...output);
}

const bundled = outputs.flatMap(({ moduleIds = [] }) => moduleIds);
const notices = [...new Set(bundled.map(packageOf).filter(Boolean))].sort().map(noticeOf);
const file = join('dist', 'THIRD-PARTY-LICENSES.txt');
if (notices.length === 0) rmSync(file, { force: true });
else writeFileSync(file, notices.join(`\n${'-'.repeat(80)}\n\n`));

function isExternal(id) {
  return !COPIED.includes(id) && (id.startsWith('node:') || external.some((pattern) => pattern.test(id)));
}

function lazyLibraries() {
  const prefix = '\0lazy:';
  return {
    name: 'lazy-libraries',
    resolveId: (id, importer) => (id in LAZY && !importer?.startsWith(prefix) ? prefix + id : null),
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const library = id.slice(prefix.length);
      return LAZY[library]
        .map((name) => `exports.${name} = (...given) => require('${library}').${name}(...given);`)
        .join('\n');
    },
  };
}

/** The file that a module belongs in; `null` leaves that to the bundler. */
function fileOf(id, modules) {
  return importedBy(MAIN, modules).has(id) ? 'index' : null;
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
