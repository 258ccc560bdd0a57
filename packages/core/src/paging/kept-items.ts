import type { Logger } from '../contract/logger.js';
import { messageOf } from '../errors.js';
import { type Keyed, keyOfAny } from './key-of.js';
import { Recent } from './recent.js';

/** How many names are remembered for each list: some 10 MB where they are tools with small schemas. */
const REMEMBERED = 10_000;

/** How many faults are remembered, so that they are told once. */
const REPORTED = 1000;

/**
 * What is built of single descriptors, as sources give them. It is kept with the descriptor; for a descriptor that is a new
 * object each time, what was built under its name before is at hand, so that unchanged parts can be taken over.
 */
export class KeptItems<D extends Keyed, Built> {
  readonly #build: (descriptors: readonly D[], previous: Built | undefined) => Built;
  readonly #list: string;
  readonly #logger: Logger;
  #byObject = new WeakMap<D, Built>();
  readonly #byKey = new Recent<unknown, Built>(REMEMBERED);
  readonly #reported = new Recent<string, true>(REPORTED);

  /**
   * @param build makes it of one descriptor in an array
   * @param list what is listed, such as `tools`, for the log
   */
  constructor(build: (descriptors: readonly D[], previous: Built | undefined) => Built, list: string, logger: Logger) {
    this.#build = build;
    this.#list = list;
    this.#logger = logger;
  }

  /** @throws what building throws for a descriptor that is wrong */
  of(descriptor: D): Built {
    const known = this.#byObject.get(descriptor);
    if (known !== undefined) return known;
    const key = keyOfAny(descriptor);
    const built = this.#build([descriptor], this.#byKey.get(key));
    this.#byObject.set(descriptor, built);
    this.#byKey.set(key, built);
    return built;
  }

  /** The same, but `undefined` for a descriptor that is wrong. The log says so once. */
  tryOf(descriptor: D): Built | undefined {
    try {
      return this.of(descriptor);
    } catch (err) {
      this.report(keyOfAny(descriptor), err);
      return undefined;
    }
  }

  /** Says once in the log that a thing is left out, and why. */
  report(item: unknown, err: unknown): void {
    const fault = JSON.stringify([item, messageOf(err)]);
    if (this.#reported.get(fault) !== undefined) return;
    this.#reported.set(fault, true);
    const list = this.#list;
    this.#logger.error({ err, list, item }, `An item of the source of ${list}() is wrong, and left out`);
  }

  /** Forgets everything, after a change was published: what was built may have been changed in place. */
  forget(): void {
    this.#byObject = new WeakMap();
    this.#byKey.clear();
  }
}
