import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptable } from './accept.js';

describe('acceptable (Q-06, T-07)', () => {
  it.each([
    [undefined, true, true],
    ['', true, true],
    ['*/*', true, true],
    ['application/json, text/event-stream', true, true],
    ['text/event-stream,application/json', true, true],
    ['Application/JSON;q=0.9 , TEXT/Event-Stream', true, true],
    ['application/*', true, false],
    ['text/*', false, true],
    ['application/json', true, false],
    ['text/event-stream', false, true],
    ['text/html', false, false],
    ['application/jsonp', false, false],
    ['application/json;q=0, */*', false, true],
    ['text/event-stream; q=0.000, */*', true, false],
    ['*/*;q=0, application/json', true, false],
    ['application/json;q=0.001', true, false],
    ['application/json;q="0"', true, false],
    [',,,', false, false],
  ])('reads %j', (header, json, sse) => {
    expect(acceptable(header)).toMatchObject({ json, sse });
  });

  it.each([
    ['text/event-stream, application/json', true],
    ['application/json;q=0.5, text/event-stream', true],
    ['application/json, text/event-stream', false],
    ['text/event-stream;q=0.9, application/json', false],
    ['text/event-stream;q=0, application/json;q=0', false],
    ['text/event-stream, */*', false],
    ['*/*', false],
    [undefined, false],
  ])('T-07, YH-07 %j prefers a stream: %s', (header, prefersSse) => {
    expect(acceptable(header).prefersSse).toBe(prefersSse);
  });

  it('finds both among any others, in any order', () => {
    const others = fc.array(fc.constantFrom('text/html', 'image/*;q=0', 'application/xml;q=0.5', 'a/b; c="d"'));
    fc.assert(
      fc.property(others, others, (before, after) => {
        const header = [...before, 'application/json', ...after, 'text/event-stream'].join(', ');
        expect(acceptable(header)).toMatchObject({ json: true, sse: true });
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (header) => void acceptable(header)));
  });
});
