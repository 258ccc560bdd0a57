import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { framesOf } from './frames.js';

/** How long another process may look for the place, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Where in a file a module can't be read: file and line, the line itself, and a mark below it, as Node prints them.
 *
 * @param cause what the import of the module gave
 * @param file the module, which may have imported the one at fault
 * @returns `undefined` where nobody knows, or the stack of the error tells it already
 */
export function placeOf(cause: unknown, file: string): string | undefined {
  if (!(cause instanceof SyntaxError)) return undefined;
  const { stack = '', message } = cause;
  return (
    placeIn(stack, message) ?? (framesOf(cause, undefined).length > 0 ? undefined : placeFoundElsewhere(file, message))
  );
}

/** What stands before the name and the message of an error. */
function placeIn(text: string, message: string): string | undefined {
  const end = text.indexOf(`SyntaxError: ${message}`);
  const place = end < 0 ? '' : text.slice(0, end).trim();
  return /^(?:file:|\/|[A-Z]:\\)/i.test(place) && !place.includes('[eval') ? place : undefined;
}

/**
 * Node keeps the place to itself if somebody catches the error of an `import()`, and prints it if nobody does. So another
 * process reads the module and all that it imports, and runs none of them: it also asks for an export that is not there.
 */
function placeFoundElsewhere(file: string, message: string): string | undefined {
  const imports = `import { nothing } from 'data:text/javascript,'; import ${JSON.stringify(pathToFileURL(file).href)};`;
  const args = [...process.execArgv, '--input-type=module', '--eval', imports];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: PATIENCE_MS });
  return placeIn(stderr ?? '', message);
}
