import type { ClientFacts } from '../application/context.js';
import type { Extension } from '../contract/extension.js';
import { RequestError } from '../errors.js';
import { isJsonObject, type JsonObject } from '../json.js';

/** Whether a client has an extension, as it declares for the request. */
export function hasExtension({ capabilities }: ClientFacts, { id }: Pick<Extension, 'id'>): boolean {
  const { extensions } = capabilities;
  return isJsonObject(extensions) && Object.hasOwn(extensions, id) && isJsonObject(extensions[id]);
}

/** @throws RequestError `missing-capability` for a client that does not have the extension */
export function requireExtension(client: ClientFacts, extension: Pick<Extension, 'id'>): void {
  if (hasExtension(client, extension)) return;
  const { id } = extension;
  throw new RequestError('missing-capability', `This needs the extension ${id}, which the client does not declare`, {
    extensions: { [id]: {} },
  });
}

/** What is told of extensions: their settings, by identifier; `undefined` where there is none. */
export function extensionSettings(extensions: readonly Extension[]): Readonly<Record<string, JsonObject>> | undefined {
  if (extensions.length === 0) return undefined;
  return Object.fromEntries(extensions.map(({ id, settings = {} }) => [id, settings]));
}
