import {
  type ClientCapabilities,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  missingCapabilities,
  RequestError,
  type SamplingAnswer,
  type SamplingMessage,
  type SamplingRequest,
} from '@polyspec/core';

/**
 * The parameters of `sampling/createMessage` under 2025-06-18 (client/sampling): a message has one block of content, so that
 * one of several becomes several messages, and there are no tools.
 *
 * @throws RequestError `missing-capability` where tools are needed
 */
export function plainSampling(request: SamplingRequest): JsonObject {
  if (needsTools(request)) throw withoutTools();
  return params(request, request.messages.flatMap(inSingleBlocks));
}

/**
 * The same under 2025-11-25. Its `includeContext` is sent to clients that declared `sampling.context` only, since for others
 * it means nothing any more (YI-15).
 *
 * @throws RequestError `missing-capability` where tools are needed, and the client did not declare `sampling.tools`
 */
export function sampling(request: SamplingRequest, declared: ClientCapabilities): JsonObject {
  const isDeclared = (capability: object): boolean =>
    missingCapabilities({ sampling: capability }, declared) === undefined;
  if (needsTools(request) && !isDeclared({ tools: {} })) throw withoutTools();
  const { includeContext, tools, toolChoice } = request;
  return {
    ...params(request, request.messages),
    includeContext: isDeclared({ context: {} }) ? includeContext : undefined,
    tools,
    toolChoice,
  };
}

/**
 * What keeps an answer of the model from being one of 2025-06-18, to end a sentence with: it is one block there, and uses no
 * tool. `undefined` where nothing does.
 */
export function plainSamplingFault({ content }: SamplingAnswer): string | undefined {
  return Array.isArray(content) || isOfTool(content)
    ? 'content must be one block of text, image or audio under this revision'
    : undefined;
}

/** What both revisions have. A member that is `undefined` is absent on the wire. */
function params(request: SamplingRequest, messages: readonly SamplingMessage[]): JsonObject {
  const { maxTokens, systemPrompt, modelPreferences, includeContext, temperature, stopSequences, metadata } = request;
  return {
    messages: messages as unknown as JsonValue,
    maxTokens,
    systemPrompt,
    modelPreferences,
    includeContext,
    temperature,
    stopSequences,
    metadata,
  };
}

function needsTools({ tools, toolChoice, messages }: SamplingRequest): boolean {
  return (
    tools !== undefined || toolChoice !== undefined || messages.some(({ content }) => blocksOf(content).some(isOfTool))
  );
}

function inSingleBlocks({ role, content }: SamplingMessage): readonly SamplingMessage[] {
  return blocksOf(content).map((block) => ({ role, content: block as JsonObject }));
}

function blocksOf(content: SamplingMessage['content']): readonly unknown[] {
  return Array.isArray(content) ? content : [content];
}

function isOfTool(block: unknown): boolean {
  return isJsonObject(block) && (block.type === 'tool_use' || block.type === 'tool_result');
}

function withoutTools(): RequestError {
  const needed = { sampling: { tools: {} } };
  return new RequestError('missing-capability', 'The model of this client uses no tools (sampling.tools)', needed);
}
