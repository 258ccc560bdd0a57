import { setTimeout as sleep } from 'node:timers/promises';
import { greet } from './handshake.mjs';
import { overLanes } from './lanes.mjs';
import { getStream } from './protocol.mjs';
import { Stream } from './stream.mjs';
import { eachInTurn, withParticipants } from './turns.mjs';

const TOOLS = 2;
const FIRST_SESSIONS = 1000;
/** After how long an idle session ends, where a server has that. */
const IDLE_SECONDS = 2;
/** How long it takes until all that is over is forgotten, in milliseconds: servers look for it now and then. */
const FORGET_MS = IDLE_SECONDS * 1000 + 5000;
/** After how many dropped sessions the heap counts at the earliest: before, it grows by what the engine compiles. */
const LEAST_DROPPED = 5000;
/** How many times as many sessions come after that. */
const MORE = 3;

/**
 * One round of sessions: each server, one after the other, gets so many clients that stay, and in a process of its own as many,
 * and then three times as many again, that open a session and its stream and leave without a word.
 *
 * - `heap`, `rss`: bytes for each live session
 * - `openCpu`: CPU time of the server for opening one, which takes two requests, in microseconds
 * - `left`: bytes of heap that each session has left behind that was dropped after the first count, once there was time to expire
 *
 * @param sessions how many
 */
export function takeSessions({ sessions, ...options }) {
  return withParticipants(options, async (participants) => {
    await eachInTurn(participants, async (participant) => {
      participant.facts = { ...(await live(participant, sessions)), ...(await dropped(participant, sessions)) };
      await participant.stop();
    });
    return () => ({});
  });
}

async function live(participant, count) {
  const { server, target } = await participant.listen(TOOLS);
  await open(target, FIRST_SESSIONS);
  const before = { ...(await server.ask('memory')), cpu: await server.ask('cpu') };
  await open(target, count);
  const after = { cpu: await server.ask('cpu'), ...(await server.ask('memory')) };
  await server.stop();
  const each = (key) => (after[key] - before[key]) / count;
  return { heap: each('heapUsed'), rss: each('rss'), openCpu: each('cpu') };
}

function open({ era, port }, count) {
  return overLanes(port, count, (connection) => greet(connection, era, port));
}

async function dropped(participant, count) {
  const { server, target } = await participant.listen(TOOLS, IDLE_SECONDS);
  const heapAfter = async (total) => {
    await drop(target, total);
    await sleep(FORGET_MS);
    return (await server.ask('memory')).heapUsed;
  };
  const first = await heapAfter(Math.max(count, LEAST_DROPPED));
  // As many at a time as before: tables keep the size that they have had once, which is no session's.
  let last = first;
  for (let times = 0; times < MORE; times += 1) last = await heapAfter(count);
  const left = (last - first) / (count * MORE);
  await server.stop();
  return { left };
}

/** Opens sessions with a stream each, and leaves them. */
function drop({ era, port }, count) {
  return overLanes(port, count, async (connection) => {
    const stream = await Stream.open({ port, request: getStream(await greet(connection, era, port)) }, ignored);
    stream.close();
  });
}

function ignored() {}
