import type { Unsubscribe } from '@polyspec/core';
import type { ToldChange } from './change-notices.js';
import type { Changes, ToldClient } from './changes.js';

/** The resources of whose updates one client is told. One update may fit several of them, and is told once. */
export class FollowedResources implements ToldClient {
  readonly #changes: Changes;
  readonly #client: ToldClient;
  readonly #stops = new Map<string, Unsubscribe>();
  #last: ToldChange | undefined = undefined;

  constructor(changes: Changes, client: ToldClient) {
    this.#changes = changes;
    this.#client = client;
  }

  add(uri: string): void {
    if (!this.#stops.has(uri)) this.#stops.set(uri, this.#changes.follow(uri, this));
  }

  delete(uri: string): void {
    this.#stops.get(uri)?.();
    this.#stops.delete(uri);
  }

  clear(): void {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }

  tell(event: ToldChange): void {
    if (event === this.#last) return;
    this.#last = event;
    this.#client.tell(event);
  }
}
