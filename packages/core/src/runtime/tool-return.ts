import type { ContentBlock } from '../application/content.js';
import type { ToolResult } from '../application/tools.js';
import { isJsonObject, type JsonValue } from '../json.js';
import { isError, kindOf } from '../kind-of.js';
import type { WrittenContent } from './tool-text.js';

/** The members that a result may have. */
export const RESULT_MEMBERS: ReadonlySet<string> = new Set([
  'content',
  'structuredContent',
  'isError',
  '_meta',
  'resultType',
]);
const BLOCK_TYPES: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource_link', 'resource']);

/** Whether a value is a block of content in the protocol's own shape. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isJsonObject(value)) return false;
  switch (value.type) {
    case 'text':
      return typeof value.text === 'string';
    case 'image':
    case 'audio':
      return typeof value.data === 'string' && typeof value.mimeType === 'string';
    case 'resource_link':
      return typeof value.uri === 'string' && typeof value.name === 'string';
    case 'resource':
      return isJsonObject(value.resource) && typeof value.resource.uri === 'string';
    default:
      return BLOCK_TYPES.has(value.type);
  }
}

/** Whether a value is a list of blocks of content. */
export function isContent(value: unknown): value is readonly ContentBlock[] {
  return Array.isArray(value) && value.length > 0 && value.every(isContentBlock);
}

/** Whether a value is a tool result in the protocol's own shape, as the builders make it. */
export function isToolResult(value: unknown): value is ToolResult {
  if (!isJsonObject(value)) return false;
  const hasContent = Array.isArray(value.content) && value.content.every(isContentBlock);
  if (!hasContent && !(value.content === undefined && Object.hasOwn(value, 'structuredContent'))) return false;
  for (const member in value) if (!RESULT_MEMBERS.has(member)) return false;
  return true;
}

/**
 * Turns whatever a tool gave back into a result: a result passes; content blocks become its content; a string becomes text;
 * any other value becomes structured content; nothing becomes a result without content.
 *
 * @param output the output schema, where one is declared: then a value that is no result is the structured content, and
 *   an object with a `content` member is one where the schema has such a property
 * @throws an error that was given, which counts as thrown
 */
export function toToolResult(given: unknown, output: { readonly properties?: unknown } | undefined): ToolResult {
  if (isError(given)) throw given;
  const value = hasOwnJson(given) ? onTheWire(given) : given;
  if (isToolResult(value) && !isPlainOutput(value, output))
    return value.content === undefined ? { ...value, content: [] } : value;
  if (output !== undefined)
    return value === undefined ? { content: [] } : { content: [], structuredContent: value as JsonValue };
  if (value === undefined || value === null) return { content: [] };
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  if (isContentBlock(value)) return { content: [value] };
  if (isContent(value)) return { content: value };
  return { content: [], structuredContent: value as JsonValue };
}

function isPlainOutput(value: ToolResult, output: { readonly properties?: unknown } | undefined): boolean {
  if (output === undefined || Object.hasOwn(value, 'structuredContent') || Object.hasOwn(value, 'isError'))
    return false;
  return isJsonObject(output.properties) && Object.hasOwn(output.properties, 'content');
}

/**
 * Adds the text block with the JSON of the structured content, where the tool gave no text (TL-15, TL-16, Q-39).
 *
 * @param notes where the JSON is noted, if the text block is all of the content
 * @throws TypeError for a function, a symbol, a `Map`, a generator, and whatever else JSON does not have
 */
export function withText(result: ToolResult, notes: { written: WrittenContent | undefined }): ToolResult {
  const { content, structuredContent } = result;
  if (structuredContent === undefined) return result;
  checkWritable(structuredContent);
  if (content.length > 0 && content.some((block) => block.type === 'text')) return result;
  const json: string | undefined = JSON.stringify(structuredContent);
  if (json === undefined) throw unwritable(structuredContent);
  const block = { type: 'text' as const, text: json };
  if (content.length > 0) return { ...result, content: [...content, block] };
  const written = { value: structuredContent, json, content: [block] };
  notes.written = written;
  return { ...result, content: written.content };
}

/**
 * Refuses what a tool can't have meant to give.
 *
 * @throws the value itself where it is an error, which counts as thrown; TypeError for what JSON drops, or writes as an empty
 *   object whatever it holds
 */
export function checkWritable(value: unknown): void {
  if (isError(value)) throw value;
  if (isUnwritable(value)) throw unwritable(value);
}

function isUnwritable(value: unknown): boolean {
  if (typeof value === 'object') return value instanceof Map || value instanceof Set || isIterator(value);
  return typeof value === 'function' || typeof value === 'symbol';
}

/** Whether a value is an iterator, such as what a generator function gives: nothing of its body has run. */
export function isIterator(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { next } = value as { readonly next?: unknown };
  return typeof next === 'function' && (Symbol.iterator in value || Symbol.asyncIterator in value);
}

function unwritable(value: unknown): TypeError {
  const kind = isIterator(value) ? 'a generator or another iterator' : kindOf(value);
  return new TypeError(`The tool gave ${kind}, which JSON does not have`);
}

/** A value as it arrives at the other side: dates and other objects with a `toJSON` have become text there. */
export function onTheWire(value: unknown): unknown {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

function hasOwnJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { toJSON?: unknown }).toJSON === 'function';
}
