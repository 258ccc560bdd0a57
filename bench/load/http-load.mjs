import { Connection } from './connection.mjs';
import { messageIn } from './http-response.mjs';
import {
  addRequest,
  firstMethod,
  firstRequest,
  INITIALIZED,
  offeredRevision,
  post,
  postHead,
  REVISION,
} from './protocol.mjs';
import { FIRST_ID } from './work.mjs';

/**
 * Does what a client does first, and finds out whether the server looks at arguments.
 *
 * @returns where and how to send further requests
 */
export async function handshake(port, era, validates) {
  const connection = await Connection.open(port);
  try {
    const target = await open(connection, era, port);
    if (validates) await assertValidates(connection, target);
    return target;
  } finally {
    connection.close();
  }
}

async function open(connection, era, port) {
  const method = firstMethod(era);
  const head = postHead({ era, port, method, revision: era === '2026' ? REVISION[era] : undefined });
  const response = await connection.request(post(head, firstRequest(era, 1)));
  const revision = offeredRevision(era, messageIn(response, 1)?.result);
  if (revision === undefined) throw new Error(`${method} was not understood: ${show(response)}`);
  const session = /\r\nmcp-session-id: *([^\r]+)/i.exec(response.head)?.[1];
  const target = { era, port, revision, session };
  if (era === '2026') return target;
  const accepted = await connection.request(
    post(postHead({ ...target, method: 'notifications/initialized' }), INITIALIZED),
  );
  if (accepted.status !== 202) throw new Error(`notifications/initialized was not accepted: ${show(accepted)}`);
  return target;
}

async function assertValidates(connection, target) {
  const head = postHead({ ...target, method: 'tools/call', name: 'add' });
  const response = await connection.request(post(head, addRequest(target.era, 2, '"one"', 2)));
  const message = response.status === 200 ? messageIn(response, 2) : { error: response };
  if (message?.error === undefined && message?.result?.isError !== true)
    throw new Error(`Wrong arguments were taken: ${show(response)}`);
}

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

function show({ status, body }) {
  return `${status} ${body.toString('utf8').slice(0, 400)}`;
}
