import type { Server } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';

/** The connections of a server, to be closed. Node closes those of HTTP/1.1; the sessions of HTTP/2 have to be noted. */
export class Connections {
  readonly #server: Partial<Pick<Server, 'closeIdleConnections' | 'closeAllConnections'>>;
  readonly #sessions = new Set<ServerHttp2Session>();

  constructor(server: Server) {
    this.#server = server;
    server.on('session', (session: ServerHttp2Session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
    });
  }

  /** Closes what carries nothing now; a session closes once its last stream has ended. */
  closeIdle(): void {
    this.#server.closeIdleConnections?.();
    for (const session of this.#sessions) if (!session.closed) session.close();
  }

  /** Closes everything, whatever it carries. */
  destroy(): void {
    this.#server.closeAllConnections?.();
    for (const session of this.#sessions) session.destroy();
  }
}
