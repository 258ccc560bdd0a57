import { dialogue, type ToolDeclaration, tool } from 'polyspec';
import { identify } from './identify.js';
import { factsOf, KNOWN_FEATURES } from './known-features.js';
import { report } from './report.js';

/**
 * Finds out which bird somebody saw. It asks its user question after question in the middle of one call, and is written as if
 * that were nothing special: `dialogue` makes it work under every revision, over every transport. A client that can't ask its
 * user gets what follows from the arguments, and what to ask.
 */
export const identifyBird: ToolDeclaration = tool({
  title: 'Identify a bird',
  description:
    'Finds out which bird of western or central Europe somebody saw. Give what is known of it, even if that is nothing: the user ' +
    'is asked for the rest. If the result has questions, ask them, and call again with all that is known then.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: KNOWN_FEATURES,
  output: report,
  run: dialogue((context, args) => identify(context, factsOf(args))),
});
