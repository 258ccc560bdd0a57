import { describe, expect, it } from 'vitest';
import { birdMeant } from '../bird.js';
import { Sightings } from './sightings.js';

const time = new Date('2026-05-01T06:30:59Z');

describe('sightings', () => {
  it('are none at first', () => {
    expect(new Sightings().markdown()).toBe('# Sightings\n\nNone yet.\n');
  });

  it('are shown newest first, with links', () => {
    const sightings = new Sightings();
    sightings.add({ bird: birdMeant('osprey'), place: 'Lake', time });
    sightings.add({ bird: birdMeant('Mute swan'), place: 'Pond', time });
    expect(sightings.markdown()).toBe(
      '# Sightings\n\n- 2026-05-01 06:30 [Mute swan](birds://bird/mute-swan), Pond\n' +
        '- 2026-05-01 06:30 [Osprey](birds://bird/osprey), Lake\n',
    );
  });

  it('are forgotten, the oldest first, when there are very many', () => {
    const sightings = new Sightings();
    for (let number = 1; number <= 1001; number += 1) {
      sightings.add({ bird: birdMeant('osprey'), place: `place ${number}.`, time });
    }
    expect(sightings.markdown()).toContain('place 1001.');
    expect(sightings.markdown()).toContain('place 2.');
    expect(sightings.markdown()).not.toContain('place 1.');
  });
});
