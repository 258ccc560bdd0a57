import { dialogue, type ToolDeclaration, tool } from 'polyspec';
import { z } from 'zod';
import { birdMeant } from './bird.js';

/** Sends the user to a page with pictures. Whether it is opened is for the user, and the client, to decide. */
export const showPictures: ToolDeclaration = tool({
  title: 'Show pictures of a bird',
  description: 'Asks the user to open a web page with pictures of a bird. Nothing of the page comes back.',
  annotations: { readOnlyHint: true, openWorldHint: true },
  input: z.object({ name: z.string().describe('What the bird goes by here, such as mute-swan.') }),
  requires: { elicitation: { url: {} } },
  run: dialogue(async ({ elicitUrl }, { name }) => {
    const { title, scientific } = birdMeant(name);
    const url = `https://en.wikipedia.org/wiki/${scientific.replaceAll(' ', '_')}`;
    const { action } = await elicitUrl(`Here are pictures of the ${title}.`, url);
    return action === 'accept' ? `The user opens the page: ${url}` : 'The user did not open the page.';
  }),
});
