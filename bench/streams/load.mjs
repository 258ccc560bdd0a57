// The load: a process of its own, which opens streams and waits for events when its parent says so.
import { openings } from './open.mjs';
import { Stream } from './stream.mjs';

/** How many streams are opened at a time. */
const AT_ONCE = 50;
const streams = [];

const questions = {
  async open({ target, count }) {
    const { request, isAcknowledged } = openings[target.opening];
    for (let opened = 0; opened < count; opened += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - opened) }, async () =>
        Stream.open(target.port, await request(target), isAcknowledged),
      );
      streams.push(...(await Promise.all(some)));
    }
  },

  /** Tells the server to send an event to all; gives the milliseconds until the last of them has it. */
  async event({ target }) {
    const received = streams.map((stream) => stream.nextEvent());
    const started = performance.now();
    process.kill(target.pid, 'SIGUSR2');
    await Promise.all(received);
    return performance.now() - started;
  },

  close() {
    for (const stream of streams.splice(0)) stream.close();
  },
};

process.on('message', async ({ question, number, ...options }) => {
  try {
    process.send({ number, answer: await questions[question](options) });
  } catch (error) {
    process.send({ number, error: error.message });
  }
});
process.on('disconnect', () => process.exit());
