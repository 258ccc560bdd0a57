import type { Completion, CompletionArgument, CompletionReference, JsonObject } from '@polyspec/core';
import type { Method } from './method.js';
import { invalid, optionalObject, optionalStrings, requiredObject, requiredString } from './params.js';

interface CompleteParams {
  readonly reference: CompletionReference;
  readonly argument: CompletionArgument;
  readonly resolved: Readonly<Record<string, string>>;
}

/** `completion/complete` (server/utilities/completion#requesting-completions). */
export const complete: Method<CompleteParams, Completion> = {
  facet: 'completions',
  read: (params) => ({
    reference: readReference(requiredObject(params, 'ref')),
    argument: readArgument(requiredObject(params, 'argument')),
    resolved: readContext(optionalObject(params, 'context')),
  }),
  operation: ({ reference }) =>
    reference.type === 'prompt'
      ? { method: 'completion/complete', name: reference.name }
      : { method: 'completion/complete', uri: reference.uri },
  run: ({ reference, argument, resolved }, { context }, { runtime }) =>
    runtime.complete(reference, argument, resolved, context),
  render: ({ values, total, hasMore }) => ({ completion: { values, total, hasMore } }),
};

function readReference(reference: JsonObject): CompletionReference {
  switch (reference.type) {
    case 'ref/prompt':
      return { type: 'prompt', name: requiredString(reference, 'name', 'ref.name') };
    case 'ref/resource':
      return { type: 'resource', uri: requiredString(reference, 'uri', 'ref.uri') };
    default:
      throw invalid('ref.type', "'ref/prompt' or 'ref/resource'", reference.type);
  }
}

function readArgument(argument: JsonObject): CompletionArgument {
  return {
    name: requiredString(argument, 'name', 'argument.name'),
    value: requiredString(argument, 'value', 'argument.value'),
  };
}

/** A context that says anything has to say arguments (behaviour of the reference library). */
function readContext(context: JsonObject): Readonly<Record<string, string>> {
  if (context.arguments === undefined && Object.keys(context).length > 0) {
    throw invalid('context.arguments', 'an object', undefined);
  }
  return optionalStrings(context, 'arguments', 'context.arguments');
}
