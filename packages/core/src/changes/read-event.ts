import type { ChangeEvent } from '../contract/change-event.js';
import { isJsonObject, type JsonObject } from '../json.js';

/** The events that say nothing but their type. */
export type ListChange = Exclude<ChangeEvent['type'], 'resourceUpdated' | 'elicitationComplete'>;

/** Each is one object for ever, so that what is rendered from it can be kept under it. */
const LIST_CHANGES: Readonly<Record<ListChange, ChangeEvent>> = {
  toolsListChanged: Object.freeze({ type: 'toolsListChanged' }),
  promptsListChanged: Object.freeze({ type: 'promptsListChanged' }),
  resourcesListChanged: Object.freeze({ type: 'resourcesListChanged' }),
};

/** A change event with its own members and no others, from whoever wrote it; `undefined` for what is none. Never throws. */
export function readEvent(message: unknown): ChangeEvent | undefined {
  try {
    return isJsonObject(message) ? eventOf(message) : undefined;
  } catch {
    // Something that throws when it is looked at.
    return undefined;
  }
}

function eventOf({ type, uri, elicitationId }: JsonObject): ChangeEvent | undefined {
  if (type === 'resourceUpdated') return typeof uri === 'string' ? Object.freeze({ type, uri }) : undefined;
  if (type === 'elicitationComplete') {
    return typeof elicitationId === 'string' ? Object.freeze({ type, elicitationId }) : undefined;
  }
  return isListChange(type) ? LIST_CHANGES[type] : undefined;
}

function isListChange(type: unknown): type is ListChange {
  return typeof type === 'string' && Object.hasOwn(LIST_CHANGES, type);
}
