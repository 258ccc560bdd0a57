import { z } from 'zod';
import { birdUri } from './bird.js';
import type { Species } from './knowledge/species.js';

/** A bird in the results of tools. */
export const foundBird = z.object({
  name: z.string().describe('What the bird goes by here.'),
  title: z.string(),
  scientific: z.string(),
  uri: z.string().describe('Where it can be read as a resource.'),
});

export function foundAs({ name, title, scientific }: Species): z.infer<typeof foundBird> {
  return { name, title, scientific, uri: birdUri(name) };
}
