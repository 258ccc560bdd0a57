import { connect } from 'node:net';
import { readResponse } from './http-response.mjs';

/** As much as Node reads at once. */
const BUFFER_BYTES = 65_536;

/**
 * One kept-alive HTTP connection with at most one request under way. It is written by hand because the client of node:http
 * takes more time for a request than the servers do, and would be what is measured. What a response says holds until the next
 * has come.
 */
export class Connection {
  #socket;
  #rest;
  #done;
  #error;

  /** Opens a connection to this port of 127.0.0.1. */
  static open(port) {
    return new Promise((resolve, reject) => {
      const connection = new Connection(port);
      connection.#socket.once('error', reject);
      connection.#socket.once('connect', () => resolve(connection));
    });
  }

  constructor(port) {
    // One buffer for all that is read saves making one for each response.
    const onread = {
      buffer: Buffer.allocUnsafe(BUFFER_BYTES),
      callback: (length, buffer) => {
        this.#read(buffer.subarray(0, length));
        return true;
      },
    };
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    this.#socket = socket;
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server has closed the connection')));
  }

  /** Sends a request; `done` gets the response, or nothing and the reason why there is none. */
  send(request, done) {
    if (this.#error !== undefined) {
      done(undefined, this.#error);
      return;
    }
    this.#done = done;
    this.#socket.write(request, 'latin1');
  }

  /** Sends a request and waits for its response. */
  request(request) {
    return new Promise((resolve, reject) => {
      this.send(request, (response, error) => (response === undefined ? reject(error) : resolve(response)));
    });
  }

  close() {
    this.#socket.destroy();
  }

  #read(chunk) {
    const buffer = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let response;
    try {
      response = readResponse(buffer);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#rest = response === undefined ? Buffer.from(buffer) : undefined;
    if (response === undefined) return;
    if (response.length < buffer.length) this.#fail(new Error('More than one response to one request'));
    else this.#settle(response);
  }

  #fail(error) {
    this.#error ??= error;
    this.#settle(undefined, this.#error);
  }

  #settle(response, error) {
    const done = this.#done;
    this.#done = undefined;
    done?.(response, error);
  }
}
