import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { placeOf } from './syntax-error.js';

const folder = mkdtempSync(join(tmpdir(), 'polyspec-syntax-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** As Node throws it from an `import()`: without the place. */
function thrown(message: string): SyntaxError {
  const error = new SyntaxError(message);
  error.stack = `SyntaxError: ${message}\n    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)`;
  return error;
}

it('finds the line, also in a module that is imported, and runs nothing', { timeout: 30_000 }, () => {
  const bad = file('bad.mjs', 'export default {\n  const x y\n};\n');
  const witness = join(folder, 'ran');
  const importing = file(
    'imports.mjs',
    `import { writeFileSync } from 'node:fs';\nimport './bad.mjs';\nwriteFileSync(${JSON.stringify(witness)}, '');\n`,
  );
  for (const path of [bad, importing]) {
    const place = placeOf(thrown("Unexpected identifier 'x'"), path);
    expect(place).toMatch(/bad\.mjs:2\n {2}const x y\n +\^+$/);
  }
  const right = file(
    'right.mjs',
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(witness)}, '');`,
  );
  expect(placeOf(thrown('Unexpected end'), right)).toBeUndefined();
  expect(() => rmSync(witness)).toThrow('ENOENT');
});

it('takes it from the stack where it stands there', () => {
  const error = thrown('Unexpected identifier');
  error.stack = `/a/b.cjs:2\n  a b\n    ^\n\n${error.stack}`;
  expect(placeOf(error, '/a/b.cjs')).toBe('/a/b.cjs:2\n  a b\n    ^');
});

it('has nothing to add where the stack names the code at fault, and to other errors', () => {
  const error = thrown('Unexpected token');
  error.stack = `SyntaxError: Unexpected token\n    at JSON.parse (<anonymous>)\n    at ${pathToFileURL('/a.mjs').href}:1:6`;
  expect(placeOf(error, '/a.mjs')).toBeUndefined();
  expect(placeOf(new Error('boom'), '/a.mjs')).toBeUndefined();
  expect(placeOf('boom', '/a.mjs')).toBeUndefined();
});
