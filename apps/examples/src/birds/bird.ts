import { UserError } from 'polyspec';
import { FAMILIES } from './knowledge/families.js';
import { FEATURES, type FeatureName, type Features, isFeature, titleOf } from './knowledge/features.js';
import { ORDERS } from './knowledge/orders.js';
import { sizesOf } from './knowledge/size.js';
import { SPECIES, type Species } from './knowledge/species.js';

const BY_NAME: ReadonlyMap<string, Species> = new Map(SPECIES.map((species) => [species.name, species]));

/** The bird of this name, such as `mute-swan`. */
export function birdNamed(name: string): Species | undefined {
  return BY_NAME.get(name);
}

/**
 * The bird that somebody means, who may write it as people do: `Mute swan`.
 *
 * @throws UserError where there is none
 */
export function birdMeant(name: string): Species {
  const bird = birdNamed(name.trim().toLowerCase().replaceAll(/\s+/g, '-'));
  if (bird === undefined) throw new UserError(`No bird '${name}' is known here; list_birds gives those that are`);
  return bird;
}

/** Where a bird is read as a resource. */
export function birdUri(name: string): string {
  return `birds://bird/${name}`;
}

/** All that is true of a bird: its own features, and those of its family and order, where it has not fewer values itself. */
export function featuresOf({ family, lengthCm, features }: Species): ReadonlyMap<FeatureName, readonly string[]> {
  const { order, features: ofFamily } = FAMILIES[family];
  const parts: readonly Features[] = [ORDERS[order].features, ofFamily, { size: sizesOf(lengthCm) }, features];
  const known = new Map<FeatureName, readonly string[]>();
  for (const part of parts) {
    for (const [name, values] of Object.entries(part)) {
      if (isFeature(name))
        known.set(name, known.get(name)?.filter((value) => values.includes(value as never)) ?? values);
    }
  }
  return known;
}

/** A bird as Markdown. */
export function markdown(bird: Species): string {
  const { title, scientific, family, lengthCm, note } = bird;
  const { order, title: familyTitle } = FAMILIES[family];
  const lines = [...featuresOf(bird)].map(
    ([name, values]) => `- ${FEATURES[name].title}: ${values.map((value) => titleOf(name, value)).join('; or: ')}`,
  );
  return [
    `# ${title}`,
    `*${scientific}*, of the family ${family} (${familyTitle}), order ${order} (${ORDERS[order].title}). ` +
      `It is ${lengthCm.join(' to ')} cm long.`,
    note,
    `${lines.join('\n')}\n`,
  ].join('\n\n');
}
