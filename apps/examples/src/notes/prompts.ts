import {
  embedded,
  message,
  messages,
  type PromptDeclaration,
  type PromptMessage,
  prompt,
  textContent,
  UserError,
} from 'polyspec';
import { markdown, type Note, noteUri } from './note.js';
import type { NoteStore } from './note-store.js';

const STYLES = ['brief', 'thorough', 'as a table'];
const PROPOSED = 100;

/** Prompts about notes. Their arguments are completed while a user types. */
export function notePrompts(store: NoteStore): Readonly<Record<string, PromptDeclaration>> {
  return {
    review_tag: prompt({
      title: 'Review a topic',
      description: 'Goes through all notes with a tag.',
      arguments: {
        tag: { description: 'The tag.', required: true, complete: (typed) => store.tags(typed, PROPOSED) },
        style: {
          description: `How to report: ${STYLES.join(', ')}. Default ${STYLES[0]}.`,
          complete: (typed) => STYLES.filter((style) => style.startsWith(typed)),
        },
      },
      run: async ({ tag, style = 'brief' }) => {
        const notes = await store.withTag(tag);
        if (notes.length === 0) throw new UserError(`There is no note with the tag '${tag}'`);
        const task = `Review these ${notes.length} notes about ${tag}: what is settled, what is open? Style: ${style}.`;
        return messages([...notes.map(attached), message('user', task)], `A review of #${tag}`);
      },
    }),
    merge_notes: prompt({
      title: 'Merge two notes',
      description: 'Makes one note of two.',
      arguments: {
        first: { description: 'The id of a note.', required: true, complete: (typed) => store.ids(typed, PROPOSED) },
        second: {
          description: 'The id of another note.',
          required: true,
          // What was chosen for the first is not proposed again.
          complete: async (typed, { first }) => (await store.ids(typed, PROPOSED)).filter((id) => id !== first),
        },
      },
      run: async ({ first, second }) => {
        const notes = await Promise.all([first, second].map((id) => existing(store, id)));
        const task = 'Merge these two notes into one, without repeating anything. Then add it and delete both.';
        return [...notes.map(attached), message('user', task)];
      },
    }),
  };
}

function attached(note: Note): PromptMessage {
  return message('user', embedded(textContent(noteUri(note.id), 'text/markdown', markdown(note))));
}

async function existing(store: NoteStore, id: string): Promise<Note> {
  const note = await store.get(Number(id));
  if (note === undefined) throw new UserError(`There is no note ${id}`);
  return note;
}
