import { setTimeout as sleep } from 'node:timers/promises';
import { OpenStreams } from './open-streams.mjs';
import { eachInTurn, withParticipants } from './turns.mjs';
import { Usage } from './usage.mjs';
import { warmUp } from './warm-up.mjs';

const TOOLS = 2;
const FIRST_STREAMS = 300;
const WARM = { calls: 25, leastMs: 500, mostMs: 5000 };
/** How long a server may take to see that its first streams were left, in milliseconds. */
const SETTLE_MS = 500;

/**
 * One round of open streams: each server, one after the other, gets so many clients with a stream each, and tells all of them
 * of changes.
 *
 * - `heap`, `rss`: bytes for each stream, with the session that it may need; `heapAfter`: once all had events
 * - `eventCpu`: CPU time of the server for one event to all, in milliseconds
 * - `lastByteMs`: from telling the server to the last byte at the last client
 *
 * @param streams how many
 * @param ms how long events are sent one after the other, in milliseconds
 */
export function takeStreams({ streams, ms, ...options }) {
  return withParticipants(options, async (participants) => {
    await eachInTurn(participants, async (participant) => {
      participant.facts = await measured(participant, streams, ms);
      await participant.stop();
    });
    return () => ({});
  });
}

async function measured(participant, count, ms) {
  const { server, target } = await participant.listen(TOOLS);
  const streams = new OpenStreams(server, target);
  await streams.add(FIRST_STREAMS);
  await warmUp(streams, WARM);
  streams.leave();
  await sleep(SETTLE_MS);
  const before = await server.ask('memory');
  await streams.add(count);
  const open = await server.ask('memory');
  await warmUp(streams, WARM);
  const usage = new Usage();
  await usage.measure(streams, ms);
  const after = await server.ask('memory');
  streams.leave();
  const { cpu, p50, clientBusy, foreign } = usage.numbers;
  const each = (key, now) => (now[key] - before[key]) / count;
  return {
    heap: each('heapUsed', open),
    heapAfter: each('heapUsed', after),
    rss: each('rss', open),
    eventCpu: cpu / 1000,
    lastByteMs: p50,
    eventClientBusy: clientBusy,
    foreign,
  };
}
