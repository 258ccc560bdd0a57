/** What can stand in a queue: in one at a time. */
export interface Queued<T> {
  /** Its neighbours there, if it does. */
  ahead: T | undefined;
  behind: T | undefined;
}

/**
 * Streams, or what is known of them, in the order in which they were put here, linked to each other: the first of thousands is
 * found and taken out at once, however many went before it, which no `Map` can do.
 */
export class StreamQueue<T extends Queued<T>> {
  #first: T | undefined = undefined;
  #last: T | undefined = undefined;

  get first(): T | undefined {
    return this.#first;
  }

  /** Puts something behind all others. It must stand in no queue, or in this one. */
  push(item: T): void {
    if (item === this.#last) return;
    this.remove(item);
    item.ahead = this.#last;
    if (this.#last === undefined) this.#first = item;
    else this.#last.behind = item;
    this.#last = item;
  }

  /** Takes something out. Does nothing where it stands in no queue. */
  remove(item: T): void {
    const { ahead, behind } = item;
    if (ahead !== undefined) ahead.behind = behind;
    else if (this.#first === item) this.#first = behind;
    if (behind !== undefined) behind.ahead = ahead;
    else if (this.#last === item) this.#last = ahead;
    item.ahead = undefined;
    item.behind = undefined;
  }
}
