import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMENT, eventFrame, primingFrame, retryFrame } from './event-frame.js';

/** What a client reads. */
function read(text: string): { events: EventSourceMessage[]; retries: number[] } {
  const events: EventSourceMessage[] = [];
  const retries: number[] = [];
  createParser({ onEvent: (event) => void events.push(event), onRetry: (ms) => void retries.push(ms) }).feed(text);
  return { events, retries };
}

describe('frames of events', () => {
  it('have the message as one line of data, and the id before it (T-30, YH-24)', () => {
    expect(eventFrame('{"a":1}')).toBe('data: {"a":1}\n\n');
    expect(eventFrame('{"a":1}', '7-x')).toBe('id: 7-x\ndata: {"a":1}\n\n');
  });

  it('prime a stream with an id, no data, and how long to wait (YH-14, YH-15)', () => {
    expect(primingFrame('7-x')).toBe('id: 7-x\ndata: \n\n');
    expect(primingFrame('7-x', 300)).toBe('retry: 300\nid: 7-x\ndata: \n\n');
    expect(retryFrame(300)).toBe('retry: 300\n\n');
  });

  it('write times as digits, which is all that clients take', () => {
    expect(read(retryFrame(12.5) + retryFrame(1e20 / 1e17)).retries).toEqual([13, 1000]);
    expect(retryFrame(-1)).toBe('retry: 0\n\n');
  });

  it.each(['', 'a\nb', 'a\r', '\u0000'])('refuse the id %j', (id) => {
    expect(() => eventFrame('{}', id)).toThrow(TypeError);
    expect(() => primingFrame(id)).toThrow(TypeError);
  });

  it('are read as they were written, whatever is in them', () => {
    const id = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[\r\n\0]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.option(id, { nil: undefined }), value: fc.jsonValue() })), (messages) => {
        const text = messages.map(({ id: given, value }) => eventFrame(JSON.stringify(value), given)).join(COMMENT);
        const { events } = read(text);
        expect(events.map(({ data }) => data)).toEqual(messages.map(({ value }) => JSON.stringify(value)));
        expect(events.map((event) => event.id)).toEqual(messages.map((message) => message.id));
      }),
    );
  });
});
