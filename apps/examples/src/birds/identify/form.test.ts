import { describe, expect, it } from 'vitest';
import { consult } from '../engine/consultation.js';
import { BIRDS } from '../knowledge/expertise.js';
import { FEATURE_NAMES, valuesOf } from '../knowledge/features.js';
import { choiceIn, formFor, questionFor } from './form.js';

const question = (told: Readonly<Record<string, string>>): string => {
  const facts = new Map(Object.entries(told));
  return questionFor('back', consult(BIRDS, facts), facts);
};

describe('a form', () => {
  it.each(FEATURE_NAMES)('for %s is one choice of all its values, or none', (name) => {
    const form = formFor(name) as { properties: Record<string, { oneOf: { const: string; title: string }[] }> };
    expect(form).toMatchObject({ type: 'object', required: [name] });
    expect(Object.keys(form.properties)).toEqual([name]);
    const options = form.properties[name]?.oneOf ?? [];
    expect(options.map((option) => option.const)).toEqual([...valuesOf(name), 'unknown']);
    expect(options.at(-1)?.title).toBe('I don’t know');
  });

  it('stands under its question, and how many birds are left', () => {
    expect(question({})).toBe('40 birds are left. What colour is its back?');
  });

  it('names birds when few are left, and says what is known of them', () => {
    expect(question({ bill: 'flat', feet: 'webbed', flight: 'straight' })).toBe(
      '3 birds are left: Mute swan, Canada goose, Mallard. It is of the order Anseriformes (waterfowl). What colour is its back?',
    );
  });

  it('gives the choice, or nothing where it was not filled in', () => {
    expect(choiceIn({ action: 'accept', content: { back: 'grey' } }, 'back')).toBe('grey');
    expect(choiceIn({ action: 'decline' }, 'back')).toBeUndefined();
    expect(choiceIn({ action: 'cancel' }, 'back')).toBeUndefined();
  });
});
