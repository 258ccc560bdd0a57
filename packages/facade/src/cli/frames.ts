import { fileURLToPath } from 'node:url';

/** Where the other packages of polyspec are, once installed. */
const LAYERS = /[\\/]node_modules[\\/]@polyspec[\\/]/;

/**
 * Where in the user's own code an error came from: the frames of its stack without those of Node, and without the last ones, by
 * which polyspec came to call that code.
 *
 * @param folder that of the command line's package
 */
export function framesOf(cause: unknown, folder: URL | undefined): readonly string[] {
  if (!(cause instanceof Error)) return [];
  const frames = (cause.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node:internal|\(<anonymous>\)$/.test(line));
  const own = folder === undefined ? [] : [folder.href, fileURLToPath(folder)];
  const isOwn = (frame: string): boolean => LAYERS.test(frame) || own.some((prefix) => frame.includes(prefix));
  const last = frames.findLastIndex((frame) => !isOwn(frame));
  return frames.slice(0, last + 1);
}
