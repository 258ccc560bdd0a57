import { RequestError } from '@polyspec/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsAgainst } from '../../../test/schema/official-schema.js';
import { plainForm } from './plain-form.js';

const form = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more }) as never;

describe('a form under 2025-06-18', () => {
  it('Q-65, YI-03 keeps what the revision has', () => {
    const properties = {
      name: { type: 'string', title: 'Name', description: 'Yours', minLength: 1, maxLength: 9, format: 'email' },
      age: { type: 'integer', minimum: 0, maximum: 150 },
      share: { type: 'number' },
      agreed: { type: 'boolean', default: true },
      colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
    };
    expect(plainForm(form(properties, { required: ['name'] }))).toEqual(form(properties, { required: ['name'] }));
  });

  it('Q-65 has titles as enumNames, and no defaults but those of booleans', () => {
    const properties = {
      colour: {
        type: 'string',
        title: 'Colour',
        oneOf: [
          { const: 'r', title: 'Red' },
          { const: 'g', title: 'Green' },
        ],
        default: 'g',
      },
      name: { type: 'string', default: 'Ada' },
      age: { type: 'integer', default: 3 },
      agreed: { type: 'boolean', default: false },
    };
    expect(plainForm(form(properties)).properties).toEqual({
      colour: { type: 'string', title: 'Colour', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
      name: { type: 'string' },
      age: { type: 'integer' },
      agreed: { type: 'boolean', default: false },
    });
  });

  it('Q-65 leaves out several choices, and what else it does not know', () => {
    const properties = { tags: { type: 'array', items: { type: 'string', enum: ['a'] } }, name: { type: 'string' } };
    const around = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Form',
      additionalProperties: false,
    };
    expect(plainForm(form(properties, around))).toEqual(form({ name: { type: 'string' } }));
  });

  it('can’t be asked with where several choices have to be made', () => {
    const tags = { type: 'array', items: { type: 'string', enum: ['a'] } };
    expect(() => plainForm(form({ tags }, { required: ['tags'] }))).toThrow(RequestError);
    expect(() => plainForm(form({ tags }, { required: ['tags'] }))).toThrow("which 'tags' needs");
  });

  it('keeps a field of any name', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string","default":"x"}}') as object;
    expect(JSON.stringify(plainForm(form(properties)).properties)).toBe('{"__proto__":{"type":"string"}}');
  });

  it('is legal in that revision, whatever a form of 2025-11-25 has', () => {
    const choices = [{ const: 'a', title: 'A' }];
    const field = fc.constantFrom<object>(
      { type: 'string', default: 'x' },
      { type: 'string', oneOf: choices, default: 'a' },
      { type: 'string', enum: ['a'], default: 'a' },
      { type: 'number', default: 1.5 },
      { type: 'boolean', default: true },
      { type: 'array', items: { anyOf: choices }, default: ['a'] },
      { type: 'array', items: { type: 'string', enum: ['a'] } },
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), field), (properties) => {
        const params = { message: 'm', requestedSchema: plainForm(form(properties)) };
        expect(faultsAgainst('2025-06-18', 'ElicitRequest', { method: 'elicitation/create', params })).toEqual([]);
        expect(JSON.stringify(params)).not.toMatch(/oneOf|anyOf|"default":(?!true)/);
      }),
    );
  });
});
