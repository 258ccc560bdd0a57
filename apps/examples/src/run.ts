// First, so that nothing but the protocol gets to stdout over stdio.
import 'polyspec/guard';
import { OptionError, serve } from 'polyspec';
import { examples } from './examples.js';
import { readArguments, USAGE, UsageError } from './run-arguments.js';

try {
  await run(process.argv.slice(2));
} catch (thrown) {
  const isUsage = thrown instanceof UsageError || thrown instanceof OptionError;
  console.error(thrown instanceof Error ? thrown.message : thrown);
  if (isUsage) console.error(`\n${USAGE}`);
  process.exit(isUsage ? 2 : 1);
}

async function run(args: readonly string[]): Promise<void> {
  const { isHelp, name, options } = readArguments(args);
  if (isHelp) return console.error(USAGE);
  const example = await examples.get(name)?.();
  if (example !== undefined) await serve(name, example.default, { ...example.options, ...options });
}
