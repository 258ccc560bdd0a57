import { connect } from 'node:net';
import { StreamReader } from './stream-reader.mjs';

/** All streams of this process are read into one buffer: what was read is done with before the next comes. */
const shared = Buffer.allocUnsafe(65_536);

const OPEN_LIMIT_MS = 20_000;

/** One open stream, on a plain socket. */
export class Stream {
  /** How many events have come. */
  events = 0;
  #socket;

  /**
   * Sends a request and waits for its stream to be open.
   *
   * @param subscription the id of the request, where the stream is one of 2026: it is open when it was acknowledged
   * @param onEvent called with the stream for each right event, and with what is wrong otherwise, even later
   */
  static open({ port, request, subscription }, onEvent) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No stream in ${OPEN_LIMIT_MS} ms`)), OPEN_LIMIT_MS);
      const stream = new Stream(port, request, {
        subscription,
        opened: () => {
          clearTimeout(timer);
          resolve(stream);
        },
        event: () => {
          stream.events += 1;
          onEvent(stream);
        },
        failed: (error) => {
          clearTimeout(timer);
          reject(error);
          onEvent(stream, error);
        },
      });
    });
  }

  constructor(port, request, told) {
    const reader = new StreamReader(told);
    const callback = (length) => {
      reader.read(shared.latin1Slice(0, length));
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback } });
    this.#socket.on('error', told.failed);
    this.#socket.on('end', () => told.failed(new Error('The server has ended a stream')));
    this.#socket.write(request, 'latin1');
  }

  close() {
    this.#socket.destroy();
  }
}
