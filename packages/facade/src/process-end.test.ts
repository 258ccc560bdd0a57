import { EventEmitter } from 'node:events';
import { LiveLists, type Server } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { ProcessEnd } from './process-end.js';
import { endedBySignals } from './serve.js';

class FakeProcess extends EventEmitter {
  readonly exits: (number | undefined)[] = [];
  exit(code?: number): void {
    this.exits.push(code);
  }
  get isListening(): boolean {
    return this.listenerCount('SIGTERM') > 0 || this.listenerCount('SIGINT') > 0;
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A server that ends when it is told to. */
function fakeServer(): Server & { readonly ended: () => void; closes: number } {
  const closed = deferred();
  return {
    ...new LiveLists({}, () => undefined).control('fake', () => undefined),
    address: 'fake',
    closed: closed.promise,
    ended: closed.resolve,
    closes: 0,
    close() {
      this.closes += 1;
      return closed.promise;
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('ProcessEnd', () => {
  it.each(['SIGTERM', 'SIGINT'])('closes every server on %s, then ends the process with 0', async (signal) => {
    const process = new FakeProcess();
    const end = new ProcessEnd(process);
    const [slow, quick] = [fakeServer(), fakeServer()];
    end.add(slow);
    end.add(quick);
    process.emit(signal, signal);
    quick.ended();
    await settled();
    expect([slow.closes, quick.closes]).toEqual([1, 1]);
    expect(process.exits).toEqual([]);
    slow.ended();
    await settled();
    expect(process.exits).toEqual([undefined]);
  });

  it('ends at once on a second signal', async () => {
    const process = new FakeProcess();
    const end = new ProcessEnd(process);
    end.add(fakeServer());
    process.emit('SIGINT', 'SIGINT');
    process.emit('SIGINT', 'SIGINT');
    process.emit('SIGTERM', 'SIGTERM');
    expect(process.exits).toEqual([130, 143]);
  });

  it('ends with 1 when a server could not be closed', async () => {
    const process = new FakeProcess();
    const end = new ProcessEnd(process);
    end.add({ close: () => Promise.reject(new Error('stuck')) });
    await end.end();
    expect(process.exits).toEqual([1]);
  });

  it('listens to signals only while a server runs', () => {
    const process = new FakeProcess();
    const end = new ProcessEnd(process);
    expect(process.isListening).toBe(false);
    const [one, two] = [fakeServer(), fakeServer()];
    end.add(one);
    end.add(two);
    expect(process.listenerCount('SIGTERM')).toBe(1);
    end.remove(one);
    end.remove(one);
    expect(process.isListening).toBe(true);
    end.remove(two);
    expect(process.isListening).toBe(false);
  });
});

describe('endedBySignals', () => {
  it('ends the process, and every other server of it, when its input has ended', async () => {
    const process = new FakeProcess();
    const end = new ProcessEnd(process);
    const other = fakeServer();
    end.add(other);
    const server = fakeServer();
    endedBySignals(server, end, true);
    server.ended();
    await settled();
    expect(other.closes).toBe(1);
    expect(process.exits).toEqual([]);
    other.ended();
    await settled();
    expect(process.exits).toEqual([undefined]);
  });

  it('lets what waits for the end of the server go first', async () => {
    const process = new FakeProcess();
    const server = fakeServer();
    const watched = endedBySignals(server, new ProcessEnd(process), true);
    const seen = watched.closed.then(() => process.exits.length);
    server.ended();
    await settled();
    expect(await seen).toBe(0);
    expect(process.exits).toHaveLength(1);
  });

  it('leaves the process alone when the server was closed by the program', async () => {
    const process = new FakeProcess();
    const server = fakeServer();
    const watched = endedBySignals(server, new ProcessEnd(process), true);
    const closing = watched.close();
    server.ended();
    await closing;
    await settled();
    expect(process.exits).toEqual([]);
    expect(process.isListening).toBe(false);
  });

  it('leaves the process alone when a server ends that is not what the process lives for', async () => {
    const process = new FakeProcess();
    const server = fakeServer();
    endedBySignals(server, new ProcessEnd(process), false);
    server.ended();
    await settled();
    expect(process.exits).toEqual([]);
    expect(process.isListening).toBe(false);
  });
});

describe('a rejected promise that nothing handles', () => {
  it('A13 is logged while a server runs, and does not end the process', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const fake = new FakeProcess();
    const end = new ProcessEnd(fake);
    const server = fakeServer();
    end.add(server);
    fake.emit('unhandledRejection', new Error('let go'));
    expect(write).toHaveBeenCalledWith(expect.stringContaining('let go'));
    expect(fake.exits).toEqual([]);
    end.remove(server);
    expect(fake.listenerCount('unhandledRejection')).toBe(0);
    write.mockRestore();
  });
});
