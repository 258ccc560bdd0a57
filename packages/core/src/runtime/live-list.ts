/**
 * What changed at run time about the things of one kind, as far as their list is concerned: some were added, and some that
 * the application itself lists are hidden.
 */
export interface LiveList<D> {
  /** Whether nothing was added or hidden, so that the application's own list is the whole truth. */
  readonly isEmpty: boolean;
  /** What was added and is enabled, in the order of adding. The same array until the next change. */
  readonly added: readonly D[];
  /** Whether what the application lists under this key is left out. */
  hides(key: string): boolean;
  /**
   * A list of the application with the changes in it: what is hidden taken out, what was added at the end. It is the very
   * array that was given where nothing changed in it, and otherwise the same array for the same array until the next change.
   *
   * To be called for every array that the application gives, since it is also how one knows what the application lists.
   */
  applyTo(given: readonly D[]): readonly D[];
}
