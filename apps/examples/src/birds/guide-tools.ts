import { resourceLink, structured, type ToolDeclaration, text, tool } from 'polyspec';
import { z } from 'zod';
import { birdMeant, birdUri, featuresOf, markdown } from './bird.js';
import { foundAs, foundBird } from './found-bird.js';
import { FAMILIES, type FamilyName } from './knowledge/families.js';
import { SPECIES } from './knowledge/species.js';

const FAMILY_NAMES = Object.keys(FAMILIES) as [FamilyName, ...FamilyName[]];
const reads = { readOnlyHint: true, openWorldHint: false };

/** Tools to look birds up, without a question. */
export const guideTools: Readonly<Record<string, ToolDeclaration>> = {
  list_birds: tool({
    title: 'List birds',
    description: 'Lists the birds that are known here: all, or those of a family.',
    annotations: reads,
    input: z.object({ family: z.enum(FAMILY_NAMES).optional().describe('The scientific name of a family.') }),
    output: z.object({ birds: z.array(foundBird) }),
    run: ({ family }) => {
      const birds = SPECIES.filter((bird) => family === undefined || bird.family === family);
      const lines = birds.map(({ title, scientific, name }) => `${title} (${scientific}): ${name}`);
      return structured({ birds: birds.map(foundAs) }, [text(lines.join('\n'))]);
    },
  }),
  describe_bird: tool({
    title: 'Describe a bird',
    description: 'Tells how one knows a bird, and something about it.',
    annotations: reads,
    input: z.object({ name: z.string().describe('What the bird goes by here, such as mute-swan.') }),
    output: foundBird.extend({
      order: z.string(),
      family: z.string(),
      lengthCm: z.array(z.number()).describe('The shortest and the longest, in centimetres.'),
      features: z.record(z.string(), z.array(z.string())),
      note: z.string(),
    }),
    run: ({ name }) => {
      const bird = birdMeant(name);
      const { family, lengthCm, note } = bird;
      const features = Object.fromEntries(featuresOf(bird));
      const { order } = FAMILIES[family];
      const link = resourceLink(birdUri(bird.name), bird.title, { mimeType: 'text/markdown' });
      return structured({ ...foundAs(bird), order, family, lengthCm, features, note }, [text(markdown(bird)), link]);
    },
  }),
};
