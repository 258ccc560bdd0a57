import { createInterface } from 'node:readline';
import { floorAnswers } from '../floor.mjs';
import { ERA, TOOLS } from '../settings.mjs';

const answer = floorAnswers(ERA, TOOLS);

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) })}\n`);
});
