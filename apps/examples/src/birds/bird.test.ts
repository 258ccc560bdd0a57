import { describe, expect, it } from 'vitest';
import { birdMeant, birdNamed, featuresOf, markdown } from './bird.js';
import { birdNames } from './guide-resources.js';

describe('a bird', () => {
  it('is found by its name, or as people write it', () => {
    expect(birdNamed('mute-swan')?.scientific).toBe('Cygnus olor');
    expect(birdNamed('Mute swan')).toBeUndefined();
    expect(birdMeant(' Mute  Swan ')).toBe(birdNamed('mute-swan'));
    expect(() => birdMeant('dodo')).toThrow("No bird 'dodo' is known here; list_birds gives those that are");
  });

  it('has the features of its order and family, narrowed by its own', () => {
    expect(Object.fromEntries(featuresOf(birdMeant('barn-owl')))).toEqual({
      bill: ['hooked'],
      feet: ['talons'],
      wings: ['rounded'],
      flight: ['silent'],
      head: ['heart'],
      size: ['crow'],
      back: ['sandy'],
      underside: ['white', 'buff'],
      habitat: ['fields', 'gardens'],
    });
    // Pigeons have one of two marks.
    expect(featuresOf(birdMeant('common-wood-pigeon')).get('head')).toEqual(['neck_patch']);
  });

  it('is described in Markdown', () => {
    const text = markdown(birdMeant('common-coot'));
    expect(text).toMatch(
      /^# Common coot\n\n\*Fulica atra\*, of the family Rallidae \(rails, .*\), order Gruiformes \(.*\)\. It is 36 to 39 cm long\.\n\n/,
    );
    expect(text).toContain('\n\nTo take off it runs over the water.\n\n- ');
    expect(text).toContain('\n- Back: Black; or: Grey\n');
  });
});

describe('names of birds', () => {
  it('are proposed for what was typed, the first with what they begin with', () => {
    expect(birdNames('tit')).toEqual(['great-tit', 'eurasian-blue-tit']);
    expect(birdNames('g').slice(0, 2)).toEqual(['great-crested-grebe', 'great-cormorant']);
    expect(birdNames('Mute s')).toEqual(['mute-swan']);
    expect(birdNames('')).toHaveLength(40);
    expect(birdNames('dodo')).toEqual([]);
  });
});
