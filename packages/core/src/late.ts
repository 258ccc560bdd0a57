import type { Awaitable } from './awaitable.js';

/**
 * A part of a server that most servers never need, loaded when it is first asked for: what is imported at once has to be read
 * and compiled before the first client is answered. Once it is there, it is given at once.
 *
 * Whoever waits for it has to see again whether it is still wanted: the request may have ended meanwhile.
 */
export function late<Part>(load: () => Promise<Part>): () => Awaitable<Part> {
  let part: Awaitable<Part> | undefined;
  return () => {
    part ??= load().then(
      (loaded) => {
        part = loaded;
        return loaded;
      },
      (thrown: unknown) => {
        // Such as for a lack of file handles, which passes.
        part = undefined;
        throw thrown;
      },
    );
    return part;
  };
}
