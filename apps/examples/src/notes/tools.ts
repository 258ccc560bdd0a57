import { resourceLink, structured, type ToolDeclaration, text, tool, UserError } from 'polyspec';
import { z } from 'zod';
import { type Note, noteUri } from './note.js';
import type { NoteStore } from './note-store.js';

const id = z.int().min(1).describe('The id of a note.');
const found = z.object({ id: z.int(), title: z.string(), tags: z.array(z.string()), uri: z.string() });

/** Tools that write and search notes. */
export function noteTools(store: NoteStore): Readonly<Record<string, ToolDeclaration>> {
  return {
    add_note: tool({
      title: 'Add a note',
      description: 'Keeps a note for later. Gives its id and the URI under which it can be read.',
      annotations: { destructiveHint: false, openWorldHint: false },
      input: z.object({
        title: z.string().trim().min(1).max(200).describe('One line.'),
        text: z.string().max(100_000).describe('The note itself, as Markdown.'),
        tags: z
          .array(z.string().regex(/^[\p{L}\p{N}-]{1,50}$/u))
          .max(20)
          .default([])
          .describe('Single words.'),
      }),
      output: found,
      run: async (note, context) => {
        const added = await store.add({ ...note, tags: [...new Set(note.tags)] });
        context.notify({ type: 'resourcesListChanged' });
        return structured(summary(added), [text(`Note ${added.id} is kept.`), link(added)]);
      },
    }),
    search_notes: tool({
      title: 'Search notes',
      description: 'Finds the notes that have all the given words in their title or text, newest first.',
      annotations: { readOnlyHint: true, openWorldHint: false },
      input: z.object({
        query: z.string().describe('Words, or nothing to find the newest notes.'),
        limit: z.int().min(1).max(50).default(10).describe('How many notes at most.'),
      }),
      output: z.object({ notes: z.array(found) }),
      run: async ({ query, limit }) => {
        const notes = await store.search(query, limit);
        return structured({ notes: notes.map(summary) }, [text(`${notes.length} found.`), ...notes.map(link)]);
      },
    }),
    delete_note: tool({
      title: 'Delete a note',
      description: 'Deletes a note for good.',
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
      input: z.object({ id }),
      run: async ({ id }, context) => {
        if (!(await store.delete(id))) throw new UserError(`There is no note ${id}`);
        context.notify({ type: 'resourcesListChanged' });
        return `Note ${id} is deleted.`;
      },
    }),
  };
}

function summary({ id, title, tags }: Note): z.infer<typeof found> {
  return { id, title, tags: [...tags], uri: noteUri(id) };
}

function link({ id, title }: Note): ReturnType<typeof resourceLink> {
  return resourceLink(noteUri(id), title, { mimeType: 'text/markdown' });
}
