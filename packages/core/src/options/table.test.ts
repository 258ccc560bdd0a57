import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OptionError } from '../errors.js';
import { flag, integer, oneOf } from './rules.js';
import { serverOptions } from './server-options.js';
import { checkOptions, requireOption } from './table.js';

const caught = (given: unknown): OptionError => {
  try {
    checkOptions(given, { port: integer(0, 65535), secure: flag }, { mode: oneOf('a', 'b') });
  } catch (thrown) {
    if (thrown instanceof OptionError) return thrown;
    throw thrown;
  }
  throw new Error('no error');
};

describe('requireOption', () => {
  it('FO-24 names what is missing or wrong, what it got and what it takes', () => {
    expect(() => requireOption({ port: 1 }, 'port', integer(0))).not.toThrow();
    expect(() => requireOption({}, 'port', integer(0))).toThrow(
      new OptionError('port', "Option 'port' must be an integer of at least 0; got undefined"),
    );
    expect(() => requireOption(undefined, 'port', integer(0))).toThrow(OptionError);
    expect(() => requireOption({ port: '1' }, 'port', integer(0))).toThrow('got "1"');
  });
});

describe('checkOptions', () => {
  it('passes right options of several tables, and absent ones', () => {
    expect(() =>
      checkOptions(
        { port: 8080, secure: undefined, mode: 'a' },
        { port: integer(0), secure: flag },
        { mode: oneOf('a') },
      ),
    ).not.toThrow();
    expect(() => checkOptions(undefined, {})).not.toThrow();
  });

  it('FO-24 names a wrong option, what it got and what it takes', () => {
    const error = caught({ port: '80a' });
    expect(error.option).toBe('port');
    expect(error.code).toBe('POLYSPEC_OPTION');
    expect(error.message).toBe(`Option 'port' must be an integer from 0 to 65535; got "80a"`);
  });

  it('FO-24 names an unknown option, the one that was probably meant, and all there are', () => {
    expect(caught({ prot: 1 }).message).toBe(
      "Unknown option 'prot'. Did you mean 'port'? Known options: mode, port, secure",
    );
    expect(caught({ somethingElse: 1 }).message).not.toContain('Did you mean');
  });

  it('refuses options that are no object', () => {
    for (const given of [null, [], 'x', 1]) expect(caught(given).option).toBe('options');
  });

  it('shows any wrong value without failing: circular, huge, bigint, symbol, function', () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    for (const value of [circular, 'x'.repeat(1000), 5n, Symbol('s'), () => 1, Number.NaN]) {
      expect(caught({ port: value }).message.length).toBeLessThan(200);
    }
  });

  it('FO-25 either accepts an option or names exactly that option, whatever the value', () => {
    const names = Object.keys(serverOptions);
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
        try {
          checkOptions({ [name]: value }, serverOptions);
          expect(value === undefined || serverOptions[name]?.accepts(value)).toBe(true);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(OptionError);
          expect((thrown as OptionError).option).toBe(name);
        }
      }),
    );
  });
});
