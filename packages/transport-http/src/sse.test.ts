import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StreamSink } from './call.js';
import { COMMENT, eventFrame } from './event-frame.js';
import { SseWriter } from './sse.js';

/** A sink that says it is full when a test wants it to, keeps what it is given until it is read, and drains when told. */
class TestSink implements StreamSink {
  /** All that was written. */
  written = '';
  ended = 0;
  isFull: () => boolean;
  #read = 0;
  #drained: (() => void) | undefined = undefined;
  readonly #events: string[] = [];
  readonly #parser = createParser({ onEvent: ({ data }) => void this.#events.push(data) });

  constructor(isFull: () => boolean) {
    this.isFull = isFull;
  }

  get unsent(): number {
    return this.written.length - this.#read;
  }

  write(text: string): boolean {
    this.written += text;
    return !this.isFull();
  }

  whenDrained(listener: () => void): void {
    expect(this.#drained).toBeUndefined();
    this.#drained = listener;
  }

  drain(): void {
    const drained = this.#drained;
    this.#drained = undefined;
    drained?.();
  }

  end(): void {
    this.ended += 1;
  }

  abort(): void {
    throw new Error('Nothing here aborts');
  }

  /** The client takes so much of what was written. */
  read(characters = this.unsent): void {
    const end = Math.min(this.#read + characters, this.written.length);
    this.#parser.feed(this.written.slice(this.#read, end));
    this.#read = end;
  }

  /** What the client has read so far. */
  get events(): readonly string[] {
    return this.#events;
  }

  /** What the client has read when it has read everything. */
  get allEvents(): readonly string[] {
    this.read();
    return this.#events;
  }
}

const frame = (data: number | string): string => eventFrame(String(data));
/** How much the frame of one digit takes. */
const DIGIT = 9;

describe('SseWriter', () => {
  it('writes frames as they are, and ends the stream with the last of them (T-15, T-30)', () => {
    const sink = new TestSink(() => false);
    const writer = new SseWriter(sink);
    expect(writer.send(frame('{"a":1}'), 0)).toBe(true);
    writer.comment();
    expect(writer.end(frame('{"b":2}'))).toBeUndefined();
    expect(sink.written).toBe('data: {"a":1}\n\n:\n\ndata: {"b":2}\n\n');
    expect(sink.ended).toBe(1);
  });

  it('writes nothing after its end', () => {
    const sink = new TestSink(() => false);
    const writer = new SseWriter(sink);
    writer.end();
    expect(writer.send(frame(1), 100)).toBe(false);
    writer.comment();
    writer.end(frame(2));
    expect([sink.written, sink.ended]).toEqual(['', 1]);
  });

  it('waits for a full sink, and takes no more than its limit, what the sink holds included', () => {
    let isFull = true;
    const sink = new TestSink(() => isFull);
    const writer = new SseWriter(sink);
    const limit = 3 * DIGIT;
    const sent = [1, 2, 3, 4].map((data) => writer.send(frame(data), limit));
    expect(sent).toEqual([true, true, true, false]);
    writer.comment();
    expect(sink.written).toBe(frame(1));
    sink.read();
    expect([writer.send(frame(5), limit), writer.send(frame(6), limit)]).toEqual([true, false]);
    isFull = false;
    sink.drain();
    expect(writer.send(frame(7), limit)).toBe(true);
    expect(sink.allEvents).toEqual(['1', '2', '3', '5', '7']);
  });

  it('writes a message that is larger than the limit to a sink that has room', () => {
    const sink = new TestSink(() => true);
    const writer = new SseWriter(sink);
    expect(writer.send(frame('x'.repeat(1000)), 10)).toBe(true);
    expect(writer.send(frame(1), 10)).toBe(false);
  });

  it('replaces what waits under the same key, and puts it last', () => {
    let isFull = true;
    const sink = new TestSink(() => isFull);
    const writer = new SseWriter(sink);
    const limit = 4 * DIGIT;
    writer.send(frame(0), limit);
    writer.send(frame(1), limit, 'a');
    writer.send(frame(2), limit, 'b');
    writer.send(frame(3), limit);
    expect(writer.send(frame(4), limit, 'a')).toBe(true);
    expect(writer.send(frame(5), limit, 'c')).toBe(false);
    isFull = false;
    sink.drain();
    expect(sink.allEvents).toEqual(['0', '2', '3', '4']);
  });

  it('does not take a key that is a number for the place of a message without one', () => {
    const sink = new TestSink(() => true);
    const writer = new SseWriter(sink);
    writer.send(frame(0), 1000);
    writer.send(frame(1), 1000);
    writer.send(frame(2), 1000, '1');
    writer.end();
    expect(sink.allEvents).toEqual(['0', '1', '2']);
  });

  it('gives the last messages room, whatever waits, and says that a reader lags behind', () => {
    const sink = new TestSink(() => true);
    const writer = new SseWriter(sink);
    writer.send(frame(1), DIGIT);
    expect(writer.end(frame(3))).toBe(sink);
    expect(sink.allEvents).toEqual(['1', '3']);
    expect(sink.ended).toBe(1);
  });

  it('tells when there is room again, and also when there will be none', async () => {
    let isFull = true;
    const sink = new TestSink(() => isFull);
    const writer = new SseWriter(sink);
    expect(writer.drained()).toBeUndefined();
    writer.send(frame(1), 100);
    writer.send(frame(2), 100);
    const told: string[] = [];
    void writer.drained()?.then(() => told.push('room'));
    sink.drain();
    await Promise.resolve();
    expect([told, sink.allEvents]).toEqual([[], ['1', '2']]);
    isFull = false;
    sink.drain();
    await Promise.resolve();
    expect(told).toEqual(['room']);
    writer.end();
    expect(writer.drained()).toBeUndefined();
    const dropped = new SseWriter(new TestSink(() => true));
    dropped.send(frame(1), 100);
    const waiting = dropped.drained();
    dropped.drop();
    await waiting;
  });

  it('forgets what waits when nobody reads any more', () => {
    const sink = new TestSink(() => true);
    const writer = new SseWriter(sink);
    writer.send(frame(1), 100);
    writer.send(frame(2), 100);
    writer.drop();
    sink.drain();
    writer.end(frame(3));
    expect([sink.allEvents, sink.ended]).toEqual([['1'], 0]);
  });

  it('delivers exactly what it took, whole and in order, coalesced ones last and never too much, whatever its reader does', () => {
    const key = fc.option(fc.constantFrom('a', 'b', '1'), { nil: undefined });
    const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 300 }));
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ send: text, key }) },
      { weight: 1, arbitrary: fc.constant('comment' as const) },
      { weight: 2, arbitrary: fc.record({ read: fc.integer({ min: 1, max: 200 }) }) },
      { weight: 2, arbitrary: fc.constant('drain' as const) },
    );
    const fullness = fc.infiniteStream(fc.boolean());
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.nat({ max: 600 }), fullness, (steps, limit, isFull) => {
        let wasFull = false;
        const sink = new TestSink(() => {
          wasFull = isFull.next().value === true || wasFull;
          return wasFull;
        });
        const writer = new SseWriter(sink);
        /** What was taken and not replaced, in the order in which it has to come. */
        let expected: { key: string | undefined; frame: string; data: string }[] = [];
        const waiting = (): { key: string | undefined; frame: string }[] =>
          expected.filter((message) => !sink.written.includes(message.frame));
        const size = (): number => waiting().reduce((sum, message) => sum + message.frame.length, 0);
        for (const [number, one] of steps.entries()) {
          if (one === 'comment') {
            writer.comment();
          } else if (one === 'drain') {
            wasFull = false;
            sink.drain();
          } else if ('read' in one) {
            sink.read(one.read);
          } else {
            const data = JSON.stringify([number, one.send]);
            const message = { key: one.key, frame: eventFrame(data), data };
            const replaced = one.key === undefined ? [] : waiting().filter((other) => other.key === one.key);
            const room = limit - size() - sink.unsent + (replaced[0]?.frame.length ?? 0);
            const mustWait = wasFull;
            const isTaken = writer.send(message.frame, limit, one.key);
            expect(isTaken).toBe(!mustWait || message.frame.length <= room);
            if (!isTaken) continue;
            expected = [...expected.filter((other) => !replaced.includes(other)), message];
            if (mustWait) expect(size() + sink.unsent).toBeLessThanOrEqual(limit);
          }
        }
        writer.end(eventFrame('"last"'));
        expect(sink.allEvents).toEqual([...expected.map(({ data }) => data), '"last"']);
        expect(sink.written.replaceAll(COMMENT, '')).toBe(
          [...expected.map((message) => message.frame), eventFrame('"last"')].join(''),
        );
      }),
    );
  });
});
