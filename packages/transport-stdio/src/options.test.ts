import { PassThrough } from 'node:stream';
import { checkOptions } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { stdioOptions, withDefaults } from './options.js';

describe('the options of stdio', () => {
  it('take streams and a limit', () => {
    const stream = new PassThrough();
    expect(() => checkOptions({ input: stream, output: stream, maxMessageBytes: 1 }, stdioOptions)).not.toThrow();
    expect(() => checkOptions({ input: process.stdin, output: process.stdout }, stdioOptions)).not.toThrow();
  });

  it.each([
    [{ input: 'stdin' }, 'Option \'input\' must be an object with on(), off(), pause(), resume(); got "stdin"'],
    [{ output: {} }, "Option 'output' must be an object with on(), off(), write(); got {}"],
    [{ maxMessageBytes: 0 }, "Option 'maxMessageBytes' must be an integer of at least 1; got 0"],
  ])('refuse %j', (given, message) => {
    expect(() => checkOptions(given, stdioOptions)).toThrow(message);
  });

  it('default to the streams of the process and 4 MiB', () => {
    expect(withDefaults({})).toEqual({ input: process.stdin, output: process.stdout, maxMessageBytes: 4194304 });
  });
});
