import { featuresOf } from '../bird.js';
import { type Facts, UNKNOWN } from '../engine/rule.js';
import { FEATURES, type FeatureName, titleOf } from '../knowledge/features.js';
import type { Species } from '../knowledge/species.js';
import { groupsFrom } from './groups.js';

/** How many birds are named; the others are counted. */
const NAMED = 12;

/** What fits, and what follows from what was told, in words. */
export function verdict(birds: readonly Species[], facts: Facts, isStopped: boolean): string {
  const groups = groupsFrom(facts);
  return [
    ...(isStopped ? ['The user did not want to go on.'] : []),
    fitting(birds),
    ...(groups.length === 0 ? [] : [`From what was told follows ${groups.join(' and ')}.`]),
    ...(birds.length === 1 ? birds.flatMap((bird) => toBeSure(bird, facts)) : []),
  ].join(' ');
}

function fitting(birds: readonly Species[]): string {
  const [bird] = birds;
  if (bird === undefined) return 'No bird that is known here fits. One of the answers may be wrong.';
  if (birds.length > 1) return `${birds.length} birds fit: ${named(birds)}.`;
  return `It is a bird of this kind: ${bird.title} (${bird.scientific}). No other bird that is known here fits.`;
}

/** The names of birds, all of them or the first and how many more there are. */
export function named(birds: readonly Species[]): string {
  const titles = birds.slice(0, NAMED).map(({ title }) => title);
  const others = birds.length - titles.length;
  return others === 0 ? titles.join(', ') : `${titles.join(', ')}, and ${others} more`;
}

/** A bird that was found because others were ruled out has features that nobody asked for. */
function toBeSure(bird: Species, facts: Facts): readonly string[] {
  const unseen = [...featuresOf(bird)].filter(([name]) => (facts.get(name) ?? UNKNOWN) === UNKNOWN);
  return unseen.length === 0 ? [] : [`To be sure, look at the rest of it. ${unseen.map(described).join('. ')}.`];
}

function described([name, values]: readonly [FeatureName, readonly string[]]): string {
  return `${FEATURES[name].title}: ${values.map((value) => titleOf(name, value)).join(', or: ')}`;
}
