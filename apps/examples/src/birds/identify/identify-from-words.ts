import { dialogue, type JsonObject, type SamplingRequest, type ToolDeclaration, tool } from 'polyspec';
import { z } from 'zod';
import { identify } from './identify.js';
import { factsOf, KNOWN_FEATURES } from './known-features.js';
import { NOTE_FEATURES, notedIn } from './noted-features.js';
import { report } from './report.js';

const MAX_TOKENS = 500;

/**
 * The same from a description. The client's model is asked to pick the features out of it, by a tool that it is given and has to
 * use; then the user is asked for what is still missing.
 */
export const identifyFromWords: ToolDeclaration = tool({
  title: 'Identify a bird from a description',
  description:
    'Finds out which bird somebody saw, from a description in their own words. The user is asked for the rest.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({ description: z.string().trim().min(1).max(2000).describe('What was seen, in any words.') }),
  output: report,
  requires: { sampling: { tools: {} } },
  run: dialogue(async (context, { description }) => {
    const { content } = await context.sample(picking(description));
    return identify(context, factsOf(notedIn(content)));
  }),
});

function picking(description: string): SamplingRequest {
  return {
    systemPrompt:
      'You read descriptions of birds. Note the features that are stated, and nothing that you conclude from the kind of bird.',
    messages: [{ role: 'user', content: { type: 'text', text: description } }],
    maxTokens: MAX_TOKENS,
    tools: [
      { name: NOTE_FEATURES, description: 'Notes features of the bird.', inputSchema: KNOWN_FEATURES as JsonObject },
    ],
    toolChoice: { mode: 'required' },
  };
}
