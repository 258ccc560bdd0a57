import type { ContentBlock } from '../application/content.js';
import type { ErrorResult, ToolResult } from '../application/tools.js';
import { messageOf } from '../errors.js';
import type { JsonValue } from '../json.js';
import { text } from './content.js';

/**
 * A structured result. Without items the runtime adds one text block with the JSON, for clients that read text only.
 *
 * @param content the data; has to fit the output schema where there is one
 * @param items what to show beside it
 * @example structured({ sum: 3 }, [text('1 + 2 = 3')])
 */
export function structured(content: object | JsonValue, items?: readonly ContentBlock[]): ToolResult {
  return { content: items ?? [], structuredContent: content as JsonValue };
}

/** The report of a failure, which the model reads. @example error('There is no order 17') */
export function error(reason: unknown): ErrorResult {
  return { content: [text(messageOf(reason))], isError: true };
}

/** Several blocks of content. If one of the items is an `error(…)`, the whole result is one. */
export function results(items: readonly (ContentBlock | ErrorResult)[]): ToolResult {
  const content: ContentBlock[] = [];
  let isError = false;
  for (const item of items) {
    if ('type' in item) {
      content.push(item);
    } else {
      content.push(...item.content);
      isError = true;
    }
  }
  return isError ? { content, isError } : { content };
}
