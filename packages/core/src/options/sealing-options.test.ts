import { expect, it } from 'vitest';
import { OptionError } from '../errors.js';
import { serverOptions } from './server-options.js';
import { checkOptions } from './table.js';

const KEY = 'ab'.repeat(32);

const faultOf = (keys: unknown): unknown => {
  try {
    checkOptions({ keys }, serverOptions);
    return undefined;
  } catch (thrown) {
    return thrown;
  }
};

it.each([[[KEY]], [[KEY, new Uint8Array(32)]]])('keys may be texts and bytes', (keys) => {
  expect(faultOf(keys)).toBeUndefined();
});

it.each<[string, unknown, string]>([
  ['no list', KEY, "Option 'keys' must be a list of at least one key"],
  ['an empty list', [], "Option 'keys' must be a list of at least one key"],
  ['a short one', [KEY, KEY.slice(2)], "Option 'keys': key 2 of 2 has 31 bytes, but needs at least 32"],
  ['no text', [KEY, 7], "Option 'keys': key 2 of 2 is neither a text nor bytes"],
])('keys that are wrong are refused before the start, and never shown: %s', (_what, keys, message) => {
  const fault = faultOf(keys) as OptionError;
  expect(fault).toBeInstanceOf(OptionError);
  expect(fault.option).toBe('keys');
  expect(fault.message).toContain(message);
  expect(fault.message).not.toContain('abab');
});
