/** The words of results, as the reference library has them. */
import { describe, expect, it } from 'vitest';
import { error, message, messages, results, structured, text } from '../../src/index.js';

describe('error(…)', () => {
  it.each<[unknown, string]>([
    ['There is no order 17', 'There is no order 17'],
    [new Error('division by zero'), 'division by zero'],
    [new RangeError(), 'RangeError'],
    [{ code: 17, why: 'sold out' }, '{"code":17,"why":"sold out"}'],
    [['a', 1], '["a",1]'],
    [404, '404'],
    [null, 'null'],
    [undefined, 'undefined was thrown'],
  ])('TP-35 takes %o for the text %j', (reason, words) => {
    expect(error(reason)).toEqual({ content: [{ type: 'text', text: words }], isError: true });
  });

  it('TP-36, X-17 among results makes the whole result one, and X-18 nothing else nests', () => {
    expect(results([text('a'), error('b')])).toMatchObject({ isError: true });
    expect(results([text('a')])).not.toHaveProperty('isError');
  });
});

describe('the other builders', () => {
  it('TP-13, TP-15, PP-04 give the protocol’s own shapes, without members that say nothing', () => {
    expect(results([])).toEqual({ content: [] });
    expect(structured({ a: 1 }, [text('a')])).toEqual({
      content: [{ type: 'text', text: 'a' }],
      structuredContent: { a: 1 },
    });
    expect(messages([message('user', 'Hi')])).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
    });
  });
});
