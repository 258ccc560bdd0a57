import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoredStream } from './stored-stream.js';
import { StreamQueue } from './stream-queue.js';

describe('StreamQueue', () => {
  it('gives streams in the order in which they were put there last, whichever are taken out', () => {
    const step = fc.record({ push: fc.boolean(), which: fc.nat({ max: 5 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const streams = Array.from({ length: 6 }, (_, number) => new StoredStream(`s${number}`));
        const queue = new StreamQueue<StoredStream>();
        let expected: StoredStream[] = [];
        for (const { push, which } of steps) {
          const stream = streams[which] as StoredStream;
          expected = expected.filter((other) => other !== stream);
          if (push) expected.push(stream);
          if (push) queue.push(stream);
          else queue.remove(stream);
          expect(queue.first).toBe(expected[0]);
        }
        const taken: StoredStream[] = [];
        for (let first = queue.first; first !== undefined; first = queue.first) {
          taken.push(first);
          queue.remove(first);
        }
        expect(taken.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }),
    );
  });
});
