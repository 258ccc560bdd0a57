import { Connection } from './connection.mjs';
import { messageIn, show } from './http-response.mjs';
import { post, postHead } from './protocol.mjs';
import { FIRST_ID } from './work.mjs';

/** A load over so many connections, each with one request under way. They are new for each slice: idle ones would be closed. */
export class HttpLoad {
  #id = FIRST_ID;
  #connections = [];

  constructor(server, target, work, connections) {
    this.server = server;
    this.port = target.port;
    this.head = postHead({ ...target, method: work.method, name: work.name });
    this.work = work;
    this.count = connections;
  }

  async open() {
    this.#connections = await Promise.all(Array.from({ length: this.count }, () => Connection.open(this.port)));
  }

  close() {
    for (const connection of this.#connections) connection.close();
  }

  /** Sends and checks for so many milliseconds; has no request under way when it is over. */
  async run(milliseconds, tally) {
    const end = performance.now() + milliseconds;
    await Promise.all(
      this.#connections.map((connection) => new Promise((done) => this.#next(connection, tally, end, done))),
    );
  }

  #next(connection, tally, end, done) {
    const started = performance.now();
    // What is wrong once is wrong always: there is no use in going on.
    if (started >= end || tally.wrong > 0) {
      done();
      return;
    }
    const id = this.#id;
    this.#id += 1;
    connection.send(post(this.head, this.work.request(id)), (response, error) => {
      if (response !== undefined && this.#isRight(response, id)) tally.right(performance.now() - started);
      else tally.fail(response === undefined ? error.message : show(response));
      this.#next(connection, tally, end, done);
    });
  }

  #isRight(response, id) {
    const { isSame, isRight } = this.work;
    if (response.status === 200 && isSame?.is(response.body, id)) return true;
    try {
      const message = messageIn(response, id);
      if (message === undefined || !isRight(message, id)) return false;
    } catch {
      return false;
    }
    isSame?.keep(response.body, id);
    return true;
  }
}
