import { serve } from 'polyspec';
import calculator, { options } from './calculator/calculator.js';
import { curlLine } from './curl-line.js';
import { portFrom } from './port.js';

try {
  const port = portFrom(process.env.PORT);
  const { address } = await serve('calculator', calculator, { ...options, transport: 'streamable-http', port });
  console.log(`
The calculator is served over the Model Context Protocol, in the revisions 2025-06-18, 2025-11-25 and 2026-07-28, at

  ${address}

Try it from another terminal:

${curlLine(address, 'factorial', { n: 5 })}

Press Ctrl+C to stop it.
`);
} catch (thrown) {
  console.error(explain(thrown));
  process.exitCode = 1;
}

function explain(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const isTaken = 'code' in thrown && thrown.code === 'EADDRINUSE';
  return isTaken ? `${thrown.message}\nFor example: PORT=8081 npm start` : thrown.message;
}
