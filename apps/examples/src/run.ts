// First, so that nothing but the protocol is printed to stdout over stdio.
import 'polyspec/guard';
import { parseArgs } from 'node:util';
import { OptionError, type ServeOptions, serve } from 'polyspec';
import { examples } from './examples.js';

const USAGE = `Usage: npm run example -- NAME [--transport stdio|http] [--port N] [--spec S]

  NAME         ${[...examples.keys()].join(', ')}
  --transport  stdio (default) or http
  --port       for http: the port, 8080 by default; 0 takes a free one
  --spec       all (default), or revisions with commas between, such as 2025-11-25,2026-07-28`;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      transport: { type: 'string' },
      port: { type: 'string' },
      spec: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    console.error(USAGE);
  } else {
    const [name] = positionals;
    const load = name === undefined || positionals.length > 1 ? undefined : examples.get(name);
    if (name === undefined || load === undefined) throw new UsageError(wrongName(positionals));
    const { default: application, options } = await load();
    await serve(name, application, { ...options, ...given(values) });
  }
} catch (thrown) {
  console.error(explain(thrown));
  process.exitCode = isUsage(thrown) ? 2 : 1;
}
