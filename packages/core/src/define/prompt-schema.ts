import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CallContext } from '../application/context.js';
import type { PromptArgument, PromptDescriptor } from '../application/prompts.js';
import { after } from '../awaitable.js';
import { RequestError } from '../errors.js';
import { isJsonObject, type JsonValue } from '../json.js';
import { markedLike } from '../rounds/run-in-rounds.js';
import { describeFaults, standardValidate, toJsonSchema } from '../schema/index.js';

/**
 * The parameters of a prompt that the schema of an object describes.
 *
 * @throws SchemaError when the library can't describe it as JSON Schema
 */
export function schemaArguments(schema: StandardSchemaV1): readonly PromptArgument[] {
  const { properties, required } = toJsonSchema(schema, { side: 'input', subject: 'arguments of a prompt' });
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    ...(isJsonObject(property) && describedBy(property)),
    required: Array.isArray(required) && required.includes(name),
  }));
}

function describedBy({ title, description, enum: values }: Readonly<Record<string, JsonValue | undefined>>): {
  readonly title?: string;
  readonly description?: string;
  readonly complete?: NonNullable<PromptArgument['complete']>;
} {
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(Array.isArray(values) && {
      complete: (typed) =>
        values.filter((value): value is string => typeof value === 'string' && value.startsWith(typed)),
    }),
  };
}

type Run = NonNullable<PromptDescriptor['run']>;

/** Runs a prompt with what the library makes of its arguments, defaults and transforms applied. */
export function validated(schema: StandardSchemaV1, run: Run): Run {
  const fill = run as (args: never, context: CallContext) => unknown;
  return markedLike(run, (args: unknown, context: CallContext) =>
    after(standardValidate(schema, args), (result): unknown => {
      if ('faults' in result) {
        throw new RequestError('invalid-params', describeFaults(result.faults, 'Invalid arguments of the prompt'));
      }
      return fill(result.value as never, context);
    }),
  );
}
