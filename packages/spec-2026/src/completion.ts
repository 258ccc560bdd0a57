import {
  type Completion,
  type CompletionArgument,
  type CompletionReference,
  isJsonObject,
  type JsonValue,
} from '@polyspec/core';
import type { Method, MethodTable } from './method.js';
import { invalidParams, optionalStrings } from './parameters.js';

/** What `completion/complete` asks for. */
interface CompletionRequest {
  readonly reference: CompletionReference;
  readonly argument: CompletionArgument;
  readonly resolved: Readonly<Record<string, string>>;
}

/** `completion/complete` (server/utilities/completion). Never kept by clients: it has no cache hints. */
const complete: Method<CompletionRequest, Completion> = {
  facet: 'completions',
  read: ({ ref, argument, context }) => ({
    reference: readReference(ref),
    argument: readArgument(argument),
    resolved: readResolved(context),
  }),
  operation: ({ reference }) =>
    reference.type === 'prompt'
      ? { method: 'completion/complete', name: reference.name }
      : { method: 'completion/complete', uri: reference.uri },
  run: ({ reference, argument, resolved }, { context }, { runtime }) =>
    runtime.complete(reference, argument, resolved, context),
  render: ({ values, total, hasMore }, { renderer }) => renderer.complete({ completion: { values, total, hasMore } }),
};

function readReference(ref: JsonValue | undefined): CompletionReference {
  if (isJsonObject(ref)) {
    if (ref.type === 'ref/prompt' && typeof ref.name === 'string') return { type: 'prompt', name: ref.name };
    if (ref.type === 'ref/resource' && typeof ref.uri === 'string') return { type: 'resource', uri: ref.uri };
  }
  throw invalidParams(
    'Invalid completion parameters: ref must be a ref/prompt with a name or a ref/resource with a uri',
  );
}

function readArgument(argument: JsonValue | undefined): CompletionArgument {
  if (isJsonObject(argument)) {
    const { name, value } = argument;
    if (typeof name === 'string' && typeof value === 'string') return { name, value };
  }
  throw invalidParams('Invalid completion parameters: argument must have a name and a value, both strings');
}

/** An empty context is like none; any other has to hold arguments. */
function readResolved(context: JsonValue | undefined): Readonly<Record<string, string>> {
  if (context === undefined) return {};
  if (!isJsonObject(context)) throw invalidParams('Invalid completion parameters: context must be an object');
  if (context.arguments === undefined && Object.keys(context).length > 0) {
    throw invalidParams('Invalid completion parameters: context must have arguments');
  }
  return optionalStrings(context.arguments, 'context.arguments');
}

/** The method of server/utilities/completion. */
export const completionMethods: MethodTable = { 'completion/complete': complete };
