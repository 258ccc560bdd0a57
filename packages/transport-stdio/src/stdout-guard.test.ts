import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdStdout, takeStdout } from './stdout-guard.js';

describe('the guard of stdout', () => {
  const { write, end } = process.stdout;
  let toStdout: string[];
  let toStderr: string[];
  let original: typeof process.stdout.write;

  beforeEach(() => {
    toStdout = [];
    toStderr = [];
    process.stdout.write = ((text: string | Uint8Array) => toStdout.push(String(text)) > 0) as typeof write;
    original = process.stdout.write;
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => toStderr.push(String(text)) < 0);
  });

  afterEach(() => {
    process.stdout.write = write;
    vi.restoreAllMocks();
  });

  it('sends what others write to stderr, and what the owner writes to stdout (A1, S-02)', () => {
    const lease = takeStdout();
    expect(process.stdout.write('foreign\n')).toBe(true);
    lease.write('own\n', () => undefined);
    lease.release();
    expect(toStderr).toEqual(['foreign\n']);
    expect(toStdout).toEqual(['own\n']);
  });

  it('restores the original functions', () => {
    const lease = takeStdout();
    expect(process.stdout.write).not.toBe(original);
    expect(process.stdout.end).not.toBe(end);
    lease.release();
    lease.release();
    expect(process.stdout.write).toBe(original);
    expect(process.stdout.end).toBe(end);
    expect(Object.hasOwn(process.stdout, 'end')).toBe(false);
  });

  it('restores them when the last of several owners is through', () => {
    const first = takeStdout();
    const second = takeStdout();
    first.release();
    process.stdout.write('foreign');
    expect(toStderr).toEqual(['foreign']);
    second.release();
    expect(process.stdout.write).toBe(original);
  });

  it('passes a hold on to the first owner, and ends it with it', () => {
    const releaseHold = holdStdout();
    process.stdout.write('before the start');
    const lease = takeStdout();
    releaseHold();
    process.stdout.write('while it runs');
    lease.release();
    expect(toStderr).toEqual(['before the start', 'while it runs']);
    expect(process.stdout.write).toBe(original);
  });

  it('lets a hold go that nobody took over', () => {
    const releaseHold = holdStdout();
    releaseHold();
    expect(process.stdout.write).toBe(original);
    process.stdout.write('free');
    expect(toStdout).toEqual(['free']);
  });

  it('does not hold on after a hold that came late', () => {
    const lease = takeStdout();
    holdStdout();
    lease.release();
    expect(process.stdout.write).toBe(original);
  });

  it('leaves a later replacement of the same function in place, and no longer acts below it', () => {
    const lease = takeStdout();
    const ours = process.stdout.write;
    const theirs = ((text: string) => ours.call(process.stdout, `theirs: ${text}`)) as typeof write;
    process.stdout.write = theirs;
    lease.release();
    expect(process.stdout.write).toBe(theirs);
    process.stdout.write('text');
    expect(toStdout).toEqual(['theirs: text']);
    expect(toStderr).toEqual([]);
  });

  it('does not let others end stdout', async () => {
    const lease = takeStdout();
    await new Promise<void>((resolve) => process.stdout.end('bye\n', resolve));
    await pipeline(Readable.from(['piped\n']), process.stdout);
    expect(process.stdout.writableEnded).toBe(false);
    lease.release();
    expect(toStderr).toEqual(['bye\n', 'piped\n']);
  });

  it('survives a stderr that is closed', () => {
    const lease = takeStdout();
    expect(() => process.stderr.emit('error', new Error('write EPIPE'))).not.toThrow();
    lease.release();
    takeStdout().release();
    expect(process.stderr.listeners('error').filter((listener) => listener.name === 'ignore')).toHaveLength(1);
  });
});
