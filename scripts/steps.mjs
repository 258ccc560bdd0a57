// Runs a list of checks one after the other, with one line each; a failed one shows what it printed.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs `steps` (those named in `wanted`, or all), also after one has failed, and sets the exit code.
 * A step is `{ name, about, command: [tool, ...args], env? }`.
 */
export function runSteps(steps, wanted) {
  const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`No check named ${unknown.join(', ')}; there are ${steps.map(({ name }) => name).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const failed = steps
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
    .filter((step) => !passes(step));
  if (failed.length > 0) {
    console.log(`Failed: ${failed.map(({ name }) => name).join(', ')}.`);
    process.exitCode = 1;
  }
}

function passes({ name, about, command, env = {} }) {
  const started = performance.now();
  const [tool, ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(tool, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'}  ${name.padEnd(11)} ${about.padEnd(42)} ${seconds.padStart(6)} s`);
  if (status !== 0) console.log(`${stdout ?? ''}${stderr ?? ''}${error === undefined ? '' : `${error.message}\n`}`);
  return status === 0;
}
