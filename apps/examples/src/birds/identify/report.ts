import { resourceLink, structured, type ToolResult, text } from 'polyspec';
import { z } from 'zod';
import { birdNamed, birdUri } from '../bird.js';
import { foundAs, foundBird } from '../found-bird.js';
import { FEATURES, type FeatureName, isFeature, titleOf, valuesOf } from '../knowledge/features.js';
import type { Findings } from './interview.js';
import { verdict } from './verdict.js';

/** How many questions are handed on to whoever can ask them. */
const QUESTIONS = 3;

/** So few birds are linked to. */
const FEW = 12;

const question = z.object({ feature: z.string(), question: z.string(), values: z.record(z.string(), z.string()) });

/** What an identification gives. */
export const report = z.object({
  outcome: z
    .enum(['identified', 'several', 'none', 'stopped'])
    .describe('stopped: the user did not want to go on, so don’t ask again.'),
  birds: z.array(foundBird).describe('The birds that fit.'),
  told: z.record(z.string(), z.string()).describe('What was told of the bird.'),
  questions: z.array(question).describe('What else would help, the most telling first. Call again with the answers.'),
});

type Outcome = z.infer<typeof report>['outcome'];

/** Findings as a result: data, and the same in words with links to the birds. */
export function reportOf({ facts, standing, isStopped }: Findings): ToolResult {
  const birds = standing.left.flatMap((name) => birdNamed(name) ?? []);
  const features = isStopped ? [] : standing.worth.filter(isFeature).slice(0, QUESTIONS);
  const data: z.infer<typeof report> = {
    outcome: isStopped ? 'stopped' : outcomeOf(birds.length),
    birds: birds.map(foundAs),
    told: Object.fromEntries(facts),
    questions: features.map(questionAbout),
  };
  const ask = data.questions.map(({ question }) => `\n- ${question}`).join('');
  const words = verdict(birds, facts, isStopped) + (ask === '' ? '' : `\n\nAsk the user, and call again:${ask}`);
  const few = birds.length > FEW ? [] : birds;
  const links = few.map(({ name, title }) => resourceLink(birdUri(name), title, { mimeType: 'text/markdown' }));
  return structured(data, [text(words), ...links]);
}

function outcomeOf(count: number): Outcome {
  if (count === 0) return 'none';
  return count === 1 ? 'identified' : 'several';
}

function questionAbout(feature: FeatureName): z.infer<typeof question> {
  const values = valuesOf(feature).map((value) => [value, titleOf(feature, value)]);
  return { feature, question: FEATURES[feature].question, values: Object.fromEntries(values) };
}
