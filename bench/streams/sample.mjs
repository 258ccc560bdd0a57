import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CORE, fileOf, kill, spawnNode } from '../processes.mjs';
import { median } from '../statistics.mjs';

const WARM_STREAMS = 300;
const WARM_EVENTS = 5;
const EVENTS = 15;
/** How long a server may still have to do with an event after the last byte has come, in milliseconds. */
const SETTLE_MS = 50;

/**
 * Takes one sample of a server, in a process of its own, with the load in another.
 *
 * - `heap`, `rss`: bytes for each stream; `heapAfter`: once all had events
 * - `cpu`: CPU time of the server for an event to all, in milliseconds
 * - `lastByte`: from telling the server to the last byte at the last client, in milliseconds
 */
export async function measure({ program, opening }, streams) {
  const server = new Child(CORE.server, [
    '--expose-gc',
    '--import',
    fileOf('servers/meter.mjs'),
    fileOf(`streams/servers/${program}.mjs`),
  ]);
  const load = new Child(CORE.client, [fileOf('streams/load.mjs')]);
  try {
    const { port } = await server.message();
    const target = { port, pid: server.pid, opening };
    await load.ask({ question: 'open', target, count: WARM_STREAMS });
    for (let event = 0; event < WARM_EVENTS; event += 1) await load.ask({ question: 'event', target });
    await load.ask({ question: 'close' });
    await sleep(500);
    const before = await server.ask({ question: 'memory' });
    await load.ask({ question: 'open', target, count: streams });
    const open = await server.ask({ question: 'memory' });
    const events = [];
    for (let event = 0; event < WARM_EVENTS + EVENTS; event += 1) {
      const cpuBefore = await server.ask({ question: 'cpu' });
      const lastByte = await load.ask({ question: 'event', target });
      await sleep(SETTLE_MS);
      const cpu = ((await server.ask({ question: 'cpu' })) - cpuBefore) / 1000;
      if (event >= WARM_EVENTS) events.push({ cpu, lastByte });
    }
    const after = await server.ask({ question: 'memory' });
    return {
      heap: (open.heapUsed - before.heapUsed) / streams,
      heapAfter: (after.heapUsed - before.heapUsed) / streams,
      rss: (open.rss - before.rss) / streams,
      cpu: median(events.map((event) => event.cpu)),
      lastByte: median(events.map((event) => event.lastByte)),
    };
  } finally {
    await Promise.all([kill(server.process), kill(load.process)]);
  }
}

/** A process that answers questions. */
class Child {
  #number = 0;
  #ended;

  constructor(core, args) {
    this.process = spawnNode(core, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#ended = once(this.process, 'exit').then(([code, signal]) => {
      throw new Error(`${args.at(-1)} has ended (${code ?? signal})`);
    });
    this.#ended.catch(() => {});
  }

  get pid() {
    return this.process.pid;
  }

  /** The next thing that it says. */
  async message() {
    const [message] = await Promise.race([once(this.process, 'message'), this.#ended]);
    return message;
  }

  async ask(question) {
    this.#number += 1;
    this.process.send({ ...question, number: this.#number });
    const { answer, error } = await this.message();
    if (error !== undefined) throw new Error(error);
    return answer;
  }
}
