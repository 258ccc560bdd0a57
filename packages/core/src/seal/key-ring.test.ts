import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KeyRing } from './key-ring.js';

const secretsOf = (ring: KeyRing, purpose: string): string[] =>
  ring.keysFor(purpose).map(({ secret }) => secret.export().toString('hex'));

describe('KeyRing', () => {
  it('derives one key for each master key, in their order, the same in every process', () => {
    const [one, two] = [randomBytes(32), randomBytes(48)];
    expect(secretsOf(new KeyRing([one, two]), 'cursor')).toEqual([
      ...secretsOf(new KeyRing([one]), 'cursor'),
      ...secretsOf(new KeyRing([two]), 'cursor'),
    ]);
  });

  it('derives other keys with other ids for another purpose', () => {
    const ring = new KeyRing([randomBytes(32)]);
    const [cursor] = ring.keysFor('cursor');
    const [state] = ring.keysFor('requestState');
    expect(cursor.secret.equals(state.secret)).toBe(false);
    expect(cursor.id).not.toBe(state.id);
  });

  it('makes one random key where it gets none, and another ring makes another', () => {
    const ring = new KeyRing(undefined);
    const [first] = secretsOf(ring, 'cursor');
    expect(secretsOf(ring, 'cursor')).toEqual([first]);
    expect(secretsOf(new KeyRing(undefined), 'cursor')).not.toEqual([first]);
  });

  it('derives a key once', () => {
    const ring = new KeyRing([randomBytes(32)]);
    expect(ring.keysFor('cursor')).toBe(ring.keysFor('cursor'));
  });

  it('shows no secret when it is logged', () => {
    const master = randomBytes(32);
    const ring = new KeyRing([master]);
    const [{ secret }] = ring.keysFor('cursor');
    const shown = inspect([ring, ring.keysFor('cursor')], { depth: 9, showHidden: true });
    for (const bytes of [master, secret.export()]) {
      for (const text of [bytes.toString('hex').slice(0, 12), [...bytes.subarray(0, 4)].join(', ')]) {
        expect(shown).not.toContain(text);
      }
    }
  });
});
