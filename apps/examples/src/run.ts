// First, so that nothing but the protocol gets to stdout over stdio.
import 'polyspec/guard';
import { parseArgs } from 'node:util';
import { OptionError, type ServeOptions, serve } from 'polyspec';
import { examples } from './examples.js';

const USAGE = `Usage: npm run example -- NAME [--transport stdio|http] [--port N] [--spec S]

  NAME         ${[...examples.keys()].join(', ')}
  --transport  stdio (default) or http
  --port       the port for http, 8080 by default; 0 takes a free one
  --spec       all (default), or revisions with commas between them, such as 2025-11-25,2026-07-28`;

/** A command line that can't be followed. */
class UsageError extends Error {}

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  const isUsage = thrown instanceof UsageError || thrown instanceof OptionError;
  console.error(thrown instanceof Error ? thrown.message : thrown);
  if (isUsage) console.error(`\n${USAGE}`);
  process.exit(isUsage ? 2 : 1);
}

async function run(args: string[]): Promise<void> {
  const { name, isHelp, options } = read(args);
  if (isHelp) return console.error(USAGE);
  const load = examples.get(name ?? '');
  if (name === undefined || load === undefined) {
    const names = [...examples.keys()].join(', ');
    throw new UsageError(
      `${name === undefined ? 'Which example?' : `There is no example '${name}'.`} There are ${names}.`,
    );
  }
  const { default: application, options: own } = await load();
  await serve(name, application, { ...own, ...options });
}

function read(args: string[]): { name: string | undefined; isHelp: boolean; options: ServeOptions } {
  const text = { type: 'string' } as const;
  const flags = { transport: text, port: text, spec: text, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: flags });
    if (positionals.length > 1) throw new UsageError(`One example at a time; got ${positionals.join(', ')}`);
    const { help, port, spec, transport } = values;
    const options = {
      ...(transport !== undefined && { transport }),
      ...(port !== undefined && { port: /^\d+$/.test(port) ? Number(port) : port }),
      ...(spec !== undefined && { spec: spec.split(',') }),
    };
    // Whether the values are good ones is for `serve` to say.
    return { name: positionals[0], isHelp: help === true, options: options as ServeOptions };
  } catch (thrown) {
    if (thrown instanceof TypeError && 'code' in thrown) throw new UsageError(thrown.message);
    throw thrown;
  }
}
