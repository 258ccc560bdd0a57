import {
  type Application,
  type ResourceDescriptor,
  type ResourceTemplateDescriptor,
  resource,
  resourceTemplate,
} from 'polyspec';
import { markdown, type Note, noteUri } from './note.js';
import type { NoteStore } from './note-store.js';

/** How many of the newest notes are listed by themselves; all others are reached through the templates. */
const LISTED = 20;
const PROPOSED = 100;

/** Notes as resources: the newest are listed, and the list changes as notes come and go; templates reach them all. */
export class NoteResources implements Application {
  readonly #store: NoteStore;
  readonly #tags: ResourceDescriptor;
  readonly #templates: readonly ResourceTemplateDescriptor[];

  constructor(store: NoteStore) {
    this.#store = store;
    this.#tags = resource('tags', {
      uri: 'notes://tags',
      title: 'Tags',
      description: 'The tags in use, one a line, the most used first.',
      mimeType: 'text/plain',
      read: async () => (await store.tags('', PROPOSED)).join('\n'),
    });
    this.#templates = [
      resourceTemplate('note', {
        uriTemplate: 'notes://note/{id}',
        title: 'A note',
        mimeType: 'text/markdown',
        // Nothing at this URI is undefined; the client gets the error of its revision.
        read: async (_uri, { id }) => {
          const note = /^[1-9]\d{0,14}$/.test(id) ? await store.get(Number(id)) : undefined;
          return note && markdown(note);
        },
        complete: { id: (typed) => store.ids(typed, PROPOSED) },
      }),
      resourceTemplate('tag', {
        uriTemplate: 'notes://tag/{tag}',
        title: 'All notes with a tag',
        mimeType: 'text/markdown',
        read: async (_uri, { tag }) => {
          const notes = await store.withTag(tag);
          return notes.length === 0 ? undefined : notes.map(markdown).join('\n');
        },
        complete: { tag: (typed) => store.tags(typed, PROPOSED) },
      }),
    ];
  }

  async resources(): Promise<readonly ResourceDescriptor[]> {
    return [this.#tags, ...(await this.#store.newest(LISTED)).map(noteResource)];
  }

  resourceTemplates(): readonly ResourceTemplateDescriptor[] {
    return this.#templates;
  }
}

function noteResource(note: Note): ResourceDescriptor {
  return resource(`note-${note.id}`, {
    uri: noteUri(note.id),
    title: note.title,
    mimeType: 'text/markdown',
    read: () => markdown(note),
  });
}
