import type { BlobResourceContents, ResourceContents, TextResourceContents } from '../application/content.js';
import type { ResourceResult } from '../application/resources.js';
import type { JsonObject } from '../json.js';
import { base64 } from './content.js';

/**
 * The text of a resource, for `contents(…)` and `embedded(…)`. It is no block of content: a tool gives `text(…)`.
 *
 * @example contents([textContent('notes://1', 'text/plain', 'Milk')])
 */
export function textContent(uri: string, mimeType: string, text: string, _meta?: JsonObject): TextResourceContents {
  return _meta === undefined ? { uri, mimeType, text } : { uri, mimeType, text, _meta };
}

/**
 * The bytes of a resource, for `contents(…)` and `embedded(…)`. It is no block of content: a tool gives `image(…)`, `audio(…)` or
 * `embedded(…)`.
 *
 * @param blob base64, or the bytes
 */
export function blobContent(
  uri: string,
  mimeType: string,
  blob: string | Uint8Array,
  _meta?: JsonObject,
): BlobResourceContents {
  const data = base64(blob);
  return _meta === undefined ? { uri, mimeType, blob: data } : { uri, mimeType, blob: data, _meta };
}

/** What a read gives: one or several contents, such as the files of a folder. */
export function contents(list: readonly ResourceContents[]): ResourceResult {
  return { contents: list };
}
