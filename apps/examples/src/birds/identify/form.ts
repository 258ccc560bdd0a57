import type { ElicitAnswer, JsonObject } from 'polyspec';
import { birdNamed } from '../bird.js';
import type { Standing } from '../engine/consultation.js';
import { type Facts, UNKNOWN } from '../engine/rule.js';
import { FEATURES, type FeatureName } from '../knowledge/features.js';
import { groupsFrom } from './groups.js';
import { named } from './verdict.js';

/** So few birds are named in a question. */
const FEW = 4;

/** The form that asks for one feature: one choice among all its values, or none. */
export function formFor(name: FeatureName): JsonObject {
  const { title, choices } = FEATURES[name];
  const options = Object.entries({ ...choices, [UNKNOWN]: 'I don’t know' });
  return {
    type: 'object',
    properties: {
      [name]: { type: 'string', title, oneOf: options.map(([value, label]) => ({ const: value, title: label })) },
    },
    required: [name],
  };
}

/** What stands over the form: how far it has come, and the question. */
export function questionFor(name: FeatureName, { left }: Standing, facts: Facts): string {
  const birds = left.flatMap((bird) => birdNamed(bird) ?? []);
  const which = birds.length > FEW ? '' : `: ${named(birds)}`;
  const groups = groupsFrom(facts).map((group) => ` It is of ${group}.`);
  return `${birds.length} birds are left${which}.${groups.join('')} ${FEATURES[name].question}`;
}

/** What was chosen in the form; `undefined` where the user would not fill it in. */
export function choiceIn(answer: ElicitAnswer, name: FeatureName): string | undefined {
  return answer.action === 'accept' ? String(answer.content[name]) : undefined;
}
