import type { JsonValue } from '../json.js';

/** Stops a subscription. Calling it twice does no harm. */
export type Unsubscribe = () => void;

/**
 * Carries events from whoever publishes them to every open stream, in one process or across many.
 * Topics: `changes`, and one per session for messages that arrive at another node.
 */
export interface Bus {
  /** Gives a message to every subscriber of the topic. Never throws; a failing subscriber doesn't stop the others. */
  publish(topic: string, message: JsonValue): void;
  /**
   * Calls the listener for each message of the topic, in order. From when it has returned on, every message that the same bus
   * object publishes reaches the listener.
   */
  subscribe(topic: string, listener: (message: JsonValue) => void): Unsubscribe;
  /** Lets go of connections. */
  close?(): Promise<void>;
}

/** The topic of change events. */
export const CHANGES = 'changes';
