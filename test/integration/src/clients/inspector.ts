import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT, temporaryFile } from '../processes.js';
import type { Target } from './official-client.js';

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const INSPECTOR = inspectorFile('clients/launcher/build/index.js');

/** The Inspector keeps settings and secrets of its user; a test has no business there. */
export const OWN_SETTINGS: NodeJS.ProcessEnv = {
  HOME: temporaryFile('inspector-home'),
  MCP_INSPECTOR_SECRET_STORE: 'file',
  NO_COLOR: '1',
};

/** A file of the Inspector's package. */
export function inspectorFile(path: string): string {
  return join(dirname(manifest), path);
}

/** What the Inspector printed, and how it ended. */
export interface Inspected {
  readonly code: number;
  /** The result, where it printed one. */
  readonly result: Readonly<Record<string, unknown>> | undefined;
  /** The text of the error, where it printed one. */
  readonly error: string | undefined;
}

/** The eras that the Inspector can be told to speak. */
export type Era = 'legacy' | 'modern';

/** Runs the command line of the MCP Inspector once: `mcp-inspector --cli … --method …`. */
export async function inspect(target: Target, era: Era, ...options: readonly string[]): Promise<Inspected> {
  const where =
    'url' in target ? ['--transport', 'http', '--server-url', target.url] : ['--', target.command, ...target.args];
  const environment =
    'url' in target ? [] : Object.entries(target.env ?? {}).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const args = [INSPECTOR, '--cli', '--format', 'json', '--protocol-era', era, ...options, ...environment, ...where];
  const { code, stdout, stderr } = await run(args);
  const printed = json(stdout);
  const failure = json(stderr.trim().split('\n').at(-1) ?? '');
  return {
    code,
    result: printed?.result as Inspected['result'],
    error: (failure?.error as { readonly message?: string } | undefined)?.message,
  };
}

function run(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...OWN_SETTINGS };
    execFile(process.execPath, args, { cwd: ROOT, env, timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
  });
}

/** An object that was printed as JSON, and nothing else with it. */
export function json(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
