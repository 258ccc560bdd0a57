import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LineWriter } from './line-writer.js';

describe('LineWriter', () => {
  it('writes the lines of one turn at once, in order', async () => {
    const { output, chunks } = collector();
    const writer = new LineWriter(output);
    writer.write('one');
    await Promise.resolve();
    writer.write('two');
    expect(chunks).toEqual([]);
    await turn();
    expect(chunks).toEqual(['one\ntwo\n']);
    writer.write('three');
    await turn();
    expect(chunks).toEqual(['one\ntwo\n', 'three\n']);
  });

  it('hands nothing to a stream that wants a pause, and everything in order afterwards (ST-17)', async () => {
    const { output, chunks, release } = slowOutput();
    const writer = new LineWriter(output);
    writer.write('first');
    await turn();
    writer.write('second');
    await turn();
    writer.write('third');
    await turn();
    expect(output.writableLength).toBe('first\n'.length);
    expect(writer.unsent).toBe('first\nsecond\nthird\n'.length);
    release();
    await writer.end(1000);
    expect(chunks.join('')).toBe('first\nsecond\nthird\n');
  });

  it('refuses offers when too much is unsent, but takes what must be written', async () => {
    const { output, chunks, release } = slowOutput();
    const onRelief = vi.fn();
    const writer = new LineWriter(output, { maxUnsent: 10, onRelief });
    expect(writer.offer('0123456789')).toBe(0);
    expect(writer.full).toBe(true);
    expect(writer.offer('refused')).toBeUndefined();
    expect(writer.write('taken')).toBe(1);
    expect(onRelief).not.toHaveBeenCalled();
    await turn();
    release();
    await writer.end(1000);
    expect(chunks.join('')).toBe('0123456789\ntaken\n');
    expect(onRelief).toHaveBeenCalledTimes(1);
  });

  it('takes offers again once the reader has caught up', async () => {
    const output = new PassThrough();
    const writer = new LineWriter(output, { maxUnsent: 10 });
    writer.write('x'.repeat(100_000));
    await turn();
    expect(writer.offer('refused')).toBeUndefined();
    output.resume();
    await wait(10);
    expect(writer.unsent).toBe(0);
    expect(writer.offer('taken')).toBe(1);
  });

  it('replaces a line that waits for a slow reader, in its place, and none that is on its way', async () => {
    const { output, chunks, release } = slowOutput();
    const writer = new LineWriter(output);
    writer.write('on its way');
    await turn();
    writer.write('before');
    const slot = writer.write('old');
    writer.write('after');
    expect(writer.replace(slot, 'newer')).toBe(true);
    expect(writer.unsent).toBe('on its way\nbefore\nnewer\nafter\n'.length);
    expect(writer.replace(0, 'too late')).toBe(false);
    expect(writer.replace(99, 'never written')).toBe(false);
    release();
    await writer.end(1000);
    expect(chunks.join('')).toBe('on its way\nbefore\nnewer\nafter\n');
  });

  it('replaces nothing for a reader that keeps up (A14)', async () => {
    const { output, chunks } = collector();
    const writer = new LineWriter(output);
    const slot = writer.write('one');
    expect(writer.replace(slot, 'two')).toBe(false);
    await writer.end(1000);
    expect(chunks).toEqual(['one\n']);
  });

  it('writes what a list of lines with replacements would be, however turns fall', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('write' as const), line: fc.string({ unit: 'grapheme-ascii' }) }),
      fc.record({ do: fc.constant('replace' as const), slot: fc.nat(10), line: fc.string({ unit: 'grapheme-ascii' }) }),
      fc.record({ do: fc.constant('turn' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step), async (steps) => {
        const { output, chunks, release } = slowOutput();
        const writer = new LineWriter(output);
        const model: string[] = [];
        for (const next of steps) {
          if (next.do === 'turn') await turn();
          else if (next.do === 'write') expect(writer.write(next.line)).toBe(model.push(next.line) - 1);
          else if (writer.replace(next.slot, next.line)) model[next.slot] = next.line;
        }
        release();
        await writer.end(1000);
        expect(chunks.join('')).toBe(model.map((line) => `${line}\n`).join(''));
      }),
      { numRuns: 50 },
    );
  });

  it('is quiet about a reader that has gone, and tells it once (A2)', async () => {
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const output = new Writable({ write: (_chunk, _encoding, done) => setTimeout(done, 5, broken) });
    const onGone = vi.fn();
    const writer = new LineWriter(output, { onGone });
    writer.write('lost');
    await turn();
    writer.write('lost too');
    await wait(20);
    expect(onGone).toHaveBeenCalledExactlyOnceWith(broken);
    expect(writer.gone).toBe(true);
    expect(writer.offer('refused')).toBeUndefined();
    writer.write('dropped');
    await writer.end(1000);
  });

  it('notices that the stream was closed', async () => {
    const { output } = collector();
    const onGone = vi.fn();
    const writer = new LineWriter(output, { onGone });
    output.destroy();
    await turn();
    expect(writer.gone).toBe(true);
    expect(onGone).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('ends when all is written, leaves the stream open and takes no more', async () => {
    const { output, chunks } = collector();
    const writer = new LineWriter(output);
    writer.write('x'.repeat(500_000));
    writer.write('last');
    await writer.end(1000);
    expect(chunks.join('').endsWith('x\nlast\n')).toBe(true);
    writer.write('never');
    await turn();
    expect(chunks.join('').endsWith('x\nlast\n')).toBe(true);
    expect(output.writableEnded).toBe(false);
    expect(output.listenerCount('error') + output.listenerCount('close')).toBe(0);
  });

  it('gives up on a reader that reads nothing', async () => {
    const { output, release } = slowOutput();
    const writer = new LineWriter(output);
    writer.write('stuck');
    const began = performance.now();
    await writer.end(40);
    expect(performance.now() - began).toBeGreaterThan(30);
    expect(performance.now() - began).toBeLessThan(1000);
    output.destroy(new Error('nobody may hear of this'));
    release();
    await turn();
  });

  it('does not give up on a reader that is slow', async () => {
    const chunks: string[] = [];
    const output = new Writable({
      highWaterMark: 1,
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        chunks.push(chunk);
        setTimeout(done, 60);
      },
    });
    const writer = new LineWriter(output);
    for (const line of ['one', 'two', 'three']) {
      writer.write(line);
      await turn();
    }
    await writer.end(100);
    expect(chunks.join('')).toBe('one\ntwo\nthree\n');
    expect(writer.unsent).toBe(0);
  });

  it('writes through the function given', async () => {
    const { output, chunks } = collector();
    const written: string[] = [];
    const writer = new LineWriter(output, {
      write: (text, done) => {
        written.push(text);
        done();
        return true;
      },
    });
    writer.write('line');
    await writer.end(1000);
    expect(written).toEqual(['line\n']);
    expect(chunks).toEqual([]);
  });
});

function collector(): { output: Writable; chunks: string[] } {
  const chunks: string[] = [];
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { output, chunks };
}

/** Takes one chunk and wants a pause until it is released. */
function slowOutput(): { output: Writable; chunks: string[]; release: () => void } {
  const chunks: string[] = [];
  let waiting: (() => void) | undefined;
  let isReleased = false;
  const output = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      chunks.push(chunk);
      if (isReleased) done();
      else waiting = done;
    },
  });
  const release = (): void => {
    isReleased = true;
    waiting?.();
  };
  return { output, chunks, release };
}
