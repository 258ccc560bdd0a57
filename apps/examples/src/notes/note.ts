/** A note, as it is kept. */
export interface Note {
  /** Given when it is added, and never again to another note. */
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** An ISO 8601 date and time, in UTC. */
  readonly created: string;
}

/** What a note is made of. */
export type NewNote = Pick<Note, 'title' | 'text' | 'tags'>;

/** Where a note is read as a resource. */
export function noteUri(id: number): string {
  return `notes://note/${id}`;
}

/** A note as Markdown. */
export function markdown({ title, text, tags, created }: Note): string {
  const tagged = tags.length === 0 ? '' : ` · ${tags.map((tag) => `#${tag}`).join(' ')}`;
  return `# ${title}\n\n${created.slice(0, 10)}${tagged}\n\n${text}\n`;
}
