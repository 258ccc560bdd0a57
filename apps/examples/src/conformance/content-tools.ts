import { audio, embedded, image, results, type ToolDeclaration, text, textContent, tool, UserError } from 'polyspec';
import { RED_PIXEL, SILENCE } from './media.js';

/** Tools with a fixed result of each kind. Without an `input` a tool takes no arguments. */
export const contentTools: Readonly<Record<string, ToolDeclaration>> = {
  test_simple_text: tool({
    description: 'Gives a text.',
    run: () => 'This is a simple text.',
  }),
  test_image_content: tool({
    description: 'Gives an image.',
    run: () => image(RED_PIXEL, 'image/png'),
  }),
  test_audio_content: tool({
    description: 'Gives a sound.',
    run: () => audio(SILENCE, 'audio/wav'),
  }),
  test_embedded_resource: tool({
    description: 'Gives a resource with its contents.',
    run: () => embedded(textContent('test://embedded-resource', 'text/plain', 'This is an embedded resource.')),
  }),
  test_multiple_content_types: tool({
    description: 'Gives a text, an image and a resource.',
    run: () =>
      results([
        text('A text, an image and a resource:'),
        image(RED_PIXEL, 'image/png'),
        embedded(textContent('test://mixed-content', 'application/json', '{"kind":"mixed"}')),
      ]),
  }),
  test_error_handling: tool({
    description: 'Fails, with a text that is meant for the client.',
    run: () => {
      throw new UserError('This tool fails on purpose.');
    },
  }),
};
