// Bundles a package into one file per entry, beside the declarations that tsc writes: loading a hundred small modules takes
// longer than the rest of a server's start. Dependencies stay outside; what a package only develops with and imports is
// bundled, and its licence goes along.
//
//   node ../../scripts/bundle.mjs        (in the folder of a package)
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const bin = Object.values(manifest.publishConfig?.bin ?? {}).map((file) =>
  file.replace('./dist/', './src/').replace(/\.js$/, '.ts'),
);
const entryPoints = [...Object.values(manifest.exports).map((entry) => entry['@polyspec/source']), ...bin];
const external = Object.keys(manifest.dependencies ?? {}).flatMap((name) => [name, `${name}/*`]);

// Their names change with what is in them, so those of an earlier build would stay and be published.
rmSync(join('dist', 'chunks'), { recursive: true, force: true });

const { metafile } = await build({
  entryPoints,
  external,
  outdir: 'dist',
  outbase: 'src',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

const notices = [...new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean))].sort().map(noticeOf);
const file = join('dist', 'THIRD-PARTY-LICENSES.txt');
if (notices.length === 0) rmSync(file, { force: true });
else writeFileSync(file, notices.join(`\n${'-'.repeat(80)}\n\n`));

/** The folder of the installed package that a bundled file belongs to. */
function packageOf(input) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
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
