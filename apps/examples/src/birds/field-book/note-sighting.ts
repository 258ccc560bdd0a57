import { resourceLink, type ToolDeclaration, tool } from 'polyspec';
import { z } from 'zod';
import { birdMeant } from '../bird.js';
import { SIGHTINGS_URI, type Sightings } from './sightings.js';

/** Notes that a bird was seen, and tells everybody who follows the sightings. */
export function noteSighting(sightings: Sightings): ToolDeclaration {
  return tool({
    title: 'Note a sighting',
    description: `Notes that a bird was seen, for everybody who uses this server. All are at ${SIGHTINGS_URI}.`,
    annotations: { destructiveHint: false, openWorldHint: false },
    input: z.object({
      name: z.string().describe('What the bird goes by here, such as mute-swan.'),
      place: z
        .string()
        .trim()
        .regex(/^\P{Cc}{1,200}$/u)
        .describe('Where it was seen, in one line.'),
    }),
    run: ({ name, place }, { notify }) => {
      sightings.add({ bird: birdMeant(name), place, time: new Date() });
      notify({ type: 'resourceUpdated', uri: SIGHTINGS_URI });
      return resourceLink(SIGHTINGS_URI, 'Sightings', { mimeType: 'text/markdown' });
    },
  });
}
