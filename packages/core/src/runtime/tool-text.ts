import type { ContentBlock } from '../application/content.js';
import type { ToolResult } from '../application/tools.js';
import type { JsonValue } from '../json.js';

/** Structured content that was written as JSON for its text block, so that it need not be written again for the result. */
export interface WrittenContent {
  readonly value: JsonValue;
  readonly json: string;
  /** The content of the result: the one text block that bears the JSON. */
  readonly content: readonly ContentBlock[];
}

/** How a revision writes the content of a tool result where it differs from the runtime's. */
export interface ToolTextOptions {
  /** Writes a block of content. Absent: as it is. */
  readonly block?: ((block: ContentBlock) => object) | undefined;
  /** Whether the structured content is written as `{ "result": … }`. */
  readonly wrap?: boolean;
}

/**
 * `content`, `structuredContent` and `isError` of a result as the members of a JSON object, without its braces.
 *
 * @param written what `RequestContext` notes of the call; of use only where the result is still the one that it is about
 * @throws TypeError for a value that JSON does not have
 */
export function toolResultText(
  { content, structuredContent, isError }: ToolResult,
  written: WrittenContent | undefined,
  { block, wrap = false }: ToolTextOptions = {},
): string {
  const blocks =
    written?.content === content
      ? `[{"type":"text","text":${JSON.stringify(written.json)}}]`
      : JSON.stringify(block === undefined ? content : content.map((item) => block(item)));
  const flag = isError === undefined ? '' : `,"isError":${isError}`;
  if (structuredContent === undefined) return `"content":${blocks}${flag}`;
  const json = written?.value === structuredContent ? written.json : JSON.stringify(structuredContent);
  return `"content":${blocks},"structuredContent":${wrap ? `{"result":${json}}` : json}${flag}`;
}
