import { addRequest } from './protocol.mjs';
import { FIRST_ID } from './work.mjs';

/** Finds out whether the server looks at arguments. */
export async function assertValidates(client, era) {
  const message = await client.request(addRequest(era, 2, '"one"', 2), 2);
  if (message.error === undefined && message.result?.isError !== true)
    throw new Error(`Wrong arguments were taken: ${JSON.stringify(message)}`);
}

const LAST_ANSWER_MS = 20_000;

/** A load with so many requests under way at a time. */
export class StdioLoad {
  #id = FIRST_ID;
  #sentAt = new Map();

  constructor(server, client, work, depth) {
    this.server = server;
    this.client = client;
    this.work = work;
    this.depth = depth;
  }

  open() {}

  close() {}

  /** Sends and checks for so many milliseconds; has no request under way when it is over. */
  run(milliseconds, tally) {
    const end = performance.now() + milliseconds;
    const over = new Promise((resolve) => {
      this.client.onMessage = (message) => {
        const now = performance.now();
        const sentAt = this.#sentAt.get(message.id);
        this.#sentAt.delete(message.id);
        if (sentAt !== undefined && this.work.isRight(message, message.id)) tally.right(now - sentAt);
        else tally.fail(JSON.stringify(message).slice(0, 400));
        if (now < end && tally.wrong === 0) this.#send(now);
        else if (this.#sentAt.size === 0 || tally.wrong > 0) resolve();
      };
      for (let sent = 0; sent < this.depth; sent += 1) this.#send(performance.now());
      this.client.flush();
    });
    return this.server.within(milliseconds + LAST_ANSWER_MS, over);
  }

  #send(now) {
    const id = this.#id;
    this.#id += 1;
    this.#sentAt.set(id, now);
    this.client.writeGrouped(this.work.request(id));
  }
}
