import { describe, expect, it } from 'vitest';
import { FEATURE_NAMES } from '../knowledge/features.js';
import { factsOf, KNOWN_FEATURES } from './known-features.js';

describe('what is known of a bird beforehand', () => {
  it('may be any feature, with its values told to the model, and nothing else', () => {
    const { properties, required, additionalProperties } = KNOWN_FEATURES as {
      properties: Record<string, { enum: string[]; description: string }>;
      required?: unknown;
      additionalProperties: unknown;
    };
    expect(Object.keys(properties)).toEqual(FEATURE_NAMES);
    expect(properties.season?.enum).toEqual(['summer', 'winter', 'unknown']);
    expect(properties.season?.description).toBe(
      'When did you see it? summer: Between May and August. winter: Between November and February. unknown: nobody can tell.',
    );
    expect(required).toBeUndefined();
    expect(additionalProperties).toBe(false);
  });

  it('becomes facts', () => {
    expect(factsOf({ bill: 'hooked', size: 'unknown' })).toEqual(
      new Map([
        ['bill', 'hooked'],
        ['size', 'unknown'],
      ]),
    );
    expect(factsOf({})).toEqual(new Map());
  });
});
