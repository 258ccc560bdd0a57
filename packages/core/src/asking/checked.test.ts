import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import type { Elicit, ElicitAnswer } from '../application/asking.js';
import { ApplicationError, ClientRequestError, SchemaError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { checkedElicit, checkedElicitUrl, checkedListRoots, checkedSample } from './checked.js';

const accepted = (content: JsonObject): ElicitAnswer => ({ action: 'accept', content });

function asking(answer: ElicitAnswer) {
  const asked = vi.fn(async (_message: string, _schema: JsonObject) => answer);
  return { asked, elicit: checkedElicit(asked) };
}

describe('asking by a form', () => {
  it('Q-65 hands on a schema that an author wrote, the same object', async () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { colour: { type: 'string', enum: ['r'], enumNames: ['Red'], default: 'r' } },
      additionalProperties: false,
    };
    const { asked, elicit } = asking(accepted({ colour: 'r' }));
    expect(await elicit('Which?', schema)).toEqual({ action: 'accept', content: { colour: 'r' } });
    expect(asked.mock.calls[0]?.[1]).toBe(schema);
  });

  it('gives what the library makes of the answer, in its types', async () => {
    const schema = z.object({
      seats: z.int(),
      day: z.iso.date().transform((text) => new Date(text)),
      window: z.boolean().default(false),
    });
    const { elicit } = asking(accepted({ seats: 2, day: '2026-07-28' }));
    const answer = await elicit('Which?', schema);
    expectTypeOf(answer).toEqualTypeOf<ElicitAnswer<{ seats: number; day: Date; window: boolean }>>();
    expect(answer).toEqual({
      action: 'accept',
      content: { seats: 2, day: new Date('2026-07-28'), window: false },
    });
  });

  it('has JSON as the content of JSON Schema', () => {
    const ask = (elicit: Elicit) => elicit('Which?', { type: 'object', properties: { a: { type: 'string' } } });
    expectTypeOf(ask).returns.toEqualTypeOf<Promise<ElicitAnswer>>();
  });

  it.each(['decline', 'cancel'] as const)('gives %s as it is', async (action) => {
    const { elicit } = asking({ action });
    expect(await elicit('Which?', z.object({ a: z.string() }))).toEqual({ action });
  });

  it('YI-06 rejects what only the library finds wrong, and shows nothing of it', async () => {
    const { elicit } = asking(accepted({ code: 'hunter2' }));
    const answer = elicit('Which?', z.object({ code: z.string().regex(/^\d+$/, 'must be digits') }));
    await expect(answer).rejects.toBeInstanceOf(ClientRequestError);
    await expect(answer).rejects.toMatchObject({
      reason: 'malformed',
      message: "The client's answer to elicit is not what was asked for: code: must be digits",
    });
  });

  it.each<[string, z.ZodType | JsonObject]>([
    ['elicit: schema.properties.a has the type "object"', z.object({ a: z.object({}) })],
    ['elicit: schema.properties must be an object of fields; got undefined', { type: 'object' }],
    [
      "elicit: schema.properties.a has the keyword pattern, which a field of this type can't have",
      { type: 'object', properties: { a: { type: 'string', pattern: 'a' } } },
    ],
  ])('YI-03 asks nothing where the form is none: %s', async (message, schema) => {
    const { asked, elicit } = asking(accepted({}));
    const answer = elicit('Which?', schema);
    await expect(answer).rejects.toBeInstanceOf(ApplicationError);
    await expect(answer).rejects.toThrow(message);
    await expect(elicit('', { type: 'object', properties: {} })).rejects.toThrow('elicit: message must be');
    expect(asked).not.toHaveBeenCalled();
  });

  it('says which library can’t describe its schema', async () => {
    const { elicit } = asking(accepted({}));
    await expect(elicit('Which?', z.object({ a: z.date() }))).rejects.toBeInstanceOf(SchemaError);
    await expect(elicit('Which?', 7 as never)).rejects.toThrow('The schema of a form must be a JSON Schema object');
  });
});

describe('having a page visited', () => {
  it('hands on the URL and the id', async () => {
    const elicitUrl = vi.fn(async () => ({ action: 'decline' as const }));
    await checkedElicitUrl(elicitUrl)('Pay!', 'https://example.com/pay', { id: 'e1' });
    expect(elicitUrl).toHaveBeenCalledExactlyOnceWith('Pay!', 'https://example.com/pay', { id: 'e1' });
  });

  it('YI-02 asks nothing where the URL is none', async () => {
    const elicitUrl = vi.fn();
    await expect(checkedElicitUrl(elicitUrl)('Pay!', '/pay')).rejects.toThrow(
      'elicitUrl: url must be an absolute URL; got "/pay"',
    );
    expect(elicitUrl).not.toHaveBeenCalled();
  });
});

describe('asking the model', () => {
  it('YI-13, YI-14, QL-11 asks nothing that is no request to a model', async () => {
    const sample = vi.fn();
    const messages = [{ role: 'user', content: { type: 'text', text: 'Hi' } }] as const;
    await expect(checkedSample(sample)({ messages } as never)).rejects.toThrow(
      'sample: request.maxTokens must be a positive integer; it is required; got undefined',
    );
    const result = { type: 'tool_result', toolUseId: 'u1', content: [] };
    const mixed = [{ role: 'user', content: [result, messages[0].content] }] as const;
    await expect(checkedSample(sample)({ messages: mixed, maxTokens: 9 })).rejects.toThrow('nothing else in it');
    expect(sample).not.toHaveBeenCalled();
  });
});

describe('the time that a question has', () => {
  it.each([0, -1, 1.5, 2 ** 31, Number.NaN, '5'])('YL-13 can’t be %j, and nothing is asked', async (wrong) => {
    const asked = vi.fn();
    const options = { timeoutMs: wrong as number };
    const object = { type: 'object', properties: {} };
    const words = { messages: [], maxTokens: 1 };
    for (const [way, question] of Object.entries({
      elicit: checkedElicit(asked)('?', object, options),
      elicitUrl: checkedElicitUrl(asked)('?', 'https://example.com', options),
      sample: checkedSample(asked)(words, options),
      listRoots: checkedListRoots(asked)(options),
    })) {
      await expect(question).rejects.toThrow(`${way}: timeoutMs must be an integer from 1 to 2147483647; got`);
      await expect(question).rejects.toBeInstanceOf(ApplicationError);
    }
    expect(asked).not.toHaveBeenCalled();
  });

  it('is handed on', async () => {
    const asked = vi.fn(async () => []);
    const options = { timeoutMs: 2 ** 31 - 1 };
    await checkedListRoots(asked)(options);
    expect(asked).toHaveBeenCalledExactlyOnceWith(options);
  });
});
