import type { JsonObject } from '../json.js';

/** For whom a piece of content is meant and how much it matters (server/resources#annotations). */
export interface Annotations {
  readonly audience?: readonly ('user' | 'assistant')[] | undefined;
  /** From 0 (optional) to 1 (required). */
  readonly priority?: number | undefined;
  /** An ISO 8601 date and time. */
  readonly lastModified?: string | undefined;
}

/** An icon (SEP-973). Shown from 2025-11-25 on. */
export interface Icon {
  /** An `https:` URL, or a `data:` URI. */
  readonly src: string;
  readonly mimeType?: string | undefined;
  /** Sizes such as `48x48`, or `any`. */
  readonly sizes?: readonly string[] | undefined;
  /** The background it is made for. */
  readonly theme?: 'light' | 'dark' | undefined;
}

interface ContentMembers {
  readonly annotations?: Annotations | undefined;
  readonly _meta?: JsonObject | undefined;
}

/** Plain text. */
export interface TextContent extends ContentMembers {
  readonly type: 'text';
  readonly text: string;
}

/** An image, as base64. */
export interface ImageContent extends ContentMembers {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

/** Sound, as base64. */
export interface AudioContent extends ContentMembers {
  readonly type: 'audio';
  readonly data: string;
  readonly mimeType: string;
}

/** A pointer to a resource that the client may read. It need not be listed. */
export interface ResourceLink extends ContentMembers {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly size?: number | undefined;
  readonly icons?: readonly Icon[] | undefined;
}

/** A resource with its contents. */
export interface EmbeddedResource extends ContentMembers {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}

/** One block of content in a tool result or a prompt message. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/** The text of a resource. */
export interface TextResourceContents {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text: string;
  readonly _meta?: JsonObject | undefined;
}

/** The bytes of a resource, as base64. */
export interface BlobResourceContents {
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly blob: string;
  readonly _meta?: JsonObject | undefined;
}

/** What reading a resource gives. */
export type ResourceContents = TextResourceContents | BlobResourceContents;
