import { describe, expect, it } from 'vitest';
import { formContentFault } from './content-fault.js';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    age: { type: 'integer' },
    colours: { type: 'array', items: { type: 'string', enum: ['red'] } },
  },
  required: ['name', 'age'],
};

describe('what is wrong with the content of a form (YI-06)', () => {
  it('is nothing where it fits, also with more than was asked for', () => {
    expect(formContentFault({ name: 'Ada', age: 3, colours: ['red'], more: 1 }, schema)).toBeUndefined();
  });

  it('names fields, and shows nothing of what was filled in', () => {
    expect(formContentFault({ age: 'secret', colours: ['secret'] }, schema)).toBe(
      "'name' is missing, 'age' does not fit its field, 'colours' does not fit its field",
    );
    expect(formContentFault({ name: 'Ada', age: 3, more: 'secret' }, { ...schema, additionalProperties: false })).toBe(
      "'more' is no field of the form",
    );
  });
});
