import type { Expertise } from '../engine/consultation.js';
import { FEATURE_NAMES, valuesOf } from './features.js';
import { GOAL, RULES } from './rules.js';

/** All that the engine needs to tell birds apart. */
export const BIRDS: Expertise = {
  rules: RULES,
  goal: GOAL,
  askable: new Map(FEATURE_NAMES.map((name) => [name, valuesOf(name)])),
};
