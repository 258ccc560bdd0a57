import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliError } from './cli-error.js';
import { type LoadedModule, loadModule } from './load-module.js';

const folder = mkdtempSync(join(tmpdir(), 'polyspec-load-'));
const APPLICATION = "{ tools: () => [{ name: 'hello', run: () => 'Hello.' }] }";

const FILES: Readonly<Record<string, string>> = {
  'object.mjs': `export default ${APPLICATION}; export const options = { title: 'T' };`,
  'class.mjs': `export default class { #tools = [{ name: 'hello' }]; tools() { return this.#tools; } }`,
  'promise.mjs': `export default Promise.resolve(${APPLICATION});`,
  'old-class.mjs': `function App() {} App.prototype.tools = () => [{ name: 'hello' }]; export default App;`,
  'common.cjs': `module.exports = ${APPLICATION};`,
  'compiled.cjs': `exports.__esModule = true; exports.default = ${APPLICATION}; exports.options = { title: 'T' };`,
  'function.mjs': `export default () => (${APPLICATION});`,
  'nothing.mjs': `export const application = ${APPLICATION};`,
  'empty.mjs': 'export default {};',
  'text.mjs': "export default 'application';",
  'throws.mjs': "throw new Error('boom at import');",
  'throwing-class.mjs': "export default class { constructor() { throw new Error('no database'); } tools() {} }",
  'rejects.mjs': "export default Promise.reject(new Error('no network'));",
  'bad-options.mjs': `export default ${APPLICATION}; export const options = 7;`,
  'lost-import.mjs': "import './is-not-there.mjs'; export default {};",
  'syntax.mjs': 'export default {',
  'types.unknown': APPLICATION,
  'package/package.json': '{ "name": "notes-server", "type": "module" }',
  'package/src/index.js': `export default ${APPLICATION};`,
  'package/src/notes.js': `export default ${APPLICATION};`,
};

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (name: string): Promise<LoadedModule> => loadModule(join(folder, name));

describe('loadModule', () => {
  it.each(['object.mjs', 'class.mjs', 'promise.mjs', 'old-class.mjs', 'common.cjs', 'compiled.cjs'])(
    'takes %s',
    async (name) => {
      const { application } = await load(name);
      expect(await application.tools?.({} as never)).toMatchObject([{ name: 'hello' }]);
    },
  );

  it.each(['object.mjs', 'compiled.cjs'])('reads the export options of %s', async (name) => {
    expect((await load(name)).options).toEqual({ title: 'T' });
  });

  it('has no options where none are exported', async () => {
    expect((await load('class.mjs')).options).toEqual({});
  });

  it('names the server after the file, or the package where the file is called index', async () => {
    expect((await load('object.mjs')).name).toBe('object');
    expect((await load('package/src/notes.js')).name).toBe('notes');
    expect((await load('package/src/index.js')).name).toBe('notes-server');
  });

  it.each([
    ['missing.mjs', /There is no file .*missing\.mjs/],
    ['package', /is a folder/],
    ['function.mjs', /is a function; export the application itself, or its class/],
    ['nothing.mjs', /no default export/],
    ['empty.mjs', /is no application: it has none of tools\(\)/],
    ['text.mjs', /is no application/],
    ['throws.mjs', /Can't load .*throws\.mjs: boom at import/],
    ['throwing-class.mjs', /Can't make the application of .*: no database/],
    ['rejects.mjs', /no network/],
    ['bad-options.mjs', /'options' of .* is not an object/],
    ['lost-import.mjs', /Can't load .*is-not-there/],
    ['syntax.mjs', /Can't load/],
  ])('says what is wrong with %s', async (name, words) => {
    const fault = await load(name).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(fault).toBeInstanceOf(CliError);
    expect((fault as CliError).message).toMatch(words);
    expect((fault as CliError).exitCode).toBe(1);
  });
});
