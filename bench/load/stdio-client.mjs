import { firstMethod, firstRequest, INITIALIZED, offeredRevision } from './protocol.mjs';

const ANSWER_LIMIT_MS = 20_000;
const NEWLINE = 10;

/**
 * How many requests are written together while many are under way: a write takes longer than a call does in the quickest
 * servers, and the load generator must not be what is measured.
 */
const GROUP = 8;

/** The client's end of a stdio server. */
export class StdioClient {
  #server;
  #parts = [];
  #outgoing = '';
  #grouped = 0;

  /** Called with each message of the server. */
  onMessage = () => {};

  constructor(server) {
    this.#server = server;
    server.child.stdout.on('data', (chunk) => this.#read(chunk));
    server.child.stdin.on('error', () => {});
  }

  /** Sends the first request of a client, and waits for its answer. */
  async open(era) {
    const { result } = await this.request(firstRequest(era, 1), 1);
    if (offeredRevision(era, result) === undefined)
      throw new Error(`${firstMethod(era)} was not understood: ${JSON.stringify(result)}`);
  }

  /** Tells a 2025 server that the answer has come. */
  confirm(era) {
    if (era === '2025') this.write(INITIALIZED);
  }

  /** Sends one request and waits for its answer. */
  request(line, id) {
    const answer = new Promise((resolve) => {
      this.onMessage = (message) => {
        if (message.id === id) resolve(message);
      };
    });
    this.write(line);
    return this.#server.within(ANSWER_LIMIT_MS, answer);
  }

  /** Sends a line at once. */
  write(line) {
    this.#server.child.stdin.write(`${line}\n`, 'latin1');
  }

  /** Sends a line together with its neighbours; at the latest when all that has been read is handled. */
  writeGrouped(line) {
    this.#outgoing += `${line}\n`;
    this.#grouped += 1;
    if (this.#grouped === GROUP) this.flush();
  }

  flush() {
    if (this.#grouped === 0) return;
    this.#server.child.stdin.write(this.#outgoing, 'latin1');
    this.#outgoing = '';
    this.#grouped = 0;
  }

  #read(chunk) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#parts.push(chunk.subarray(start, end));
      const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
      this.#parts = [];
      start = end + 1;
      this.onMessage(JSON.parse(line.toString('utf8')));
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
    this.flush();
  }
}
