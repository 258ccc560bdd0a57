import { parseArgs } from 'node:util';
import type { ServeOptions } from 'polyspec';
import { examples } from './examples.js';

const NAMES = [...examples.keys()].join(', ');

export const USAGE = `Usage: npm run example -- NAME [--transport stdio|http] [--port N] [--spec S]

  NAME         ${NAMES}
  --transport  stdio (default) or http
  --port       the port for http, 8080 by default; 0 takes a free one
  --spec       all (default), or revisions with commas between them, such as 2025-11-25,2026-07-28`;

/** A command line that can't be followed. */
export class UsageError extends Error {}

/** What a command line asks for. */
export interface RunArguments {
  readonly isHelp: boolean;
  /** The name of an example; empty when help is asked for. */
  readonly name: string;
  /** Whether their values are good ones is for `serve` to say. */
  readonly options: ServeOptions;
}

/**
 * Reads a command line.
 *
 * @throws UsageError that says what is wrong, and what there is
 */
export function readArguments(args: readonly string[]): RunArguments {
  const { positionals, values } = parse(args);
  const { help = false, port, spec, transport } = values;
  const [name = '', ...more] = positionals;
  if (!help && !examples.has(name)) {
    throw new UsageError(`${name === '' ? 'Which example?' : `There is no example '${name}'.`} There are ${NAMES}.`);
  }
  if (more.length > 0) throw new UsageError(`One example at a time; got ${positionals.join(', ')}.`);
  const options = {
    ...(transport !== undefined && { transport }),
    ...(port !== undefined && { port: /^\d+$/.test(port) ? Number(port) : port }),
    ...(spec !== undefined && { spec: spec.split(',') }),
  };
  return { isHelp: help, name, options: options as ServeOptions };
}

const text = { type: 'string' } as const;
const FLAGS = { transport: text, port: text, spec: text, help: { type: 'boolean', short: 'h' } } as const;

function parse(args: readonly string[]): ReturnType<typeof parseFlags> {
  try {
    return parseFlags(args);
  } catch (thrown) {
    throw thrown instanceof TypeError ? new UsageError(thrown.message) : thrown;
  }
}

function parseFlags(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options: FLAGS });
}
