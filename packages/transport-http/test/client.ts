import { connect, type Socket } from 'node:net';

/** A client on one raw connection, which reads only when it is told to, and never hides what came. */
export class RawClient {
  readonly socket: Socket;
  #text = '';
  closed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      this.#text += chunk;
    });
    socket.on('close', () => {
      this.closed = true;
    });
    socket.on('error', () => undefined);
  }

  static async open(origin: string): Promise<RawClient> {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    return new RawClient(socket);
  }

  /** Everything that came. */
  get text(): string {
    return this.#text;
  }

  /** Forgets what came. */
  clear(): void {
    this.#text = '';
  }

  post(message: object, headers: Readonly<Record<string, string>> = {}): void {
    const body = JSON.stringify(message);
    this.request(
      'POST',
      { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
      body,
    );
  }

  call(method: string, params: object = {}, id = 1): void {
    this.post({ jsonrpc: '2.0', id, method, params });
  }

  request(method: string, headers: Readonly<Record<string, string>> = {}, body = ''): void {
    const all = { host: 'localhost', accept: 'application/json, text/event-stream', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`${method} /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  }
}
