import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACKNOWLEDGED, TOOLS_CHANGED } from './protocol.mjs';
import { StreamReader } from './stream-reader.mjs';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (text) => `${text.length.toString(16)}\r\n${text}\r\n`;
const event = (message) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
const changed = (id) => event({ method: TOOLS_CHANGED, ...of({}, id) });
const acknowledged = (id) => event({ method: ACKNOWLEDGED, ...of({ notifications: { toolsListChanged: true } }, id) });

function of(params, id) {
  return id === undefined
    ? { params }
    : { params: { ...params, _meta: { 'io.modelcontextprotocol/subscriptionId': id } } };
}

/** What a reader tells about a response that comes in these pieces. */
function told(pieces, subscription) {
  const seen = [];
  const reader = new StreamReader({
    subscription,
    opened: () => seen.push('opened'),
    event: () => seen.push('event'),
    failed: ({ message }) => seen.push(message),
  });
  for (const piece of pieces) reader.read(piece);
  return seen;
}

describe('StreamReader', () => {
  it('reads events in any pieces, and skips what says nothing', () => {
    const text = HEAD + chunk(`retry: 10\nid: a\ndata: \n\n`) + chunk(':\n\n') + chunk(changed()) + chunk(changed());
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), text.length];
        const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
        expect(told(pieces)).toEqual(['opened', 'event', 'event']);
      }),
    );
  });

  it('takes an event that comes in several chunks', () => {
    const text = changed();
    expect(told([HEAD, chunk(text.slice(0, 9)), chunk(text.slice(9))])).toEqual(['opened', 'event']);
  });

  it('counts a subscription as open when it was acknowledged, and takes messages with its id only', () => {
    expect(told([HEAD, chunk(acknowledged(7)), chunk(changed(7))], 7)).toEqual(['opened', 'event']);
    expect(told([HEAD, chunk(acknowledged(7)), chunk(changed(8))], 7)).toEqual([
      'opened',
      expect.stringMatching('wrong'),
    ]);
    expect(told([HEAD, chunk(changed('7'))], 7)).toEqual([expect.stringMatching('wrong')]);
  });

  it('fails where there is no stream, where it ends, and for any other message', () => {
    expect(told(['HTTP/1.1 404 Not Found\r\n\r\n'])).toEqual([expect.stringMatching('No stream')]);
    expect(told([HEAD, '0\r\n\r\n'])).toEqual(['opened', expect.stringMatching('ended')]);
    expect(told([HEAD, chunk(event({ method: 'ping' }))])).toEqual(['opened', expect.stringMatching('wrong')]);
  });
});
