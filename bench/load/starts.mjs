import { median } from '../statistics.mjs';
import { addRequest } from './protocol.mjs';
import { eachInTurn, withParticipants } from './turns.mjs';

const STARTS = 3;
const TOOLS = 2;

/**
 * One round of starts: each server is started over stdio some times, in turns, and once more to ask for its memory.
 *
 * - `startMs`: from spawn to the answer of `initialize` or `server/discover`
 * - `firstCallMs`: from spawn to the answer of a first call, sent when that has come
 * - `rss`, `heapUsed`: bytes after the first call
 */
export function takeStarts(options) {
  return withParticipants(options, async (participants) => {
    const starts = new Map(participants.map((participant) => [participant, []]));
    for (let turn = 0; turn < STARTS; turn += 1) {
      await eachInTurn(participants, async (participant) => {
        const { times, server } = await start(participant, false);
        await server.stop();
        starts.get(participant).push(times);
      });
    }
    await eachInTurn(participants, async (participant) => {
      const { server } = await start(participant, true);
      participant.facts = await server.ask('memory');
      await server.stop();
    });
    const middle = (participant, key) => median(starts.get(participant).map((times) => times[key]));
    return (participant) => ({
      startMs: middle(participant, 'startMs'),
      firstCallMs: middle(participant, 'firstCallMs'),
    });
  });
}

async function start(participant, isMetered) {
  const { era } = participant;
  const spawned = performance.now();
  const { server, client } = participant.spawn(TOOLS, isMetered);
  await client.open(era);
  const startMs = performance.now() - spawned;
  client.confirm(era);
  const message = await client.request(addRequest(era, 2, 1, 2), 2);
  const firstCallMs = performance.now() - spawned;
  if (message.result?.structuredContent?.sum !== 3) throw new Error(`A wrong answer: ${JSON.stringify(message)}`);
  return { server, times: { startMs, firstCallMs } };
}
