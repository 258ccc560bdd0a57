import { afterEach, describe, expect, it, vi } from 'vitest';
import { safeLogger, stderrLogger } from './logger.js';

afterEach(() => vi.restoreAllMocks());

describe('stderrLogger', () => {
  it('writes warnings and errors as one JSON object a line, with errors in full, and nothing below', () => {
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    stderrLogger.info({ a: 1 }, 'quiet');
    stderrLogger.warn({ a: 1n }, 'careful');
    stderrLogger.error({ err: new Error('bad', { cause: 'why' }) }, 'failed');
    const [warning, failure, ...rest] = lines.map((line) => JSON.parse(line));
    expect(rest).toEqual([]);
    expect(warning).toMatchObject({ level: 'warn', message: 'careful', a: '1' });
    expect(failure).toMatchObject({
      level: 'error',
      err: { name: 'Error', message: 'bad', cause: 'why', stack: expect.any(String) },
    });
  });

  it('does not fail on fields that JSON can’t carry', () => {
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect(() => stderrLogger.error(circular, 'x')).not.toThrow();
  });
});

describe('safeLogger', () => {
  it('never throws, and keeps this', () => {
    const failing = {
      lines: [] as string[],
      debug(): void {
        throw new Error('disk full');
      },
      info(): void {},
      warn(): void {},
      error(_fields: object, message = ''): void {
        this.lines.push(message);
      },
    };
    const logger = safeLogger(failing);
    expect(() => logger.debug({})).not.toThrow();
    logger.error({}, 'kept');
    expect(failing.lines).toEqual(['kept']);
  });
});
