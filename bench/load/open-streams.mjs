import { greet } from './handshake.mjs';
import { overLanes } from './lanes.mjs';
import { getStream, LISTEN, listenRequest, post, postHead } from './protocol.mjs';
import { Stream } from './stream.mjs';

const EVENT_LIMIT_MS = 60_000;

/**
 * Many open streams of one server, each of a client of its own: under 2025 the standing stream of a session, under 2026 a
 * subscription. As a load, an answer is one event that has come to all of them.
 */
export class OpenStreams {
  #streams = [];
  /** How many events each of them should have. */
  #sent = 0;
  /** How many of them do not have the last yet. */
  #missing = 0;
  #arrived;
  /** What went wrong with one of them. */
  #error;
  #id = 0;

  constructor(server, target) {
    this.server = server;
    this.target = target;
  }

  /** Opens so many more. */
  add(count) {
    return overLanes(this.target.port, count, async (connection) => {
      const opening = await this.#opening(connection);
      const stream = await Stream.open(opening, (each, error) => this.#took(each, error));
      stream.events = this.#sent;
      this.#streams.push(stream);
    });
  }

  /** Leaves all of them. */
  leave() {
    for (const stream of this.#streams.splice(0)) stream.close();
  }

  open() {}

  close() {}

  /** Has the server send events for so many milliseconds, one after the other. */
  async run(milliseconds, tally) {
    const end = performance.now() + milliseconds;
    do tally.right(await this.#event());
    while (performance.now() < end);
  }

  /** One event. @returns the milliseconds until the last of the streams has it */
  async #event() {
    this.#sent += 1;
    this.#missing = this.#streams.length;
    const arrived = new Promise((resolve, reject) => {
      this.#arrived = { resolve, reject };
    });
    if (this.#error !== undefined) throw this.#error;
    const started = performance.now();
    const [at] = await Promise.all([this.server.within(EVENT_LIMIT_MS, arrived), this.server.ask('event')]);
    return at - started;
  }

  #took(stream, error) {
    if (error !== undefined || stream.events !== this.#sent) {
      this.#error ??= error ?? new Error('An event came to a stream more than once');
      this.#arrived?.reject(this.#error);
      return;
    }
    this.#missing -= 1;
    if (this.#missing === 0) this.#arrived.resolve(performance.now());
  }

  async #opening(connection) {
    const { era, port, revision } = this.target;
    if (era === '2025') return { port, request: getStream(await greet(connection, era, port)) };
    this.#id += 1;
    const head = postHead({ era, port, revision, method: LISTEN });
    return { port, request: post(head, listenRequest(this.#id)), subscription: this.#id };
  }
}
