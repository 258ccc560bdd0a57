import { connect } from 'node:net';

const LIMIT_MS = 20_000;

/** One open stream, on a plain socket. */
export class Stream {
  #socket;
  /** What came and is not yet a whole head or event. */
  #rest = '';
  #isOpen = false;
  #waiting;

  /** Sends a request and waits for its stream; with the first event, where that is what says that it is open. */
  static async open(port, request, isAcknowledged) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const stream = new Stream(socket);
    const opened = stream.#next();
    const acknowledged = isAcknowledged ? opened.then(() => stream.nextEvent()) : opened;
    socket.write(request);
    await acknowledged;
    return stream;
  }

  constructor(socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text) => this.#read(text));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server has closed the connection')));
  }

  /** Resolves when a message has come. */
  nextEvent() {
    const event = this.#next();
    this.#settle();
    return event;
  }

  close() {
    this.#socket.destroy();
  }

  #next() {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Nothing came in ${LIMIT_MS} ms`)), LIMIT_MS);
      this.#waiting = { resolve, reject, timer };
    });
  }

  #read(text) {
    this.#rest += text;
    this.#settle();
  }

  #settle() {
    if (this.#waiting === undefined) return;
    if (!this.#isOpen) {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!this.#rest.startsWith('HTTP/1.1 200')) this.#fail(new Error(`No stream: ${this.#rest.slice(0, 300)}`));
      this.#isOpen = true;
      this.#rest = this.#rest.slice(end + 4);
      this.#done()?.resolve();
      return;
    }
    const end = this.#rest.indexOf('\n\n', this.#rest.indexOf('"method"'));
    if (!this.#rest.includes('"method"') || end < 0) return;
    this.#rest = this.#rest.slice(end + 2);
    this.#done()?.resolve();
  }

  #fail(error) {
    this.#done()?.reject(error);
  }

  #done() {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
