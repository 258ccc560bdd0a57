import type { ElicitAnswer } from '../application/asking.js';
import type { JsonObject } from '../json.js';
import { ClientRequestError } from '../runtime/client-request-error.js';
import {
  type Fault,
  type InferOutput,
  isStandardSchema,
  type Schema,
  standardValidate,
  toJsonSchema,
} from '../schema/index.js';
import { libraryForm } from './library-form.js';

/**
 * A form to ask a user with, made of a schema of any kind.
 *
 * @typeParam Content what the schema gives
 */
export interface Form<Content> {
  /** What the client is to be asked with, see `formSchemaFault`. */
  readonly schema: JsonObject;
  /**
   * An answer whose content is what the schema gives: where that is one of a library, what the library makes of it.
   *
   * @param answer what is accepted fits `schema`
   * @returns rejects with the `ClientRequestError` `malformed` for what the library refuses
   */
  read(answer: ElicitAnswer): Promise<ElicitAnswer<Content>>;
}

/**
 * Makes a form of a schema. One that an author wrote as JSON Schema is left as it is.
 *
 * @throws SchemaError for what is no schema, and where a library can't describe its own as JSON Schema
 */
export function formOf<S extends Schema>(given: S): Form<InferOutput<S>> {
  const json = toJsonSchema(given, { side: 'input', subject: 'The schema of a form' });
  const schema = isStandardSchema(given) ? libraryForm(json) : json;
  type Content = InferOutput<S>;
  return {
    schema,
    read: async (answer) => {
      if (answer.action !== 'accept' || !isStandardSchema(given)) return answer as ElicitAnswer<Content>;
      const read = await standardValidate(given, answer.content);
      if ('faults' in read) throw new ClientRequestError('malformed', 'elicit', undefined, textOf(read.faults));
      return { action: 'accept', content: read.value as Content };
    },
  };
}

/** Without what the user filled in, which may be nobody else's business. */
function textOf(faults: readonly Fault[]): string {
  return faults.map(({ path, expected }) => (path === '' ? expected : `${path}: ${expected}`)).join('; ');
}
