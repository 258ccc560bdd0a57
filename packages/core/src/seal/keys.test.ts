import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OptionError } from '../errors.js';
import { keysFromEnvironment, readKeys, type SealingKey } from './keys.js';

const bytes = (length = 32): Buffer => randomBytes(length);

function refusal(action: () => unknown): OptionError {
  try {
    action();
  } catch (thrown) {
    if (thrown instanceof OptionError) return thrown;
    throw thrown;
  }
  throw new Error('no error');
}

const refused = (value: string): OptionError => refusal(() => keysFromEnvironment({ POLYSPEC_KEYS: value }));

describe('keysFromEnvironment', () => {
  it('gives nothing where the variable is not set', () => {
    expect(keysFromEnvironment({})).toBeUndefined();
    expect(keysFromEnvironment({ POLYSPEC_KEYS: undefined })).toBeUndefined();
  });

  it('G-07 reads keys in base64url, base64 and hex, in their order, with white space around them', () => {
    const key = Buffer.from('fbefff'.repeat(11), 'hex');
    const texts = [
      key.toString('base64url'),
      key.toString('base64'),
      key.toString('hex'),
      key.toString('hex').toUpperCase(),
    ];
    const other = bytes();
    const read = keysFromEnvironment({ POLYSPEC_KEYS: ` ${texts.join(' ,\n')},${other.toString('base64url')}\n` });
    expect(read?.map((one) => Buffer.from(one).toString('hex'))).toEqual([
      ...texts.map(() => key.toString('hex')),
      other.toString('hex'),
    ]);
  });

  it('reads back any keys of 32 bytes and more', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 80 });
    const encoding = fc.constantFrom<BufferEncoding>('base64url', 'base64', 'hex');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, encoding), { minLength: 1, maxLength: 4 }), (keys) => {
        const text = keys.map(([given, as]) => Buffer.from(given).toString(as)).join(',');
        expect(keysFromEnvironment({ POLYSPEC_KEYS: text })).toEqual(keys.map(([given]) => given));
      }),
    );
  });

  it.each<[string, string, string]>([
    ['a short key', bytes(31).toString('base64url'), 'key 1 of 1 has 31 bytes, but needs at least 32'],
    ['a short key in hex', bytes(16).toString('hex'), 'key 1 of 1 has 16 bytes, but needs at least 32'],
    ['hex with a digit lost', bytes(33).toString('hex').slice(1), 'key 1 of 1 has an odd number of hex digits'],
    ['a list that ends with a comma', `${bytes().toString('hex')},`, 'key 2 of 2 is empty'],
    ['two keys without a comma', `${bytes().toString('base64')} ${bytes().toString('hex')}`, 'key 1 of 1 is neither'],
    ['a passphrase', 'correct horse battery staple, correct horse', 'key 1 of 2 is neither base64url nor hex'],
    ['bits after the end', `${'z'.repeat(42)}B`, 'key 1 of 1 is neither base64url nor hex'],
    ['text after the padding', `${bytes().toString('base64')}x`, 'key 1 of 1 is neither base64url nor hex'],
    ['nothing', ' ', 'is set but empty'],
  ])('names the variable and the fault of %s', (_, value, fault) => {
    const error = refused(value);
    expect(error.option).toBe('POLYSPEC_KEYS');
    expect(error.message).toMatch(/^Environment variable POLYSPEC_KEYS/);
    expect(error.message).toContain(fault);
    expect(error.message).toContain('Make one with: node -p ');
  });

  it('never shows a key, not even a wrong one', () => {
    const good = bytes().toString('base64url');
    for (const bad of [bytes(20).toString('base64url'), `${good}!`, bytes(40).toString('hex').slice(1)]) {
      const shown = JSON.stringify({ ...refused(`${good},${bad}`), message: refused(`${good},${bad}`).message });
      for (let at = 0; at + 6 <= bad.length; at++) expect(shown).not.toContain(bad.slice(at, at + 6));
      for (let at = 0; at + 6 <= good.length; at++) expect(shown).not.toContain(good.slice(at, at + 6));
    }
  });
});

describe('readKeys', () => {
  it('takes bytes and texts, and keeps its own copy of the bytes', () => {
    const given = bytes();
    const before = Buffer.from(given);
    const [one, two] = readKeys([given, before.toString('hex')], 'keys');
    given.fill(0);
    expect(one).toEqual(Uint8Array.from(before));
    expect(two).toEqual(Uint8Array.from(before));
  });

  it.each<[string, unknown, string]>([
    ['no list', bytes().toString('hex'), "Option 'keys' must be a list of at least one key"],
    ['an empty list', [], "Option 'keys' must be a list of at least one key"],
    ['short bytes', [bytes(), new Uint8Array(8)], "Option 'keys': key 2 of 2 has 8 bytes"],
    ['no bytes', [42], "Option 'keys': key 1 of 1 is neither a text nor bytes"],
  ])('names the option and the fault of %s', (_, value, fault) => {
    const error = refusal(() => readKeys(value as SealingKey[], 'keys'));
    expect(error.option).toBe('keys');
    expect(error.message).toContain(fault);
  });
});
