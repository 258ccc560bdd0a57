import { message, type PromptDeclaration, prompt } from 'polyspec';
import { FEATURES } from './knowledge/features.js';

const PLACES = Object.values(FEATURES.habitat.choices);

/** Prompts for somebody who saw a bird. */
export const birdPrompts: Readonly<Record<string, PromptDeclaration>> = {
  what_was_it: prompt({
    title: 'What bird was it?',
    description: 'Finds out which bird you saw.',
    arguments: {
      seen: { description: 'What you saw, in your own words.', required: true },
      place: {
        description: 'Where you saw it.',
        complete: (typed) => PLACES.filter((place) => place.toLowerCase().includes(typed.toLowerCase())),
      },
    },
    run: ({ seen, place }) => {
      const where = place === undefined ? '' : ` Place: ${place}.`;
      return [
        message(
          'user',
          `Which bird did I see? ${seen.trim()}${where}\n\nCall identify_bird with the features that follow from what I said, and ` +
            'with no others. Then tell me what comes of it, with one sentence about the bird.',
        ),
      ];
    },
  }),
};
