import type { Finding, Offer, OfferedTool, Quirk } from './quirk.js';

/** The root of an input schema: models' APIs want one plain object there. */
export const inputRootQuirks: readonly Quirk[] = [
  {
    rule: 'input-root-type',
    level: 'error',
    effect: 'The protocol wants an object there, and official clients refuse the whole list.',
    advice: "Make it an object schema: { type: 'object', properties: { … } }.",
    find: (offer) =>
      inputs(offer, ({ type }) =>
        type === 'object' ? undefined : `has an input schema of type ${JSON.stringify(type) ?? 'unknown'} at its root`,
      ),
  },
  {
    rule: 'input-root-union',
    level: 'error',
    effect:
      'The APIs of Anthropic and OpenAI refuse every request that lists such a tool; some clients drop the tool without a word.',
    advice:
      'Describe one object and say in descriptions what goes together, move the union into a property, or make several tools.',
    find: (offer) =>
      inputs(offer, (schema) => {
        const found = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'].filter((keyword) => Object.hasOwn(schema, keyword));
        return found.length === 0 ? undefined : `has ${found.join(' and ')} at the root of its input schema`;
      }),
  },
  {
    rule: 'input-root-reference',
    level: 'warning',
    effect: 'Clients that do not follow references see a tool without arguments.',
    advice: 'Write the object itself at the root.',
    find: (offer) =>
      inputs(offer, ({ $ref }) => ($ref === undefined ? undefined : 'has $ref at the root of its input schema')),
  },
];

function inputs(
  { tools }: Offer,
  fault: (schema: OfferedTool['inputSchema']) => string | undefined,
): readonly Finding[] {
  return tools.flatMap(({ name, inputSchema }) => {
    const message = fault(inputSchema);
    return message === undefined ? [] : [{ subject: `tool '${name}'`, message }];
  });
}
