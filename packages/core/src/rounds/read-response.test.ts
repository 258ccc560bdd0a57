import { describe, expect, it } from 'vitest';
import { field } from '../../test/rounds.js';
import type { InputResponse } from '../application/rounds.js';
import type { JsonValue } from '../json.js';
import type { Asked } from './asked.js';
import { readResponses } from './read-response.js';

const FORM: Asked = { type: 'formElicitation', schema: field('name') };
const PAGE: Asked = { type: 'urlElicitation' };
const MODEL: Asked = { type: 'sampling' };
const DIRS: Asked = { type: 'roots' };

const read = (asked: Asked, given: JsonValue): InputResponse | undefined =>
  readResponses({ key: given }, new Map([['key', asked]])).get('key');

describe('the answers of a client', () => {
  it('may be absent, and are an object by key (R-18, MR-20)', () => {
    expect(readResponses(undefined, new Map([['a', FORM]])).size).toBe(0);
    for (const wrong of [null, [], [{ key: 'a', action: 'cancel' }], 'x', 7, true]) {
      expect(() => readResponses(wrong, new Map())).toThrow(
        expect.objectContaining({
          reason: 'invalid-params',
          message: 'Invalid params: inputResponses must be an object',
        }),
      );
    }
  });

  it('count only where they were asked for (R-19, MR-22)', () => {
    const sent = JSON.parse('{"a":{"action":"cancel"},"b":7,"__proto__":7}') as JsonValue;
    const asked = new Map<string, Asked>([
      ['a', FORM],
      ['toString', DIRS],
    ]);
    expect([...readResponses(sent, asked)]).toEqual([['a', { action: 'cancel' }]]);
  });

  it.each<[Asked, JsonValue, InputResponse]>([
    [FORM, { action: 'accept', content: { name: 'Ada' } }, { action: 'accept', content: { name: 'Ada' } }],
    [
      FORM,
      { action: 'accept', content: { name: 'Ada' }, extra: 1, _meta: {} },
      { action: 'accept', content: { name: 'Ada' } },
    ],
    [FORM, { action: 'decline', content: { name: 7 } }, { action: 'decline' }],
    [FORM, { action: 'cancel' }, { action: 'cancel' }],
    [PAGE, { action: 'accept' }, { action: 'accept', content: {} }],
    [PAGE, { action: 'accept', content: { a: 1 } }, { action: 'accept', content: {} }],
    [PAGE, { action: 'decline' }, { action: 'decline' }],
    [
      MODEL,
      { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm', _meta: {} },
      { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' },
    ],
    [
      MODEL,
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: '1', name: 'f', input: {} }],
        model: 'm',
        stopReason: 'toolUse',
      },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: '1', name: 'f', input: {} }],
        model: 'm',
        stopReason: 'toolUse',
      },
    ],
    [DIRS, { roots: [] }, { roots: [] }],
    [DIRS, { roots: [{ uri: 'file:///a', name: 'A', _meta: {} }] }, { roots: [{ uri: 'file:///a', name: 'A' }] }],
  ])('to %j, as %j, are normalised (I-04, I-20, I-21, MR-11, MR-21)', (asked, given, response) => {
    expect(read(asked, given)).toEqual(response);
  });

  it.each<[Asked, JsonValue]>([
    [FORM, 12345],
    [FORM, null],
    [FORM, []],
    [FORM, {}],
    [FORM, { action: 'ok' }],
    [FORM, { action: 'accept', content: 'Ada' }],
    [FORM, { action: 'accept', content: null }],
    [FORM, { action: 'accept', content: { name: { first: 'Ada' } } }],
    [FORM, { action: 'accept', content: { name: [1] } }],
    [FORM, { action: 'accept', content: { name: null } }],
    [FORM, { value: { action: 'accept' } }],
    [FORM, { roots: [] }],
    [PAGE, { action: 'visited' }],
    [MODEL, { action: 'accept' }],
    [MODEL, { role: 'system', content: [], model: 'm' }],
    [MODEL, { role: 'assistant', model: 'm' }],
    [MODEL, { role: 'assistant', content: 'Hi', model: 'm' }],
    [MODEL, { role: 'assistant', content: [{ type: 'text' }], model: 'm' }],
    [MODEL, { role: 'assistant', content: [] }],
    [MODEL, { role: 'assistant', content: [], model: 'm', stopReason: 7 }],
    [DIRS, { roots: {} }],
    [DIRS, { roots: [7] }],
    [DIRS, { roots: [{ name: 'A' }] }],
    [DIRS, { roots: [{ uri: 'https://example.com' }] }],
    [DIRS, { roots: [{ uri: 'file:///a', name: 7 }] }],
  ])('to %j that are malformed, such as %j, are an error (R-18, Q-32, MR-22)', (asked, given) => {
    expect(() => read(asked, given)).toThrow(
      expect.objectContaining({
        reason: 'invalid-params',
        message: expect.stringMatching(/^Invalid params: inputResponses\['key'\] must be an object with /),
      }),
    );
  });

  it('that do not fit the form are as if they were missing (Q-32, I-06)', () => {
    expect(read(FORM, { action: 'accept' })).toBeUndefined();
    expect(read(FORM, { action: 'accept', content: { name: 7 } })).toBeUndefined();
  });
});
