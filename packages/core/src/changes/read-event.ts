import type { ChangeEvent } from '../contract/change-event.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { nearest } from '../nearest.js';
import { describeValue, quote } from '../schema/describe-value.js';

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

/** What is wrong with what is no change event, in a sentence. Never throws. */
export function eventFault(message: unknown): string {
  try {
    if (!isJsonObject(message))
      return `it must be an object, such as { type: 'toolsListChanged' }; got ${describeValue(message)}`;
    const { type } = message;
    if (typeof type !== 'string') return `its type must be a string; got ${describeValue(type)}`;
    const needed = Object.hasOwn(TYPES, type) ? TYPES[type as ChangeEvent['type']] : undefined;
    if (needed !== undefined) return `the ${needed} of ${type} must be a string; got ${describeValue(message[needed])}`;
    const meant = nearestType(type);
    const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
    return `it has the unknown type ${quote(type)}.${hint} Known types: ${Object.keys(TYPES).join(', ')}`;
  } catch {
    return 'it throws when it is looked at';
  }
}

/** Each type with the member that it can't be without. */
const TYPES: Readonly<Record<ChangeEvent['type'], 'uri' | 'elicitationId' | undefined>> = {
  toolsListChanged: undefined,
  promptsListChanged: undefined,
  resourcesListChanged: undefined,
  resourceUpdated: 'uri',
  elicitationComplete: 'elicitationId',
};

/** A type that is written like a method of the protocol, such as `notifications/tools/list_changed`, is near to its own. */
function nearestType(type: string): string | undefined {
  if (type.length > 60) return undefined;
  return nearest(type.replace(/^notifications\//, '').replace(/[^A-Za-z]/g, ''), Object.keys(TYPES), 4);
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
