import type { StandardSchemaV1 } from '@standard-schema/spec';
import { cut, describePath, describeValue } from './describe-value.js';
import { type Fault, MAX_FAULTS } from './fault.js';
import { valueAt } from './pointer.js';

/** What a library's own validation gives: the value with defaults and transforms applied, or what is wrong. */
export type StandardResult<T> = { readonly value: T } | { readonly faults: readonly Fault[] };

const MAX_MESSAGE = 200;

/**
 * Validates with the library that a schema belongs to, so that its defaults, transforms and refinements apply. The result is
 * a promise only if the library gives one: a schema without asynchronous parts costs no turn of the event loop.
 *
 * An exception of the author's own code inside the schema is not caught.
 *
 * @example
 * const result = await standardValidate(z.object({ n: z.number().default(1) }), {});
 * if ('faults' in result) throw new Error(describeFaults(result.faults, 'Invalid settings'));
 * result.value; // { n: 1 }
 */
export function standardValidate<S extends StandardSchemaV1>(
  schema: S,
  value: unknown,
): StandardResult<StandardSchemaV1.InferOutput<S>> | Promise<StandardResult<StandardSchemaV1.InferOutput<S>>> {
  type Out = StandardSchemaV1.InferOutput<S>;
  const result = schema['~standard'].validate(value) as
    | StandardSchemaV1.Result<Out>
    | Promise<StandardSchemaV1.Result<Out>>;
  return 'then' in result ? result.then((settled) => resultOf(settled, value)) : resultOf(result, value);
}

function resultOf<T>(result: StandardSchemaV1.Result<T>, value: unknown): StandardResult<T> {
  if (result.issues === undefined) return { value: result.value };
  return { faults: result.issues.slice(0, MAX_FAULTS).map((issue) => faultOf(issue, value)) };
}

function faultOf(issue: StandardSchemaV1.Issue, value: unknown): Fault {
  const keys = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  const message = issue.message.replace(/\s+/g, ' ').trim();
  const expected = message.length > MAX_MESSAGE ? `${cut(message, MAX_MESSAGE)}…` : message;
  return { kind: 'rule', path: describePath(keys), expected, got: describeValue(valueAt(value, keys)) };
}
