import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A server reached through a wire that can be cut. */
export interface CuttingProxy {
  /** What to give to clients instead of the server's own URL. */
  readonly url: string;
  /** Ends every connection that there is, without a word; resolves when somebody has come back. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

/** Puts a wire before an HTTP server that can be cut. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  let cameBack = (): void => undefined;
  const server = createServer((socket) => {
    cameBack();
    const upstream = connect(Number(port), hostname);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on('error', () => undefined);
    }
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => {
      upstream.destroy();
      sockets.delete(socket);
    });
    upstream.on('close', () => {
      socket.destroy();
      sockets.delete(upstream);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => {
      cameBack = resolve;
    });
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        void cut();
      }),
  };
}
