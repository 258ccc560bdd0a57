import type { Server } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** For how long last answers may take to leave when a server closes, in milliseconds. */
export const FLUSH_MS = 100;
const FLUSH_CHECK_MS = 5;

const OF_SERVERS = new WeakMap<Server, Connections>();

/** The connections of a server, to be closed. Node closes those of HTTP/1.1; the sessions of HTTP/2 have to be noted. */
export class Connections {
  readonly #server: Partial<Pick<Server, 'closeIdleConnections' | 'closeAllConnections'>>;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #sockets = new Set<Socket>();

  /** Those of a server, noted once however many endpoints there are in it. */
  static of(server: Server): Connections {
    const known = OF_SERVERS.get(server) ?? new Connections(server);
    OF_SERVERS.set(server, known);
    return known;
  }

  private constructor(server: Server) {
    this.#server = server;
    const sockets = this.#sockets;
    // One function for all of them: what a connection needs is kept as long as it is idle.
    const forget = function (this: Socket): void {
      sockets.delete(this);
    };
    const note = (socket: Socket): void => {
      sockets.add(socket);
      socket.on('close', forget);
    };
    server.on('connection', note).on('secureConnection', note);
    server.on('session', (session: ServerHttp2Session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
    });
  }

  /**
   * Waits until all that was written has left, for at most this time, in milliseconds. Node takes a connection for idle when its
   * answer is complete, and closes it with the part that a slow reader has not yet taken.
   */
  async flushed(ms: number): Promise<void> {
    const end = performance.now() + ms;
    while (this.#isWriting() && performance.now() < end) await sleep(FLUSH_CHECK_MS);
  }

  /** Closes what carries nothing now, once all that was written has left; a session closes once its last stream has ended. */
  closeIdle(): void {
    if (!this.#isWriting()) this.#server.closeIdleConnections?.();
    for (const session of this.#sessions) if (!session.closed) session.close();
  }

  /** Closes everything, whatever it carries. */
  destroy(): void {
    this.#server.closeAllConnections?.();
    for (const session of this.#sessions) session.destroy();
  }

  #isWriting(): boolean {
    for (const socket of this.#sockets) if (socket.writableLength > 0 && !socket.destroyed) return true;
    return false;
  }
}
