import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoredStream } from './stored-stream.js';
import { StreamsBySize } from './streams-by-size.js';

describe('StreamsBySize', () => {
  it('finds a stream that none is twice as large as, whichever grow, shrink and go', () => {
    const which = fc.nat({ max: 5 });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ grow: which, by: fc.integer({ min: 0, max: 500 }) }) },
      { weight: 3, arbitrary: fc.record({ shrink: which }) },
      { weight: 1, arbitrary: fc.record({ remove: which }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const streams = Array.from({ length: 6 }, (_, number) => new StoredStream(`s${number}`));
        const bySize = new StreamsBySize();
        const inside = new Set<StoredStream>();
        for (const [place, one] of steps.entries()) {
          const stream = streams[Object.values(one)[0] as number] as StoredStream;
          if ('grow' in one) stream.append({ place, message: '.'.repeat(one.by) });
          else if ('shrink' in one) stream.drop();
          if ('remove' in one) {
            inside.delete(stream);
            bySize.remove(stream);
          } else {
            inside.add(stream);
            bySize.place(stream);
          }
          const { largest } = bySize;
          expect(largest === undefined).toBe(inside.size === 0);
          if (largest === undefined) continue;
          expect(inside.has(largest)).toBe(true);
          for (const other of inside) expect(other.size).toBeLessThanOrEqual(2 * largest.size);
        }
      }),
    );
  });

  it('takes what is larger than any size that it tells apart for one of the largest', () => {
    const bySize = new StreamsBySize();
    const [small, huge] = [
      { size: 1, sizeClass: -1 },
      { size: 2 ** 40, sizeClass: -1 },
    ];
    for (const stream of [small, huge]) bySize.place(stream as StoredStream);
    expect(bySize.largest).toBe(huge);
    bySize.remove(huge as StoredStream);
    expect(bySize.largest).toBe(small);
  });
});
