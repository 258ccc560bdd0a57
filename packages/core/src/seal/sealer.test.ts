import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { SealBinding, Sealer } from '../contract/sealer.js';
import type { JsonValue } from '../json.js';
import { digestOf } from './digest.js';
import { createSealer } from './sealer.js';

const MINUTE = 60_000;
const binding: SealBinding = {
  purpose: 'requestState',
  caller: 'alice',
  method: 'tools/call',
  name: 'book',
  digest: digestOf({ from: 'Bern' }),
};

/** The default sealer answers at once; only others may take their time. */
function sealNow(sealer: Sealer, value: JsonValue, bound: SealBinding = binding, ttlMs = MINUTE): string {
  const sealed = sealer.seal(value, bound, ttlMs);
  if (typeof sealed !== 'string') throw new Error('not sealed at once');
  return sealed;
}

const flipped = (sealed: string, at: number, mask: number): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[at] = (bytes[at] ?? 0) ^ mask;
  return bytes.toString('base64url');
};

/** Any text of UTF-16 units, also one that is not well formed. */
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
const anyBinding: fc.Arbitrary<SealBinding> = fc.record(
  { purpose: anyText, caller: anyText, method: anyText, name: anyText, digest: anyText },
  { requiredKeys: ['purpose', 'caller', 'method'] },
);
const anyJson = fc.oneof(fc.jsonValue(), anyText) as fc.Arbitrary<JsonValue>;

describe('createSealer', () => {
  it('R-09 gives back any JSON value for its binding, as text of base64url', () => {
    const sealer = createSealer();
    fc.assert(
      fc.property(anyJson, anyBinding, (value, bound) => {
        const sealed = sealNow(sealer, value, bound);
        expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(JSON.stringify(sealer.open(sealed, { ...bound }))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('gives back names that objects have by themselves as plain members', () => {
    const sealer = createSealer();
    const value: JsonValue = JSON.parse('{"__proto__":{"admin":true},"constructor":1}');
    const opened = sealer.open(sealNow(sealer, value), binding) as object;
    expect(JSON.stringify(opened)).toBe(JSON.stringify(value));
    expect(Object.getPrototypeOf(opened)).toBe(Object.prototype);
  });

  it('shows nothing of the value or the binding, and seals the same value differently each time', () => {
    const sealer = createSealer();
    const sealed = Array.from({ length: 50 }, () => sealNow(sealer, { secret: 'launch code' }));
    expect(new Set(sealed).size).toBe(50);
    for (const one of sealed) {
      const bytes = Buffer.from(one, 'base64url').toString('latin1');
      for (const word of ['secret', 'launch', 'alice', 'tools', 'book']) expect(bytes).not.toContain(word);
    }
  });

  it('R-10 R-11 refuses a seal with any bit flipped', () => {
    const sealer = createSealer();
    const sealed = sealNow(sealer, { step: 2 });
    for (let bit = 0; bit < Buffer.from(sealed, 'base64url').length * 8; bit++) {
      expect(sealer.open(flipped(sealed, bit >> 3, 1 << (bit & 7)), binding)).toBeUndefined();
    }
  });

  it('R-10 R-11 refuses a seal of any value with any byte changed', () => {
    const sealer = createSealer();
    fc.assert(
      fc.property(anyJson, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, mask) => {
        const sealed = sealNow(sealer, value);
        const changed = flipped(sealed, at % Buffer.from(sealed, 'base64url').length, mask);
        expect(sealer.open(changed, binding)).toBeUndefined();
      }),
    );
  });

  it('R-10 R-11 refuses a seal with any character replaced, added or left out', () => {
    const sealer = createSealer();
    const place = fc.nat();
    const character = fc.constantFrom(...'ABab01-_+/=.,% \n\0é'.split(''), '-TAMPERED', '\u{1f600}');
    fc.assert(
      fc.property(
        anyJson,
        place,
        fc.nat({ max: 2 }),
        fc.oneof(character, fc.constant('')),
        (value, at, gone, added) => {
          const sealed = sealNow(sealer, value);
          const cut = at % (sealed.length + 1);
          const changed = sealed.slice(0, cut) + added + sealed.slice(cut + gone);
          fc.pre(changed !== sealed);
          expect(sealer.open(changed, binding)).toBeUndefined();
        },
      ),
    );
  });

  it('R-10 refuses text that a lenient decoder of base64 reads as the same bytes', () => {
    const sealer = createSealer();
    // Values of three lengths, so that every kind of padding occurs.
    for (const value of ['', 'a', 'ab']) {
      const sealed = sealNow(sealer, value);
      const bytes = Buffer.from(sealed, 'base64url');
      const lenient = ['-TAMPERED', '=', '==', '=TAMPERED', '.', ' ', '\n', '\0'].map((tail) => sealed + tail);
      lenient.push(
        ` ${sealed}`,
        sealed.replace(/^..../, '$&\n'),
        bytes.toString('base64').padEnd(sealed.length + 1, '='),
      );
      const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');
      lenient.push(...last.map((end) => sealed.slice(0, -1) + end).filter((text) => text !== sealed));
      for (const text of lenient) expect(sealer.open(text, binding)).toBeUndefined();
      expect(sealer.open(sealed, binding)).toBe(value);
    }
  });

  it('R-13 Q-31 refuses any other purpose, caller, method, name or digest', () => {
    const sealer = createSealer();
    fc.assert(
      fc.property(
        anyBinding,
        anyBinding,
        fc.subarray(['purpose', 'caller', 'method', 'name', 'digest']),
        (one, two, parts) => {
          const other: SealBinding = {
            ...one,
            ...Object.fromEntries(parts.map((part) => [part, two[part as 'name']])),
          };
          fc.pre(Object.keys({ ...one, ...other }).some((part) => one[part as 'name'] !== other[part as 'name']));
          expect(sealer.open(sealNow(sealer, 1, one), other)).toBeUndefined();
        },
      ),
    );
  });

  it('R-13 does not let the parts of a binding run into each other, and an empty part is not an absent one', () => {
    const sealer = createSealer();
    const { name: _, ...unnamed } = binding;
    const pairs: readonly (readonly [SealBinding, SealBinding])[] = [
      [{ ...unnamed, name: '' }, unnamed],
      [
        { ...binding, caller: 'ab', method: 'c' },
        { ...binding, caller: 'a', method: 'bc' },
      ],
      [
        { ...binding, caller: 'a","b', method: 'c' },
        { ...binding, caller: 'a', method: 'b","c' },
      ],
      [
        { ...binding, caller: '\ud800' },
        { ...binding, caller: '\ud801' },
      ],
      [{ ...binding, caller: '' }, binding],
    ];
    for (const [one, other] of pairs) {
      expect(sealer.open(sealNow(sealer, 1, one), one)).toBe(1);
      expect(sealer.open(sealNow(sealer, 1, one), other)).toBeUndefined();
      expect(sealer.open(sealNow(sealer, 1, other), one)).toBeUndefined();
    }
  });

  it('Q-31 Q-40 answers alike, and never throws, whatever text it gets', () => {
    const sealer = createSealer();
    const texts: unknown[] = [
      '',
      'A',
      'null',
      'AQAA',
      'A'.repeat(83),
      'A'.repeat(84),
      'A'.repeat(3_000_000),
      undefined,
      null,
      7,
      {},
    ];
    for (const text of texts) expect(sealer.open(text as string, binding)).toBeUndefined();
    fc.assert(fc.property(anyText, (text) => sealer.open(text, binding) === undefined));
    const bytes = fc.uint8Array({ minLength: 40, maxLength: 200 });
    fc.assert(fc.property(bytes, (raw) => sealer.open(Buffer.from(raw).toString('base64url'), binding) === undefined));
  });

  it('refuses a text longer than any seal without decoding it', () => {
    const sealer = createSealer();
    const decode = vi.spyOn(Buffer, 'from');
    expect(sealer.open('A'.repeat(2 * 1024 * 1024 + 1), binding)).toBeUndefined();
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
  });

  it('Q-31 does not throw for a binding or a clock that makes no sense', () => {
    const sealer = createSealer();
    const sealed = sealNow(sealer, 1);
    expect(sealer.open(sealed, undefined as unknown as SealBinding)).toBeUndefined();
    expect(sealer.open(sealed, { ...binding, purpose: 'x'.repeat(5000) })).toBeUndefined();
    const keys = [randomBytes(32)];
    const forBrokenClock = sealNow(createSealer({ keys }), 1);
    expect(createSealer({ keys, now: () => Number.NaN }).open(forBrokenClock, binding)).toBeUndefined();
  });
});

describe('createSealer: time', () => {
  const keys = [randomBytes(32)];
  const start = 1_790_000_000_000;
  const at = (now: number): Sealer => createSealer({ keys, now: () => now });

  it('R-13 Q-31 opens from the start to the last millisecond and refuses afterwards', () => {
    const sealed = sealNow(at(start), 'x', binding, 1000);
    expect([0, 999].map((after) => at(start + after).open(sealed, binding))).toEqual(['x', 'x']);
    for (const after of [1000, 1001, 1e12]) expect(at(start + after).open(sealed, binding)).toBeUndefined();
  });

  it('R-13 keeps the edge for any length of time', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 40 }), fc.integer({ min: 1, max: 2 ** 40 }), (now, ttlMs) => {
        const sealed = sealNow(at(now), 'x', binding, ttlMs);
        expect(at(now + ttlMs - 1).open(sealed, binding)).toBe('x');
        expect(at(now + ttlMs).open(sealed, binding)).toBeUndefined();
      }),
    );
  });

  it('R-13 never opens what was sealed for no time', () => {
    const sealed = sealNow(at(start), 'x', binding, 0);
    expect(at(start).open(sealed, binding)).toBeUndefined();
  });

  it('G-07 opens at a node whose clock is up to a minute behind, and refuses what comes from a later future', () => {
    const sealed = sealNow(at(start), 'x', binding, 10 * MINUTE);
    expect(at(start - MINUTE).open(sealed, binding)).toBe('x');
    expect(at(start - MINUTE - 1).open(sealed, binding)).toBeUndefined();
  });

  it('uses the clock of the system by default', () => {
    const sealed = sealNow(createSealer({ keys }), 'x');
    expect(at(Date.now()).open(sealed, binding)).toBe('x');
    expect(at(Date.now() + 2 * MINUTE).open(sealed, binding)).toBeUndefined();
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 2 ** 48])('refuses to seal for %d milliseconds', (ttlMs) => {
    expect(() => at(start).seal('x', binding, ttlMs)).toThrow(RangeError);
    expect(() => at(start).seal('x', binding, ttlMs)).toThrow(`got ${ttlMs}`);
  });
});

describe('createSealer: keys', () => {
  const [older, newer, foreign] = [randomBytes(32), randomBytes(32), randomBytes(64)];

  it('G-07 opens what another process sealed with the same key', () => {
    const text = older.toString('base64url');
    expect(createSealer({ keys: [older] }).open(sealNow(createSealer({ keys: [text] }), 'x'), binding)).toBe('x');
  });

  it('G-07 opens what an earlier version sealed, so that the nodes of a server can be replaced one by one', () => {
    const sealed = 'AQDiCcGOGSqO3G2LEoTPdpYTUFp8sR7egVS82ilz71YDpb2IPNyKrz-nMMoaVQZeJsCRggEyEiQjXB4DmGg';
    const sealer = createSealer({ keys: ['01'.repeat(32)], now: () => 1_790_000_000_000 });
    const bound = { purpose: 'cursor', caller: 'alice', method: 'tools/list', name: 'book', digest: 'x' };
    expect(sealer.open(sealed, bound)).toEqual({ next: [1, 'é'] });
  });

  it('makes a random key of its own by default', () => {
    const sealed = sealNow(createSealer(), 'x');
    expect(createSealer().open(sealed, binding)).toBeUndefined();
  });

  it('seals with the first key and opens with all: the way from an old key to a new one', () => {
    const before = createSealer({ keys: [older] });
    const during = createSealer({ keys: [newer, older] });
    const after = createSealer({ keys: [newer] });
    const sealedBefore = sealNow(before, 'x');
    const sealedDuring = sealNow(during, 'x');
    expect(during.open(sealedBefore, binding)).toBe('x');
    expect(after.open(sealedDuring, binding)).toBe('x');
    expect(before.open(sealedDuring, binding)).toBeUndefined();
    expect(after.open(sealedBefore, binding)).toBeUndefined();
  });

  it('opens exactly what a key of its list sealed', () => {
    const all = [older, newer, foreign];
    const lists = fc
      .subarray(all, { minLength: 1 })
      .chain((keys) => fc.shuffledSubarray(keys, { minLength: keys.length }));
    fc.assert(
      fc.property(lists, lists, anyJson, (sealing, opening, value) => {
        const opened = createSealer({ keys: opening }).open(sealNow(createSealer({ keys: sealing }), value), binding);
        const isKnown = sealing[0] !== undefined && opening.includes(sealing[0]);
        expect(JSON.stringify(opened)).toBe(isKnown ? JSON.stringify(value) : undefined);
      }),
    );
  });

  it('Q-31 refuses a foreign seal that claims to be made with a known key', () => {
    const sealer = createSealer({ keys: [older] });
    const id = Buffer.from(sealNow(sealer, 'x'), 'base64url').subarray(0, 5);
    const forged = Buffer.from(sealNow(createSealer({ keys: [foreign] }), 'x'), 'base64url');
    id.copy(forged);
    expect(sealer.open(forged.toString('base64url'), binding)).toBeUndefined();
  });

  it('refuses wrong keys when it is made', () => {
    expect(() => createSealer({ keys: ['secret'] })).toThrow("Option 'keys': key 1 of 1");
    expect(() => createSealer({ keys: [] })).toThrow("Option 'keys'");
  });
});

describe('createSealer: what it refuses to seal', () => {
  it('a value too large to be opened again', () => {
    const sealer = createSealer();
    const largest = 'x'.repeat((2 * 1024 * 1024 * 3) / 4 - 47);
    expect(sealer.open(sealNow(sealer, largest), binding)).toBe(largest);
    expect(() => sealer.seal(`${largest}x`, binding, MINUTE)).toThrow(
      /makes \d+ characters; at most 2097152 can be sealed/,
    );
  });

  it('a value that is not JSON', () => {
    const sealer = createSealer();
    for (const value of [undefined, () => 1, Symbol('s'), 1n]) {
      expect(() => sealer.seal(value as unknown as JsonValue, binding, MINUTE)).toThrow(TypeError);
    }
  });
});
