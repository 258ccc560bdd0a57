// The conformance example as a process of its own, on a free port.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const runner = fileURLToPath(new URL('../../apps/examples/dist/run.js', import.meta.url));

/** How long it may take to start, in milliseconds. */
const START_MS = 30_000;

/**
 * Starts the example, built before, with all revisions.
 *
 * @returns its `url`, the lines that it has printed to stderr since as `printed`, and `stop`
 */
export async function startServer() {
  const args = [runner, 'conformance', '--transport', 'http', '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const printed = [];
  const exited = new Promise((resolve) => child.on('exit', resolve));
  const started = new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`The conformance example ${why}:\n${printed.join('\n')}`));
    const timer = setTimeout(() => fail('did not start in time'), START_MS);
    createInterface({ input: child.stderr }).on('line', (line) => {
      printed.push(line);
      const url = /http:\/\/\S+/.exec(line)?.[0];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  try {
    return { url: await started, printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
