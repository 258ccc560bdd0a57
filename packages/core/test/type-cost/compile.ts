import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CORE = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/** What the compiler said about a program. */
export interface Compiled {
  /** Error messages, empty when it compiles. */
  readonly errors: readonly string[];
  /** How many types it had to make from generic ones: the measure of work that is the same on every machine. */
  readonly instantiations: number;
}

/**
 * Compiles one source, with the strictness of this repository, in a folder that finds the packages that core finds.
 *
 * @param source a file, or a text
 */
export async function compile(source: { readonly file: string } | { readonly text: string }): Promise<Compiled> {
  const folder = await mkdtemp(join(tmpdir(), 'type-cost-'));
  try {
    const file = 'file' in source ? source.file : join(folder, 'source.ts');
    if ('text' in source) await writeFile(file, source.text);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...CONFIG, files: [file] }));
    await symlink(join(CORE, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const output = await run([TSC, '-p', folder, '--pretty', 'false', '--extendedDiagnostics', '--singleThreaded']);
    return {
      errors: output.split('\n').filter((line) => line.includes('error TS')),
      instantiations: Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const CONFIG = {
  extends: join(CORE, '..', '..', 'tsconfig.test.json'),
  // Node's types are found by folder: the sources are not where they are.
  compilerOptions: { typeRoots: [join(CORE, '..', '..', 'node_modules', '@types')] },
  include: [],
};

/** The compiler ends with an error code when the program has errors. */
function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
