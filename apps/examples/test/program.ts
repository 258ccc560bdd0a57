import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A program of this folder that runs as a process of its own. */
export interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  /** All that it has printed to stdout so far. */
  stdout(): string;
  /** All that it has printed to stderr so far. */
  stderr(): string;
  /** Waits until one of both streams has something that matches. Fails when the program ends before. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

/** Starts a program from its source, so that no build is needed. */
export function start(source: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Program {
  const file = fileURLToPath(new URL(`../src/${source}`, import.meta.url));
  const command = ['--conditions', '@polyspec/source', '--import', 'tsx', file, ...args];
  const child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, ...env }, stdio: 'pipe' });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      printed[stream] += text;
    });
  }
  const ended = new Promise<number | string | null>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  const prints = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(printed.stdout) ?? pattern.exec(printed.stderr);
        if (found !== null) resolve(found);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.on('close', () => reject(new Error(`It has ended without ${pattern}: ${printed.stdout}${printed.stderr}`)));
      look();
    });
  return { child, stdout: () => printed.stdout, stderr: () => printed.stderr, prints, ended };
}

/** Ends what a test has left running. A rejected promise that nobody handled is an error of the program, though it went on. */
export async function stop({ child, ended, stderr }: Program): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await ended;
  if (stderr().includes('A promise was rejected, and nothing handled it')) throw new Error(stderr());
}
