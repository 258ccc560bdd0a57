import type { JsonObject, JsonSchema } from 'polyspec';
import { type Facts, UNKNOWN } from '../engine/rule.js';
import { FEATURE_NAMES, FEATURES, type FeatureName, isFeature, titleOf, valuesOf } from '../knowledge/features.js';

/** The arguments that say what is known of a bird beforehand: any of the features. */
export const KNOWN_FEATURES: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    FEATURE_NAMES.map((name) => [
      name,
      {
        type: 'string',
        enum: [...valuesOf(name), UNKNOWN],
        description: `${FEATURES[name].question} ${meanings(name)}`,
      },
    ]),
  ),
  additionalProperties: false,
};

/** Reads arguments that have passed the schema. */
export function factsOf(args: JsonObject): Facts {
  return new Map(Object.entries(args).flatMap(([name, value]) => (isFeature(name) ? [[name, String(value)]] : [])));
}

function meanings(name: FeatureName): string {
  return `${valuesOf(name)
    .map((value) => `${value}: ${titleOf(name, value)}`)
    .join('. ')}. ${UNKNOWN}: nobody can tell.`;
}
