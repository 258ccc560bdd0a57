import { type Application, defineApplication, type ServeOptions } from 'polyspec';
import { NoteStore } from './note-store.js';
import { defaultNotesFile } from './notes-file.js';
import { notePrompts } from './prompts.js';
import { NoteResources } from './resources.js';
import { noteTools } from './tools.js';

/** Options of `createNotes`. */
export interface NotesOptions {
  /** The SQLite file. Default: that of the environment variable `NOTES_DB`, else one among the temporary files. */
  readonly path?: string;
}

/**
 * An application that keeps notes: tools to write and search them, resources to read them, prompts to work with them. All
 * clients share them.
 */
export function createNotes({ path }: NotesOptions = {}): Application {
  const store = new NoteStore(() => path ?? process.env.NOTES_DB ?? defaultNotesFile());
  return defineApplication({
    tools: noteTools(store),
    prompts: notePrompts(store),
    include: [new NoteResources(store)],
    // The file is opened before the first message and closed after the last one; importing this module does nothing.
    onStart: () => store.open(),
    onClose: () => store.close(),
  });
}

export default createNotes();

/** How it introduces itself. Read by `polyspec serve` and by the runner of these examples. */
export const options: ServeOptions = {
  title: 'Notes',
  description: 'Notes with tags, kept in an SQLite file.',
  instructions: 'Search before adding a note, so that nothing is kept twice.',
};
