import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { whenClosed } from './socket-watch.js';

const closed = (socket: PassThrough): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

describe('whenClosed', () => {
  it('tells everybody who has not stopped', async () => {
    const socket = new PassThrough();
    const told: string[] = [];
    whenClosed(socket, () => told.push('a'));
    whenClosed(socket, () => told.push('b'))();
    whenClosed(socket, () => told.push('c'));
    const end = closed(socket);
    socket.destroy();
    await end;
    expect(told).toEqual(['a', 'c']);
  });

  it('adds one listener to a socket, however many requests come on it', () => {
    const socket = new PassThrough();
    const before = socket.listenerCount('close');
    const stops = Array.from({ length: 50 }, () => whenClosed(socket, () => undefined));
    for (const stop of stops) stop();
    whenClosed(socket, () => undefined);
    expect(socket.listenerCount('close')).toBe(before + 1);
  });
});
