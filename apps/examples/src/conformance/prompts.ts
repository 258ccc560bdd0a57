import { dialogue, embedded, image, message, type PromptDeclaration, prompt, textContent } from 'polyspec';
import { RED_PIXEL } from './media.js';

const CONTEXT = {
  type: 'object',
  properties: { context: { type: 'string', description: 'What it is about.' } },
  required: ['context'],
} as const;

const VALUES = ['test', 'testing', 'tested', 'production'];

/** Prompts of every kind. */
export const prompts: Readonly<Record<string, PromptDeclaration>> = {
  test_simple_prompt: prompt({
    description: 'Has no arguments.',
    run: () => 'This is a simple prompt.',
  }),
  test_prompt_with_arguments: prompt({
    description: 'Repeats its arguments.',
    arguments: {
      arg1: {
        description: 'The first value.',
        required: true,
        complete: (typed) => VALUES.filter((value) => value.startsWith(typed)),
      },
      arg2: { description: 'The second value.', required: true },
    },
    run: ({ arg1, arg2 }) => `The first value is ${arg1}, the second ${arg2}.`,
  }),
  test_prompt_with_embedded_resource: prompt({
    description: 'Holds a resource.',
    arguments: { resourceUri: { description: 'The URI of the resource.', required: true } },
    run: ({ resourceUri }) => [
      message('user', embedded(textContent(resourceUri, 'text/plain', 'This is the resource.'))),
      message('user', 'Look at the resource above.'),
    ],
  }),
  test_prompt_with_image: prompt({
    description: 'Holds an image.',
    run: () => [message('user', image(RED_PIXEL, 'image/png')), message('user', 'Look at the image above.')],
  }),
  test_input_required_result_prompt: prompt({
    description: 'Asks the user what it is about before it is filled in.',
    run: dialogue(async ({ elicit }) => {
      const answer = await elicit('What is the context?', CONTEXT, { key: 'user_context' });
      return answer.action === 'accept' ? `The context is: ${String(answer.content.context)}` : 'There is no context.';
    }),
  }),
};
