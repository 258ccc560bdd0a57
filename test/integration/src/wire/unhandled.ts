/** What `serve` prints of a promise that was rejected without anybody to hear of it. It goes on, and a test would as well. */
const UNHANDLED = 'A promise was rejected, and nothing handled it';

/** The lines of what a server printed to stderr that tell of such a promise. */
export function unhandledIn(printed: string): readonly string[] {
  return printed.split('\n').filter((line) => line.includes(UNHANDLED));
}
