import { isJsonObject, type JsonObject } from '@polyspec/core';
import type { Finding, Offer, Quirk } from './quirk.js';
import { entriesIn, type SubSchema, subSchemas } from './walk-schema.js';

/** What is within schemas: legal, but not read by every client or model. */
export const schemaKeywordQuirks: readonly Quirk[] = [
  {
    rule: 'schema-dialect',
    level: 'error',
    effect: 'Clients that validate with JSON Schema 2020-12 alone refuse the tool.',
    advice: 'Leave $schema out, or name 2020-12.',
    find: ({ tools }) =>
      tools.flatMap(({ name, inputSchema, outputSchema }) => [
        ...dialect(`input of tool '${name}'`, inputSchema),
        ...dialect(`output of tool '${name}'`, outputSchema),
      ]),
  },
  {
    rule: 'schema-translated',
    level: 'note',
    effect: 'Clients are shown a translation to 2020-12, which accepts the same.',
    advice: 'Write it in 2020-12, so that what you read is what they get.',
    find: ({ given }) =>
      given.tools.flatMap(({ name, input, output }) => [
        ...dialect(`input of tool '${name}'`, input),
        ...dialect(`output of tool '${name}'`, output),
      ]),
  },
  {
    rule: 'input-references',
    level: 'warning',
    effect:
      'Gemini, GitHub Copilot, Cursor, Kiro and others drop $defs or do not follow $ref: the model does not see what belongs there.',
    advice: 'Write the schema out where it is used, unless it is recursive.',
    find: (offer) =>
      inputs(offer, ({ schema, pointer }) =>
        pointer !== '' && typeof schema.$ref === 'string' ? `refers to ${schema.$ref}` : undefined,
      ),
  },
  {
    rule: 'input-references-elsewhere',
    level: 'warning',
    effect: 'Strict clients, such as those of Kimi, refuse the whole list.',
    advice: 'Put what is referred to under $defs.',
    find: (offer) =>
      inputs(offer, ({ schema: { $ref } }) =>
        typeof $ref === 'string' && !$ref.startsWith('#/$defs/')
          ? `refers to ${$ref}, which is not under #/$defs/`
          : undefined,
      ),
  },
  {
    rule: 'array-without-items',
    level: 'warning',
    effect: 'The API of OpenAI, and GitHub Copilot, refuse every request that lists such a tool.',
    advice: 'Say with items what is in the array.',
    find: (offer) =>
      inputs(offer, ({ schema }) => {
        const isArray = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
        return isArray && !isJsonObject(schema.items) ? 'has an array without items' : undefined;
      }),
  },
  {
    rule: 'property-name',
    level: 'warning',
    effect: 'The API of Anthropic refuses every request that lists such a tool.',
    advice: 'Name properties with 1 to 64 of A-Z, a-z, 0-9, _, . and -.',
    find: (offer) =>
      inputs(offer, ({ schema }) => {
        const odd = entriesIn(schema, 'properties').find(([name]) => !/^[\w.-]{1,64}$/.test(name));
        return odd && `has a property named ${JSON.stringify(odd[0])}`;
      }),
  },
  {
    rule: 'type-list',
    level: 'note',
    effect: 'Gemini takes a single type only, and some clients drop the property.',
    advice: 'Leave an optional property out of required rather than allow null.',
    find: (offer) =>
      inputs(offer, ({ schema: { type } }) =>
        Array.isArray(type) ? `has a property of several types (${type.join(', ')})` : undefined,
      ),
  },
];

function dialect(subject: string, schema: object | undefined): readonly Finding[] {
  // A schema object of a library is asked for its JSON Schema, which is 2020-12.
  if (schema === undefined || '~standard' in schema) return [];
  const older = subSchemas(schema as JsonObject | undefined).find(
    ({ schema: { $schema } }) =>
      typeof $schema === 'string' && !$schema.startsWith('https://json-schema.org/draft/2020-12/'),
  );
  return older === undefined ? [] : [{ subject, message: `names the dialect ${older.schema.$schema}` }];
}

/** Looks at every schema within the inputs of tools. One finding a tool and message is enough. */
function inputs({ tools }: Offer, fault: (sub: SubSchema) => string | undefined): readonly Finding[] {
  return tools.flatMap(({ name, inputSchema }) => {
    const faults = subSchemas(inputSchema).map((sub) => ({ message: fault(sub), pointer: sub.pointer }));
    const first = new Map<string, string>();
    for (const { message, pointer } of faults)
      if (message !== undefined && !first.has(message)) first.set(message, pointer);
    return [...first].map(([message, pointer]) => ({
      subject: `input of tool '${name}'`,
      message: `${message}${pointer && ` at ${pointer}`}`,
    }));
  });
}
