import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { featuresOf } from '../bird.js';
import { UNKNOWN } from '../engine/rule.js';
import { BIRDS } from '../knowledge/expertise.js';
import { FEATURE_NAMES, type FeatureName, valuesOf } from '../knowledge/features.js';
import { SPECIES, type Species } from '../knowledge/species.js';
import { type Ask, interview } from './interview.js';

const bird = fc.constantFrom(...SPECIES);
/** Which of the answers that are true is given to each question. */
const choices = fc.array(fc.nat(), { minLength: FEATURE_NAMES.length, maxLength: FEATURE_NAMES.length });

/** All that is a true answer: what the bird has, or anything where it does not matter. */
function truth(species: Species, feature: string): readonly string[] {
  return featuresOf(species).get(feature as FeatureName) ?? valuesOf(feature as FeatureName);
}

describe('an interview', () => {
  it.each(SPECIES.map((species) => [species.name, species] as const))(
    'knows the %s by what is true of it',
    async (name, species) => {
      for (const end of [0, -1]) {
        const { standing } = await interview(BIRDS, new Map(), async (about) => truth(species, about).at(end));
        expect(standing.left).toEqual([name]);
      }
    },
  );

  it('knows every bird, whichever of the true answers are given', async () => {
    await fc.assert(
      fc.asyncProperty(bird, choices, async (species, chosen) => {
        const asked: string[] = [];
        const { standing, isStopped } = await interview(BIRDS, new Map(), async (about) => {
          const answers = truth(species, about);
          asked.push(about);
          return answers[(chosen[asked.length - 1] ?? 0) % answers.length];
        });
        expect(standing.left).toEqual([species.name]);
        expect(isStopped).toBe(false);
        expect(new Set(asked).size).toBe(asked.length);
      }),
    );
  });

  it('never loses the bird, whatever is known before and not known at all', async () => {
    await fc.assert(
      fc.asyncProperty(
        bird,
        fc.subarray([...FEATURE_NAMES]),
        fc.subarray([...FEATURE_NAMES]),
        async (species, known, dark) => {
          const told = new Map(known.map((feature) => [feature, truth(species, feature)[0] ?? UNKNOWN]));
          const { standing } = await interview(BIRDS, told, async (about) => {
            expect(told.has(about as FeatureName)).toBe(false);
            return dark.includes(about as FeatureName) ? UNKNOWN : truth(species, about)[0];
          });
          expect(standing.left).toContain(species.name);
          expect(standing.worth).toEqual([]);
          if (dark.length === 0) expect(standing.left).toEqual([species.name]);
        },
      ),
    );
  });

  it('asks nothing where all is told', async () => {
    const told = new Map([['bill', 'triangular']]);
    const { standing, facts } = await interview(BIRDS, told, () => Promise.reject(new Error('It asked')));
    expect(standing.left).toEqual(['atlantic-puffin']);
    expect(facts).toEqual(told);
  });

  it('stops when it is told to, with what it has', async () => {
    const answers = ['hooked'];
    const ask: Ask = async () => answers.shift();
    const { standing, facts, isStopped } = await interview(BIRDS, new Map(), ask);
    expect(isStopped).toBe(true);
    expect(facts).toEqual(new Map([['bill', 'hooked']]));
    expect(standing.left).toContain('barn-owl');
    expect(standing.left).not.toContain('mallard');
  });

  it('leaves nothing where answers contradict each other', async () => {
    const told = new Map([
      ['bill', 'triangular'],
      ['back', 'green'],
    ]);
    const { standing } = await interview(BIRDS, told, () => Promise.reject(new Error('It asked')));
    expect(standing).toEqual({ left: [], worth: [] });
  });

  it('only tells what to ask where nobody can be asked', async () => {
    const { standing, isStopped } = await interview(BIRDS, new Map(), undefined);
    expect(standing.left).toHaveLength(SPECIES.length);
    expect(standing.worth[0]).toBe('bill');
    expect(isStopped).toBe(false);
  });
});
