import { type CallContext, error, type JsonObject, type ToolDeclaration, type ToolReturn, tool } from 'polyspec';

/** A text that every client has to give. */
const text = (description: string) => ({ type: 'string', description }) as const;

/** Tools that ask the client in the middle of a call. Those of 2026-07-28 can't be asked so. */
export const askingTools: Readonly<Record<string, ToolDeclaration>> = {
  test_sampling: tool({
    description: 'Asks the model of the client, and repeats what it said.',
    input: { type: 'object', properties: { prompt: text('What to ask.') }, required: ['prompt'] },
    run: async ({ prompt }, { sample }) => {
      if (sample === undefined) return error("This client's model can't be asked.");
      const content = { type: 'text', text: String(prompt) };
      const answer = await sample({ messages: [{ role: 'user', content }], maxTokens: 100 });
      return `The model said: ${JSON.stringify(answer.content)}`;
    },
  }),
  test_elicitation: tool({
    description: 'Asks the user who he is, and repeats the answer.',
    input: { type: 'object', properties: { message: text('Why it is asked for.') }, required: ['message'] },
    run: ({ message }, context) =>
      filledIn(context, String(message), {
        type: 'object',
        properties: { username: text('A name.'), email: text('An address.') },
        required: ['username', 'email'],
      }),
  }),
  test_elicitation_sep1034_defaults: tool({
    description: 'Asks with a form whose fields have defaults (SEP-1034), and repeats the answer.',
    run: (_args, context) =>
      filledIn(context, 'Please check these values.', {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        },
      }),
  }),
  test_elicitation_sep1330_enums: tool({
    description: 'Asks with a form that has every kind of choice (SEP-1330), and repeats the answer.',
    run: (_args, context) =>
      filledIn(context, 'Please choose.', {
        type: 'object',
        properties: {
          untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          titledSingle: {
            type: 'string',
            oneOf: [
              { const: 'value1', title: 'First Option' },
              { const: 'value2', title: 'Second Option' },
              { const: 'value3', title: 'Third Option' },
            ],
          },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
          titledMulti: {
            type: 'array',
            items: {
              anyOf: [
                { const: 'value1', title: 'First Choice' },
                { const: 'value2', title: 'Second Choice' },
                { const: 'value3', title: 'Third Choice' },
              ],
            },
          },
        },
      }),
  }),
};

async function filledIn({ elicit }: CallContext, message: string, form: JsonObject): Promise<ToolReturn> {
  if (elicit === undefined) return error("The user of this client can't be asked.");
  return `The user answered: ${JSON.stringify(await elicit(message, form))}`;
}
