import {
  type DialogueContext,
  dialogue,
  embedded,
  type JsonObject,
  type Root,
  results,
  type ToolDeclaration,
  text,
  textContent,
  tool,
} from 'polyspec';
import { z } from 'zod';
import { birdMeant, markdown } from '../bird.js';

/**
 * Drafts a page about a bird for one of the folders that the client works in; in which one is asked if there are several. The
 * client keeps it or not: a server has no business in its folders.
 */
export const draftPage: ToolDeclaration = tool({
  title: 'Draft a page for a field book',
  description:
    'Drafts a page about a bird that was seen, for a file in one of the client’s folders. Gives its path and text; write it there.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({ name: z.string().describe('What the bird goes by here, such as mute-swan.') }),
  requires: { roots: {} },
  run: dialogue(async (context, { name }) => {
    const bird = birdMeant(name);
    // A clock tells something else in each round, so it is read once.
    const day = await context.once(() => new Date().toISOString().slice(0, 10));
    const folder = await chosen(await context.listRoots(), context);
    if (folder === undefined) return 'There is no folder to keep it in.';
    const uri = `${folder.uri.replace(/\/$/, '')}/birds/${day}-${bird.name}.md`;
    const page = textContent(uri, 'text/markdown', `${markdown(bird)}\nSeen on ${day}.\n`);
    return results([text(`A page for ${uri}`), embedded(page)]);
  }),
});

/** The only folder, or the one that the user chooses. */
async function chosen(folders: readonly Root[], { elicit }: DialogueContext): Promise<Root | undefined> {
  if (folders.length < 2) return folders[0];
  const answer = await elicit('In which folder should the page be kept?', choiceOf(folders));
  return answer.action === 'accept' ? folders.find(({ uri }) => uri === answer.content.folder) : undefined;
}

function choiceOf(folders: readonly Root[]): JsonObject {
  const oneOf = folders.map(({ uri, name }) => ({ const: uri, title: name ?? uri }));
  return { type: 'object', properties: { folder: { type: 'string', title: 'Folder', oneOf } }, required: ['folder'] };
}
