import { pathToFileURL } from 'node:url';
import { type Client, createClient, type InArgs, type Row } from '@libsql/client';
import type { NewNote, Note } from './note.js';

/** Ids are never given twice, so that a URI means one note for ever. Tags are a JSON array. */
const TABLE = `
  create table if not exists notes (
    id integer primary key autoincrement,
    title text not null,
    text text not null,
    tags text not null,
    created text not null
  ) strict;
`;

/** How long a write waits for another process that writes to the same file, in milliseconds. */
const BUSY_MS = 5000;

/**
 * Notes in an SQLite file. Several processes may use one file at the same time.
 *
 * Values only ever get into a statement as its parameters.
 */
export class NoteStore {
  readonly #path: () => string;
  #client: Promise<Client> | undefined;
  #users = 0;

  /** @param path gives the path of the file, each time that it is opened */
  constructor(path: () => string) {
    this.#path = path;
  }

  /** Opens the file, which is made if there is none. One application may be served several times: each opens and closes. */
  async open(): Promise<void> {
    this.#client ??= openFile(this.#path());
    this.#users += 1;
    try {
      await this.#client;
    } catch (thrown) {
      await this.close();
      throw thrown;
    }
  }

  /** The last one to close closes the file. */
  async close(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    const client = this.#client;
    this.#client = undefined;
    await client?.then((open) => open.close()).catch(() => undefined);
  }

  async add({ title, text, tags }: NewNote): Promise<Note> {
    const [row] = await this.#rows('insert into notes (title, text, tags, created) values (?, ?, ?, ?) returning *', [
      title,
      text,
      JSON.stringify(tags),
      new Date().toISOString(),
    ]);
    if (row === undefined) throw new Error('The new note did not come back');
    return noteOf(row);
  }

  async get(id: number): Promise<Note | undefined> {
    const [row] = await this.#rows('select * from notes where id = ?', [id]);
    return row && noteOf(row);
  }

  /** @returns whether there was such a note */
  async delete(id: number): Promise<boolean> {
    const rows = await this.#rows('delete from notes where id = ? returning id', [id]);
    return rows.length > 0;
  }

  /** The notes that have all the words of a query in title or text, newest first. */
  async search(query: string, limit: number): Promise<readonly Note[]> {
    const words = query.split(/\s+/).filter((word) => word !== '');
    const conditions = words.map(() => "and title || ' ' || text like ? escape '\\'").join(' ');
    const rows = await this.#rows(`select * from notes where true ${conditions} order by id desc limit ?`, [
      ...words.map((word) => `%${escapeLike(word)}%`),
      limit,
    ]);
    return rows.map(noteOf);
  }

  async newest(limit: number): Promise<readonly Note[]> {
    return (await this.#rows('select * from notes order by id desc limit ?', [limit])).map(noteOf);
  }

  async withTag(tag: string): Promise<readonly Note[]> {
    const rows = await this.#rows(
      'select * from notes where exists (select 1 from json_each(notes.tags) where value = ?) order by id desc',
      [tag],
    );
    return rows.map(noteOf);
  }

  /** The tags that begin with what was typed, those in use most often first. */
  async tags(typed: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#rows(
      `select value as tag from notes, json_each(notes.tags) where value like ? escape '\\'
       group by value order by count(*) desc, value limit ?`,
      [`${escapeLike(typed)}%`, limit],
    );
    return rows.map(({ tag }) => String(tag));
  }

  /** The ids that begin with what was typed, newest first. */
  async ids(typed: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#rows(
      "select id from notes where cast(id as text) like ? escape '\\' order by id desc limit ?",
      [`${escapeLike(typed)}%`, limit],
    );
    return rows.map(({ id }) => String(id));
  }

  async #rows(sql: string, args: InArgs): Promise<readonly Row[]> {
    if (this.#client === undefined) throw new Error('The notes are not open');
    const { rows } = await (await this.#client).execute({ sql, args });
    return rows;
  }
}

async function openFile(path: string): Promise<Client> {
  const client = createClient({ url: pathToFileURL(path).href, timeout: BUSY_MS });
  // Readers don't wait for a writer. The file remembers this.
  await client.execute('pragma journal_mode = wal');
  await client.executeMultiple(TABLE);
  return client;
}

/** What users type is no pattern. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function noteOf({ id, title, text, tags, created }: Row): Note {
  return {
    id: Number(id),
    title: String(title),
    text: String(text),
    tags: JSON.parse(String(tags)) as readonly string[],
    created: String(created),
  };
}
