import { frozen, type Root } from '@polyspec/core';

interface Kept {
  roots?: readonly Root[];
}

/**
 * The folders of clients (client/roots), as far as they are known. Those of a client that says when they change are asked for
 * again only after it has said so (YI-16, YI-17).
 */
export class KnownRoots {
  readonly #byPeer = new WeakMap<object, Kept>();

  /**
   * The folders of a client.
   *
   * @param tells whether it says when they change
   * @param ask asks the client for them
   */
  async of(peer: object, tells: boolean, ask: () => Promise<readonly Root[]>): Promise<readonly Root[]> {
    if (!tells) return ask();
    const kept = this.#keptOf(peer);
    if (kept.roots !== undefined) return kept.roots;
    const roots = frozen(await ask());
    // Where they changed meanwhile, this is not what is asked for later.
    kept.roots = roots;
    return roots;
  }

  /** The client says that they have changed. */
  changed(peer: object): void {
    this.#byPeer.delete(peer);
  }

  #keptOf(peer: object): Kept {
    const known = this.#byPeer.get(peer);
    if (known !== undefined) return known;
    const kept: Kept = {};
    this.#byPeer.set(peer, kept);
    return kept;
  }
}
