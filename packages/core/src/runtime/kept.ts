/**
 * What is built from the array that an application returns, kept as long as it returns the same array. The runtime asks
 * the application for its lists on every request, so that they may change at run time; this makes asking cheap.
 */
export class Kept<D, Built> {
  readonly #build: (descriptors: readonly D[], previous: Built | undefined) => Built;
  #byArray = new WeakMap<readonly D[], { readonly length: number; readonly built: Built }>();
  #latest: Built | undefined;

  /** @param build makes the thing; what was built last is given, so that unchanged parts of it can be kept */
  constructor(build: (descriptors: readonly D[], previous: Built | undefined) => Built) {
    this.#build = build;
  }

  of(descriptors: readonly D[]): Built {
    const known = this.#byArray.get(descriptors);
    // The length tells when items were added to the same array or taken from it without a word.
    if (known !== undefined && known.length === descriptors.length) return known.built;
    const built = this.#build(descriptors, this.#latest);
    this.#byArray.set(descriptors, { length: descriptors.length, built });
    this.#latest = built;
    return built;
  }

  /** Forgets everything, after a change was published: what was built may have been changed in place. */
  forget(): void {
    this.#latest = undefined;
    this.#byArray = new WeakMap();
  }
}
