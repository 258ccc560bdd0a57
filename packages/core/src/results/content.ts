import type {
  Annotations,
  AudioContent,
  EmbeddedResource,
  ImageContent,
  ResourceContents,
  ResourceLink,
  TextContent,
} from '../application/content.js';
import type { JsonObject } from '../json.js';

/** What any block of content may carry. */
export interface ContentOptions {
  readonly annotations?: Annotations | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** A block of text. @example text('Done.') */
export function text(value: string, options?: ContentOptions): TextContent {
  return { type: 'text', text: value, ...options };
}

/**
 * An image.
 *
 * @param data base64, or the bytes
 * @param mimeType such as `image/png`
 */
export function image(data: string | Uint8Array, mimeType: string, options?: ContentOptions): ImageContent {
  return { type: 'image', data: base64(data), mimeType, ...options };
}

/**
 * Sound.
 *
 * @param data base64, or the bytes
 * @param mimeType such as `audio/wav`
 */
export function audio(data: string | Uint8Array, mimeType: string, options?: ContentOptions): AudioContent {
  return { type: 'audio', data: base64(data), mimeType, ...options };
}

/** A pointer to a resource, which need not be listed. */
export function resourceLink(
  uri: string,
  name: string,
  options?: Omit<ResourceLink, 'type' | 'uri' | 'name'>,
): ResourceLink {
  return { type: 'resource_link', uri, name, ...options };
}

/** A resource with its contents. @example embedded(textContent('notes://1', 'text/plain', 'Milk')) */
export function embedded(resource: ResourceContents, options?: ContentOptions): EmbeddedResource {
  return { type: 'resource', resource, ...options };
}

/** Base64 of bytes; a string is taken as base64 already. */
export function base64(data: string | Uint8Array): string {
  if (typeof data === 'string') return data;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}
