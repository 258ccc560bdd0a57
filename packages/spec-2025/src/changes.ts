import type { ChangeEvent, Runtime, Unsubscribe } from '@polyspec/core';
import type { ListChange, ToldChange } from './change-notices.js';

/** Somebody who is told of changes. */
export interface ToldClient {
  /** Tells of a change. It must not throw. */
  tell(event: ToldChange): void;
}

/** Each is one object for ever, so that its notification is written once. */
const LIST_EVENTS: Readonly<Record<ListChange, ToldChange>> = {
  toolsListChanged: { type: 'toolsListChanged' },
  promptsListChanged: { type: 'promptsListChanged' },
  resourcesListChanged: { type: 'resourcesListChanged' },
};

/**
 * The changes of one server, for those who are to be told of them. They are counted, so that a client which was away is told
 * what it has missed when it is there again: `mark` is where the count is now, `missedSince` what came after a mark.
 */
export class Changes {
  /** The kinds of lists that this application has: of others nobody is told, as they are not advertised. */
  readonly lists: readonly ListChange[];
  readonly #runtime: Runtime;
  readonly #clients = new Set<ToldClient>();
  readonly #last = new Map<ToldChange['type'], number>();
  #count = 0;
  #updated: ChangeEvent | undefined = undefined;
  #stop: Unsubscribe | undefined = undefined;

  constructor(runtime: Runtime) {
    const { tools, prompts, resources } = runtime.features;
    this.#runtime = runtime;
    this.lists = [
      ...(tools ? (['toolsListChanged'] as const) : []),
      ...(prompts ? (['promptsListChanged'] as const) : []),
      ...(resources ? (['resourcesListChanged'] as const) : []),
    ];
  }

  /** How many clients are told of changes now. */
  get size(): number {
    return this.#clients.size;
  }

  /** Where the count is. It begins with the first client that could be told: nobody can have missed anything before. */
  get mark(): number {
    this.#begin();
    return this.#count;
  }

  /** From now on this client is told of changes of lists. */
  add(client: ToldClient): void {
    this.#begin();
    this.#clients.add(client);
  }

  delete(client: ToldClient): void {
    this.#clients.delete(client);
  }

  /** From now on this client is told of updates of this resource, and of what the application says it covers. */
  follow(uri: string, client: ToldClient): Unsubscribe {
    const stop = this.#listen({ resources: [uri] }, (event) => {
      this.#countUpdate(event);
      client.tell(event);
    });
    return stop ?? nothing;
  }

  /** The kinds of lists that have changed after a mark. */
  listsChangedSince(mark: number): readonly ToldChange[] {
    return this.lists.filter((type) => this.#hasChanged(type, mark)).map((type) => LIST_EVENTS[type]);
  }

  /** Whether any resource was updated after a mark. */
  hasUpdatesSince(mark: number): boolean {
    return this.#hasChanged('resourceUpdated', mark);
  }

  /** Nobody is told any more. */
  close(): void {
    this.#clients.clear();
    this.#stop?.();
  }

  #hasChanged(type: ToldChange['type'], mark: number): boolean {
    return (this.#last.get(type) ?? 0) > mark;
  }

  #begin(): void {
    if (this.#stop !== undefined) return;
    const lists = Object.fromEntries(this.lists.map((type) => [type, true]));
    const { resources } = this.#runtime.features;
    const filter = resources ? { ...lists, resources: () => true } : lists;
    this.#stop = this.#listen(filter, (event) => {
      if (event.type === 'resourceUpdated') this.#countUpdate(event);
      else this.#tellAll(event);
    });
  }

  #tellAll(event: ToldChange): void {
    this.#note(event.type);
    for (const client of this.#clients) client.tell(event);
  }

  /** One update comes by several ways: once here, and once for each who follows the resource. */
  #countUpdate(event: ToldChange): void {
    if (event === this.#updated) return;
    this.#updated = event;
    this.#note(event.type);
  }

  #note(type: ToldChange['type']): void {
    this.#count += 1;
    this.#last.set(type, this.#count);
  }

  /** A bus that can't be subscribed to costs the notifications, and nothing else. */
  #listen(filter: Parameters<Runtime['listen']>[0], listener: (event: ToldChange) => void): Unsubscribe | undefined {
    try {
      return this.#runtime.listen(filter, (event) => {
        if (event.type !== 'elicitationComplete') listener(event);
      });
    } catch (err) {
      this.#runtime.logger.error({ err }, 'Clients are not told of changes: the bus could not be subscribed to');
      return undefined;
    }
  }
}

function nothing(): void {}
