import type { Awaitable } from '../awaitable.js';
import type { ChangeEvent } from '../contract/change-event.js';

/** The running server, as an application sees it. */
export interface ServerControl {
  readonly name: string;
  /** Publishes a change to every client that asked to hear about it. Never throws. */
  notify(event: ChangeEvent): void;
}

/** Hooks around the life of a server. */
export interface Lifecycle {
  /** Before the first message. A rejection stops the start. */
  onStart?(server: ServerControl): Awaitable<void>;
  /** After the last message. */
  onClose?(): Awaitable<void>;
}
