import { formElicitation, type JsonObject, roots, sampling, urlElicitation } from '@polyspec/core';
import { expect, it } from 'vitest';
import { faultsAgainst } from '../../../test/schema/official-schema.js';
import { inputRequired } from './input-required.js';

const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const request = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 60 } as const;

const wired = (result: JsonObject): unknown => JSON.parse(JSON.stringify(result));

it('has each request under its key, in the form of the protocol (R-04 to R-06, R-21, I-01, I-15, I-21, MR-14, MR-18, MR-19)', () => {
  const result = wired(
    inputRequired({
      inputRequests: {
        seats: formElicitation('How many?', schema, { optional: true }),
        pay: urlElicitation('Pay!', 'https://pay.example.com/start'),
        blurb: sampling({ ...request, systemPrompt: undefined }),
        dirs: roots(),
      },
      requestState: 'sealed',
    }),
  );
  expect(result).toEqual({
    resultType: 'input_required',
    inputRequests: {
      seats: { method: 'elicitation/create', params: { mode: 'form', message: 'How many?', requestedSchema: schema } },
      pay: {
        method: 'elicitation/create',
        params: { mode: 'url', message: 'Pay!', url: 'https://pay.example.com/start' },
      },
      blurb: { method: 'sampling/createMessage', params: request },
      dirs: { method: 'roots/list', params: {} },
    },
    requestState: 'sealed',
  });
  expect(faultsAgainst('2026-07-28', 'InputRequiredResult', result)).toEqual([]);
});

it('leaves the requests out where there are none (R-22, MR-17)', () => {
  const result = wired(inputRequired({ inputRequests: {}, requestState: 'sealed' }));
  expect(result).toEqual({ resultType: 'input_required', requestState: 'sealed' });
  expect(faultsAgainst('2026-07-28', 'InputRequiredResult', result)).toEqual([]);
});
