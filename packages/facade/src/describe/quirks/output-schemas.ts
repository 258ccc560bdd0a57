import { isJsonObject } from '@polyspec/core';
import type { Quirk } from './quirk.js';

/** Structured results. */
export const outputSchemaQuirks: readonly Quirk[] = [
  {
    rule: 'output-root-type',
    level: 'note',
    effect:
      'Clients of 2025-06-18 and 2025-11-25 take objects only; they are shown { result: … } instead, in schema and results.',
    advice: 'Return an object, if all clients shall see the same.',
    find: ({ tools }) =>
      tools
        .filter(({ outputSchema }) => outputSchema !== undefined && outputSchema.type !== 'object')
        .map(({ name, outputSchema }) => ({
          subject: `tool '${name}'`,
          message: `has an output schema ${typeof outputSchema?.type === 'string' ? `of type ${outputSchema.type}` : "without type 'object'"} at its root`,
        })),
  },
  {
    rule: 'output-schema-empty',
    level: 'note',
    effect: 'Clients expect structured content where there is an output schema; they get {} beside the text.',
    advice: 'Declare outputs, or declare the tool without a signature, so that it lists no output schema.',
    find: ({ tools }) =>
      tools
        .filter(
          ({ outputSchema }) =>
            outputSchema?.type === 'object' &&
            isEmpty(outputSchema.properties) &&
            outputSchema.additionalProperties === false,
        )
        .map(({ name }) => ({ subject: `tool '${name}'`, message: 'lists an output schema without outputs' })),
  },
];

function isEmpty(properties: unknown): boolean {
  return properties === undefined || (isJsonObject(properties) && Object.keys(properties).length === 0);
}
