import { isJsonObject, type JsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';

/** What each kind of content block must have beside its type (schema `SamplingMessageContentBlock`). */
const BLOCKS: Readonly<Record<string, readonly (readonly [member: string, has: (value: unknown) => boolean])[]>> = {
  text: [['text', isString]],
  image: [
    ['data', isString],
    ['mimeType', isString],
  ],
  audio: [
    ['data', isString],
    ['mimeType', isString],
  ],
  tool_use: [
    ['id', isString],
    ['name', isString],
    ['input', isJsonObject],
  ],
  tool_result: [
    ['toolUseId', isString],
    ['content', Array.isArray],
  ],
};

/** What is wrong with the content of a message to or from a model: one block, or a list of them. */
export function contentFault(content: unknown, path: string): string | undefined {
  if (!Array.isArray(content)) return blockFault(content, path);
  for (const [index, block] of content.entries()) {
    const fault = blockFault(block, `${path}[${index}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function blockFault(block: unknown, path: string): string | undefined {
  if (!isJsonObject(block)) return `${path} must be a content block; got ${kindOf(block)}`;
  const { type } = block;
  const members = typeof type === 'string' && Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (members === undefined) return `${path}.type must be one of ${Object.keys(BLOCKS).join(', ')}`;
  const missing = members.find(([member, has]) => !has(block[member]));
  return missing && `${path}.${missing[0]} of a ${type} block is missing or wrong`;
}

/** What is wrong with the messages of a sampling request (client/sampling#message-content-constraints, I-18). */
export function messagesFault(messages: unknown, path: string): string | undefined {
  if (!Array.isArray(messages)) return `${path} must be a list of messages; got ${kindOf(messages)}`;
  for (const [index, message] of messages.entries()) {
    const fault = messageFault(message, `${path}[${index}]`) ?? toolFault(messages, index, `${path}[${index}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function messageFault(message: unknown, path: string): string | undefined {
  if (!isJsonObject(message)) return `${path} must be a message; got ${kindOf(message)}`;
  if (!isRole(message.role)) return `${path}.role must be 'user' or 'assistant'`;
  return contentFault(message.content, `${path}.content`);
}

/** Uses of tools and their results come in pairs: in one message of the model, and in the next one of the user. */
function toolFault(messages: readonly JsonObject[], index: number, path: string): string | undefined {
  const message = messages[index];
  const blocks = blocksOf(message);
  const results = blocks.filter(({ type }) => type === 'tool_result');
  if (results.length > 0 && (message?.role !== 'user' || results.length < blocks.length)) {
    return `${path} has tool results, so it must be a user message with nothing else in it`;
  }
  const uses = blocks.filter(({ type }) => type === 'tool_use');
  if (uses.length > 0 && message?.role !== 'assistant') {
    return `${path} uses a tool, which only a message of the assistant can`;
  }
  const answered = new Set(blocksOf(messages[index + 1]).map(({ toolUseId }) => toolUseId));
  const open = uses.find(({ id }) => !answered.has(id));
  return open && `${path} uses the tool '${open.name}', whose result is missing in the next message`;
}

function blocksOf(message: JsonObject | undefined): readonly JsonObject[] {
  const content = isJsonObject(message) ? message.content : undefined;
  return (Array.isArray(content) ? content : [content]).filter(isJsonObject);
}

/** Whether a value is who speaks in a message. */
export function isRole(value: unknown): value is 'user' | 'assistant' {
  return value === 'user' || value === 'assistant';
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}
