import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where notes are kept when nobody says where: a file in a folder of the user among the temporary files. It outlives the
 * server, not necessarily the machine's next start.
 *
 * @throws Error when somebody else has made the folder before
 */
export function defaultNotesFile(): string {
  const user = process.getuid?.();
  const folder = join(tmpdir(), user === undefined ? 'polyspec-notes' : `polyspec-notes-${user}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Where all users share one folder of temporary files, a stranger could have been first.
  if (user !== undefined && lstatSync(folder).uid !== user) {
    throw new Error(`${folder} belongs to another user: name a file in the environment variable NOTES_DB`);
  }
  return join(folder, 'notes.db');
}
