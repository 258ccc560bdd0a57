import { describe, expect, it } from 'vitest';
import { encodeMessage } from './encode.js';
import { JsonText, success } from './message.js';

describe('encodeMessage', () => {
  it('writes a result that is already text as it stands', () => {
    expect(encodeMessage(success('a"b', new JsonText('{"tools":[]}')))).toBe(
      '{"jsonrpc":"2.0","id":"a\\"b","result":{"tools":[]}}',
    );
  });

  it('S-01 writes one line, also for text with line breaks in it', () => {
    expect(encodeMessage(success(1, { text: 'a\nb\u2028' }))).not.toMatch(/\n/);
  });

  it('gives the same value by JSON.stringify', () => {
    const message = success(1, new JsonText('{"a":1}'));
    expect(JSON.parse(JSON.stringify(message))).toEqual(JSON.parse(encodeMessage(message)));
  });
});
