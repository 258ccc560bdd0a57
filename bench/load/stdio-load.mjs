import { addRequest } from './protocol.mjs';
import { Tally } from './tally.mjs';
import { measured } from './usage.mjs';
import { warmUp } from './warm-up.mjs';
import { FIRST_ID } from './work.mjs';

/** Finds out whether the server looks at arguments. */
export async function assertValidates(client, era) {
  const message = await client.request(addRequest(era, 2, '"one"', 2), 2);
  if (message.error === undefined && message.result?.isError !== true)
    throw new Error(`Wrong arguments were taken: ${JSON.stringify(message)}`);
}

/** Loads a server with so many requests under way at a time, first to warm up, then to measure. */
export async function loadStdio(server, client, work, { depth, warmMs, ms }) {
  const load = new StdioLoad(client, work, depth);
  const run = (milliseconds) => server.within(milliseconds + 20_000, load.run(milliseconds));
  await warmUp(warmMs, run);
  return measured(server, () => run(ms));
}

class StdioLoad {
  #id = FIRST_ID;
  #sentAt = new Map();

  constructor(client, work, depth) {
    this.client = client;
    this.work = work;
    this.depth = depth;
  }

  run(milliseconds) {
    const tally = new Tally();
    const end = performance.now() + milliseconds;
    return new Promise((resolve) => {
      this.client.onMessage = (message) => {
        const now = performance.now();
        const sentAt = this.#sentAt.get(message.id);
        this.#sentAt.delete(message.id);
        if (sentAt !== undefined && this.work.isRight(message, message.id)) tally.right(now - sentAt);
        else tally.fail(JSON.stringify(message).slice(0, 400));
        if (now < end && tally.wrong === 0) this.#send(now);
        else if (this.#sentAt.size === 0 || tally.wrong > 0) resolve(tally);
      };
      for (let sent = 0; sent < this.depth; sent += 1) this.#send(performance.now());
      this.client.flush();
    });
  }

  #send(now) {
    const id = this.#id;
    this.#id += 1;
    this.#sentAt.set(id, now);
    this.client.writeGrouped(this.work.request(id));
  }
}
