import { type Application, defineApplication, resource, type ServeOptions } from 'polyspec';
import { draftPage } from './field-book/draft-page.js';
import { noteSighting } from './field-book/note-sighting.js';
import { SIGHTINGS_URI, Sightings } from './field-book/sightings.js';
import { birdPrompts } from './guide-prompts.js';
import { birdResources, birdTemplates } from './guide-resources.js';
import { guideTools } from './guide-tools.js';
import { identifyBird } from './identify/identify-bird.js';
import { identifyFromWords } from './identify/identify-from-words.js';
import { showPictures } from './show-pictures.js';

/**
 * An expert system for birds: a rule base, and tools that ask until they know the bird. Around it a guide to look birds up, and
 * a field book for what was seen, which all clients share.
 */
export function createBirds(): Application {
  const sightings = new Sightings();
  return defineApplication({
    tools: {
      identify_bird: identifyBird,
      identify_from_words: identifyFromWords,
      ...guideTools,
      show_pictures: showPictures,
      note_sighting: noteSighting(sightings),
      draft_page: draftPage,
    },
    prompts: birdPrompts,
    resources: {
      sightings: resource({
        uri: SIGHTINGS_URI,
        title: 'Sightings',
        description: 'What was seen since the server started, newest first.',
        mimeType: 'text/markdown',
        read: () => sightings.markdown(),
      }),
      ...birdResources,
    },
    resourceTemplates: birdTemplates,
  });
}

export default createBirds();

/** How it introduces itself. Read by `polyspec serve` and by the runner of these examples. */
export const options: ServeOptions = {
  title: 'Birds',
  description: 'Finds out which bird of western or central Europe somebody saw.',
  instructions: 'To name a bird that somebody saw, call identify_bird with what is known; it asks for the rest.',
};
