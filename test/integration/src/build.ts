import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Builds the packages before the tests of this folder run: servers are started as processes of plain Node on what is built,
 * as users start them. With nothing changed this takes half a second, so the tests never meet an old build.
 */
export default function setup(): void {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const args = ['scripts/run.mjs', 'turbo', 'run', 'build', '--output-logs=errors-only'];
  try {
    execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  } catch (thrown) {
    const { stdout = '', stderr = '' } = thrown as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`The packages can't be built:\n${stdout}${stderr}`);
  }
}
