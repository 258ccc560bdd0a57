// What a load generator can be told to do: one round of a workload for all servers, or a profile of one.
import { HttpLoad } from './http-load.mjs';
import { OpenStreams } from './open-streams.mjs';
import { Participant } from './participant.mjs';
import { takeSessions } from './sessions.mjs';
import { takeStarts } from './starts.mjs';
import { StdioLoad } from './stdio-load.mjs';
import { takeStreams } from './streams.mjs';
import { takeTurns } from './turns.mjs';
import { Usage } from './usage.mjs';
import { warmUp } from './warm-up.mjs';
import { addWork, listWork } from './work.mjs';

const FEW = 2;
const MANY = 100;
const CONNECTIONS = 32;
const LIST_CONNECTIONS = 8;
const DEPTH = 64;
const STREAMS = 5000;

export const jobs = {
  /** Calls of a tool over HTTP, at many connections and at one; memory after the first answers. */
  http: (options) =>
    takeTurns(options, async (participant) => {
      const { server, target } = await participant.listen(FEW);
      participant.facts = await server.ask('memory');
      const work = addWork(options.era);
      participant.loads = [
        { many: new HttpLoad(server, target, work, CONNECTIONS), one: new HttpLoad(server, target, work, 1) },
      ];
    }),

  /** A call on a server of many tools and on one of few; the list of the many. */
  async list(options) {
    const turns = await takeTurns(options, async (participant) => {
      const many = await participant.listen(MANY);
      const few = await participant.listen(FEW);
      const work = addWork(options.era);
      // The list comes later, so that the two servers have had the same to do when their calls are compared.
      participant.loads = [
        {
          call100: new HttpLoad(many.server, many.target, work, CONNECTIONS),
          call2: new HttpLoad(few.server, few.target, work, CONNECTIONS),
        },
        { list: new HttpLoad(many.server, many.target, listWork(options.era, MANY), LIST_CONNECTIONS) },
      ];
    });
    for (const { sample } of turns) if (sample !== undefined) sample.callRatio = sample.call100Cpu / sample.call2Cpu;
    return turns;
  },

  /** Calls of a tool over stdio, many under way and one after the other. */
  stdio: (options) =>
    takeTurns(options, async (participant) => {
      const { server, client } = await participant.converse(FEW);
      const work = addWork(options.era);
      participant.loads = [
        { many: new StdioLoad(server, client, work, DEPTH), one: new StdioLoad(server, client, work, 1) },
      ];
    }),

  /** How long a stdio server takes to start. */
  start: takeStarts,

  /** What sessions take, and what they leave behind. */
  sessions: takeSessions,

  /** What open streams take, and an event to all of them. */
  streams: takeStreams,

  /** Where the time of one server goes under load. */
  async profile({ server: name, era, work, warm, ms }) {
    const participant = new Participant({ name, validates: false }, era);
    try {
      const load = await profileLoads[work](participant, era);
      await warmUp(load, warm);
      await load.server.ask('startProfile');
      const usage = new Usage();
      await usage.measure(load, ms);
      return { ...usage.numbers, profile: await load.server.ask('stopProfile') };
    } finally {
      await participant.stop();
    }
  },
};

const profileLoads = {
  async call(participant, era) {
    const { server, target } = await participant.listen(FEW);
    return new HttpLoad(server, target, addWork(era), CONNECTIONS);
  },
  async list(participant, era) {
    const { server, target } = await participant.listen(MANY);
    return new HttpLoad(server, target, listWork(era, MANY), LIST_CONNECTIONS);
  },
  async stdio(participant, era) {
    const { server, client } = await participant.converse(FEW);
    return new StdioLoad(server, client, addWork(era), DEPTH);
  },
  async event(participant) {
    const { server, target } = await participant.listen(FEW);
    const streams = new OpenStreams(server, target);
    await streams.add(STREAMS);
    return streams;
  },
};
