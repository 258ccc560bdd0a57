import type { Duplex } from 'node:stream';

const WATCHERS = new WeakMap<Duplex, Set<() => void>>();

/**
 * Calls the listener when a connection closes. However many requests come and go on a connection, it gets one listener of ours.
 *
 * @returns stops that
 */
export function whenClosed(socket: Duplex, listener: () => void): () => void {
  let watchers = WATCHERS.get(socket);
  if (watchers === undefined) {
    const all = new Set<() => void>();
    socket.once('close', () => {
      for (const watcher of all) watcher();
    });
    WATCHERS.set(socket, all);
    watchers = all;
  }
  watchers.add(listener);
  return () => void watchers.delete(listener);
}
