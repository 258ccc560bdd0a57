import { type ChangeEvent, JsonText, notification } from '@polyspec/core';

/** A change of a kind of list. */
export type ListChange = Exclude<ChangeEvent['type'], 'resourceUpdated' | 'elicitationComplete'>;

/** A change that clients of these revisions are told of by a notification of its own. */
export type ToldChange = Extract<ChangeEvent, { readonly type: ListChange | 'resourceUpdated' }>;

/** The notification of each kind of list (server/tools, prompts and resources #list-changed-notification). */
const LIST_METHODS: Readonly<Record<ListChange, string>> = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
};

/** The notification of a change. */
export interface ChangeNotice {
  readonly text: JsonText;
  /** A later notification of the same key says all that this one does. */
  readonly key: string;
}

/** A change is one object for all clients, so its notification is written once. */
const NOTICES = new WeakMap<ChangeEvent, ChangeNotice>();

/** The notification of a change: the same for every client, whatever its revision. */
export function changeNotice(event: ToldChange): ChangeNotice {
  const known = NOTICES.get(event);
  if (known !== undefined) return known;
  const notice =
    event.type === 'resourceUpdated' ? updated(event.uri) : written(LIST_METHODS[event.type], undefined, event.type);
  NOTICES.set(event, notice);
  return notice;
}

/** A resource that was subscribed to has changed (server/resources#subscriptions). */
function updated(uri: string): ChangeNotice {
  return written('notifications/resources/updated', { uri }, `updated ${uri}`);
}

function written(method: string, params: { readonly uri: string } | undefined, key: string): ChangeNotice {
  return { text: new JsonText(JSON.stringify(notification(method, params))), key };
}
