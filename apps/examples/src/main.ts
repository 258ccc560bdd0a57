import { OptionError, serve } from 'polyspec';
import calculator, { options } from './calculator/calculator.js';
import { curlLine } from './curl-line.js';

const DEFAULT_PORT = 8080;

try {
  const server = await serve('calculator', calculator, { ...options, transport: 'streamable-http', port: portOf() });
  console.log(`
The calculator is served over the Model Context Protocol at

  ${server.address}

for clients of the revisions 2025-06-18, 2025-11-25 and 2026-07-28. Try it from another terminal:

${curlLine(server.address, 'factorial', { n: 5 })}

Press Ctrl+C to stop it.
`);
} catch (thrown) {
  console.error(explain(thrown));
  process.exitCode = 1;
}

function portOf(): number {
  const { PORT: given = '' } = process.env;
  if (given === '') return DEFAULT_PORT;
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65_535)
    throw new OptionError('port', `PORT has to be a port number; got '${given}'`);
  return port;
}

function explain(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const isTaken = 'code' in thrown && thrown.code === 'EADDRINUSE';
  return isTaken ? `${thrown.message}\nFor example: PORT=8081 npm start` : thrown.message;
}
