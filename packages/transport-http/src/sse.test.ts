import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StreamSink } from './call.js';
import { SseWriter } from './sse.js';

/** A sink that takes a given number of writes before it is full, and has room again when told. */
class NarrowSink implements StreamSink {
  text = '';
  ended = 0;
  room: number;
  #drained: () => void = () => undefined;

  constructor(room: number) {
    this.room = room;
  }

  write(text: string): boolean {
    this.text += text;
    this.room -= 1;
    return this.room > 0;
  }

  onDrain(listener: () => void): void {
    this.#drained = listener;
  }

  end(): void {
    this.ended += 1;
  }

  drain(room: number): void {
    this.room = room;
    this.#drained();
  }

  /** What a client reads. */
  get events(): string[] {
    const events: string[] = [];
    createParser({ onEvent: ({ data }) => void events.push(data) }).feed(this.text);
    return events;
  }
}

describe('SseWriter', () => {
  it('writes one data line for each message (T-30, HT-40)', () => {
    const sink = new NarrowSink(10);
    const writer = new SseWriter(sink, 100);
    expect(writer.send('{"a":1}')).toBe(true);
    writer.comment();
    writer.retry(50);
    writer.end('{"b":2}', '{"c":3}');
    expect(sink.text).toBe('data: {"a":1}\n\n:\n\nretry: 50\n\ndata: {"b":2}\n\ndata: {"c":3}\n\n');
    expect(sink.ended).toBe(1);
  });

  it('writes nothing after its end', () => {
    const sink = new NarrowSink(10);
    const writer = new SseWriter(sink, 100);
    writer.end();
    expect(writer.send('1')).toBe(false);
    writer.comment();
    writer.retry(1);
    writer.end('2');
    expect([sink.text, sink.ended]).toEqual(['', 1]);
  });

  it('waits for a full sink, no more than its limit allows', () => {
    const sink = new NarrowSink(1);
    const writer = new SseWriter(sink, 18);
    expect(writer.send('1')).toBe(true);
    // Nine characters each.
    expect([writer.send('2'), writer.send('3'), writer.send('4')]).toEqual([true, true, false]);
    writer.comment();
    expect(sink.events).toEqual(['1']);
    sink.drain(1);
    expect(sink.events).toEqual(['1', '2']);
    expect(writer.send('5')).toBe(true);
    sink.drain(5);
    expect(sink.events).toEqual(['1', '2', '3', '5']);
  });

  it('replaces what waits under the same key, and puts it last', () => {
    const sink = new NarrowSink(1);
    const writer = new SseWriter(sink, 27);
    writer.send('0');
    writer.send('1', 'a');
    writer.send('2', 'b');
    writer.send('3');
    expect(writer.send('4', 'a')).toBe(true);
    expect(writer.send('5', 'c')).toBe(false);
    sink.drain(9);
    expect(sink.events).toEqual(['0', '2', '3', '4']);
  });

  it('gives the last messages room, whatever waits', () => {
    const sink = new NarrowSink(1);
    const writer = new SseWriter(sink, 9);
    writer.send('1');
    writer.send('2');
    writer.end('3');
    expect(sink.events).toEqual(['1', '2', '3']);
    expect(sink.ended).toBe(1);
  });

  it('forgets what waits when nobody reads any more', () => {
    const sink = new NarrowSink(1);
    const writer = new SseWriter(sink, 100);
    writer.send('1');
    writer.send('2');
    writer.drop();
    sink.drain(5);
    writer.end('3');
    expect([sink.events, sink.ended]).toEqual([['1'], 0]);
  });

  it('delivers exactly what it took, in order, whatever the rhythm of its reader', () => {
    const step = fc.oneof(
      fc.record({ send: fc.jsonValue({ maxDepth: 1 }) }),
      fc.record({ room: fc.integer({ min: 1, max: 4 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 200 }), (steps, limit) => {
        const sink = new NarrowSink(2);
        const writer = new SseWriter(sink, limit);
        const taken: string[] = [];
        for (const one of steps) {
          if ('room' in one) sink.drain(one.room);
          else if (writer.send(JSON.stringify(one.send))) taken.push(JSON.stringify(one.send));
        }
        writer.end();
        expect(sink.events).toEqual(taken);
      }),
    );
  });
});
