// Loaded into a server before its own code (`node --import`), when it is to be measured: answers questions of its parent
// about what the process has used, does what it wants to see the server do, and ends with it.
import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { event } from './settings.mjs';

const questions = {
  /** CPU time of all threads, user and system, in microseconds. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** Bytes in use after garbage collection. */
  async memory() {
    for (let pass = 0; pass < 3; pass += 1) {
      globalThis.gc?.();
      await sleep(20);
    }
    const { rss, heapUsed } = process.memoryUsage();
    return { rss, heapUsed };
  },
  /** Has the server tell all open streams of a change. */
  event,
  async startProfile() {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
  },
  async stopProfile() {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  },
};

const session = new Session();

process.on('message', async ({ question, number }) => {
  process.send({ number, answer: await questions[question]() });
});
process.on('disconnect', () => process.exit());
