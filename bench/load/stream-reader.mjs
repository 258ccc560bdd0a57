import { ACKNOWLEDGED, TOOLS_CHANGED } from './protocol.mjs';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

/**
 * Reads an HTTP response that is a stream of events without an end, and checks it: it may tell that the list of tools has
 * changed, and nothing else.
 */
export class StreamReader {
  #subscription;
  #told;
  #isOpen = false;
  /** What came and is not yet a whole head or chunk. */
  #raw = '';
  /** What came in chunks and is not yet a whole event. */
  #text = '';
  /** The message that was last found right: the same again is right too. */
  #right;

  /**
   * @param subscription the id of the request, under 2026
   * @param opened called when the head has come, under 2026 when the acknowledgment has
   * @param event called for each message
   * @param failed called with an error for what is wrong
   */
  constructor({ subscription, ...told }) {
    this.#subscription = subscription;
    this.#told = told;
  }

  read(text) {
    this.#raw += text;
    try {
      if (this.#isOpen || this.#readHead()) this.#readChunks();
    } catch (error) {
      this.#told.failed(error);
    }
  }

  #readHead() {
    const end = this.#raw.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.#raw.slice(0, end);
    if (!/^HTTP\/1\.1 200 /.test(head) || !/\r\ncontent-type: *text\/event-stream/i.test(head))
      throw new Error(`No stream: ${this.#raw.slice(0, 400)}`);
    if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`A stream that is not in chunks: ${head}`);
    this.#isOpen = true;
    this.#raw = this.#raw.slice(end + 4);
    if (this.#subscription === undefined) this.#told.opened();
    return true;
  }

  #readChunks() {
    for (;;) {
      const lineEnd = this.#raw.indexOf('\r\n');
      if (lineEnd < 0) return;
      const start = lineEnd + 2;
      const size = Number.parseInt(this.#raw.slice(0, lineEnd), 16);
      if (size === 0) throw new Error('The server has ended a stream');
      if (this.#raw.length < start + size + 2) return;
      this.#text += this.#raw.slice(start, start + size);
      this.#raw = this.#raw.slice(start + size + 2);
      this.#readEvents();
    }
  }

  #readEvents() {
    for (let end = this.#text.indexOf('\n\n'); end >= 0; end = this.#text.indexOf('\n\n')) {
      const data = /^data: ?(\S.*)$/m.exec(this.#text.slice(0, end))?.[1];
      this.#text = this.#text.slice(end + 2);
      // Comments, and events without data that begin a stream, say nothing.
      if (data !== undefined) this.#take(data);
    }
  }

  #take(data) {
    if (data === this.#right) {
      this.#told.event();
      return;
    }
    const { method, params } = JSON.parse(data);
    const isOurs = this.#subscription === undefined || params?._meta?.[SUBSCRIPTION] === this.#subscription;
    if (isOurs && method === TOOLS_CHANGED) {
      this.#right = data;
      this.#told.event();
    } else if (isOurs && method === ACKNOWLEDGED && params.notifications?.toolsListChanged === true) {
      this.#told.opened();
    } else {
      throw new Error(`A wrong message on a stream: ${data.slice(0, 400)}`);
    }
  }
}
