// Costs that are measured inside of one process, by the programs in micro/.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { CORE, fileOf, spawnNode } from './processes.mjs';

const QUICK_ROUNDS = 3;

/** The programs in micro/, and which of their numbers are shown. */
export const MICROS = [
  {
    name: 'pages',
    rows: [
      { key: 'largestRatio', heading: 'walking 10,000 tools in pages of 100 × the bare serialisation', digits: 2 },
    ],
  },
  {
    name: 'seal',
    rows: [
      { key: 'sealCpu', heading: 'sealing and opening a state of 1 kB, CPU µs', digits: 1 },
      { key: 'roundsCpu', heading: 'a whole call of two rounds with it, in memory, CPU µs', digits: 1 },
      { key: 'plainCpu', heading: 'two plain calls of the same lengths, CPU µs', digits: 1 },
    ],
  },
];

/** @returns the numbers of a program, or the error because of which there are none */
export async function runMicro(name, isQuick) {
  const args = [fileOf(`micro/${name}.mjs`), '--json', ...(isQuick ? ['--rounds', String(QUICK_ROUNDS)] : [])];
  const child = spawnNode(CORE.server, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return code === 0 ? { name, numbers: JSON.parse(out) } : { name, error: errors.replace(/\s+/g, ' ').slice(0, 300) };
}
