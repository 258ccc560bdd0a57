import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');

/** File, a line of it, and whether the linter may find that import in the wrong direction. */
const imports: readonly [file: string, code: string, allowed: boolean][] = [
  ['packages/core/src/a.ts', "export { a } from '@polyspec/spec-2025';", false],
  ['packages/core/src/b.ts', "export { a } from '@polyspec/transport-stdio/guard';", false],
  ['packages/core/src/c.ts', "export const load = (): Promise<unknown> => import('polyspec/testing');", false],
  ['packages/core/src/d.ts', "export type { A } from 'polyspec';", false],
  ['packages/core/src/e.ts', "export { a } from './json.js';", true],
  ['packages/spec-2025/src/a.ts', "export { a } from '@polyspec/core';", true],
  ['packages/spec-2025/src/b.ts', "export { a } from '@polyspec/core/testing';", true],
  ['packages/spec-2025/src/c.ts', "export { a } from '@polyspec/spec-2026';", false],
  ['packages/spec-2025/src/d/e.ts', "export { a } from '../../../core/src/json.js';", false],
  ['packages/spec-2025/src/d/f.ts', "export { a } from '../g/h.js';", true],
  ['packages/spec-2026/src/a.ts', "export { a } from 'polyspec';", false],
  ['packages/spec-2026/src/b.ts', "export { a } from 'jose';", false],
  ['packages/transport-stdio/src/a.ts', "export { a } from 'fastify';", false],
  ['packages/transport-stdio/src/b.ts', "export { a } from '@polyspec/transport-http/options';", false],
  ['packages/transport-http/src/a.ts', "export { a } from 'fastify';", true],
  ['packages/transport-http/src/b.ts', "export { a } from '@fastify/cors';", true],
  ['packages/transport-http/src/c.ts', "export { a } from '@polyspec/oauth';", false],
  ['packages/transport-http/src/d.ts', "export { a } from 'jose/jwt/verify';", false],
  ['packages/oauth/src/a.ts', "export { a } from 'jose';", true],
  ['packages/oauth/src/b.ts', "export { a } from '@polyspec/transport-http';", false],
  ['packages/oauth/src/c.ts', "export { a } from '@fastify/cors';", false],
  ['packages/facade/src/a.ts', "export { a } from '@polyspec/oauth';", true],
  ['packages/facade/src/b.ts', "export { a } from '@polyspec/transport-http/options';", true],
  ['packages/facade/src/c.ts', "export { a } from 'fastify';", false],
  ['apps/examples/src/a.ts', "export { a } from 'polyspec';", true],
  ['apps/examples/src/b.ts', "export { a } from 'jose';", false],
];

describe('the linter holds the direction of imports between the layers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyspec-layers-'));
  let refused: ReadonlySet<string>;

  beforeAll(() => {
    cpSync(join(root, 'biome.json'), join(folder, 'biome.json'));
    writeFileSync(join(folder, '.gitignore'), 'node_modules/\n');
    for (const [file, code] of imports) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${code}\n`);
    }
    const args = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'];
    const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: folder, encoding: 'utf8' });
    refused = filesIn(JSON.parse(stdout));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(imports)('%s: %s (allowed: %s)', (file, _code, allowed) => {
    expect(refused.has(file)).toBe(!allowed);
  });
});

function filesIn(report: { diagnostics: { category: string; location: { path: string | { file: string } } }[] }) {
  const found = report.diagnostics.filter(({ category }) => category === 'lint/style/noRestrictedImports');
  return new Set(found.map(({ location: { path } }) => (typeof path === 'string' ? path : path.file)));
}
