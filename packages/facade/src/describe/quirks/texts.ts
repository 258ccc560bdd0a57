import { isJsonObject } from '@polyspec/core';
import type { Offer, Quirk } from './quirk.js';
import { entriesIn } from './walk-schema.js';

/** The longest description of a function that the API of OpenAI takes, in characters. */
const LONGEST_DESCRIPTION = 1024;

/** What models and people read. */
export const textQuirks: readonly Quirk[] = [
  {
    rule: 'tool-description-missing',
    level: 'warning',
    effect: 'The model has only the name to go by.',
    advice: 'Say what it does and when to use it.',
    find: ({ tools }) =>
      tools
        .filter(({ description }) => !description)
        .map(({ name }) => ({ subject: `tool '${name}'`, message: 'has no description' })),
  },
  {
    rule: 'tool-description-length',
    level: 'warning',
    effect: `The API of OpenAI takes descriptions of up to ${LONGEST_DESCRIPTION} characters; clients cut the rest, or fail.`,
    advice: 'Say the essence there, and the rest in the descriptions of its arguments.',
    find: ({ tools }) =>
      tools
        .filter(({ description = '' }) => description.length > LONGEST_DESCRIPTION)
        .map(({ name, description = '' }) => ({
          subject: `tool '${name}'`,
          message: `has a description of ${description.length} characters`,
        })),
  },
  {
    rule: 'argument-description-missing',
    level: 'note',
    effect: 'The model has only the names to go by.',
    advice: 'Describe each argument: its meaning, its unit, an example.',
    find: ({ tools }) =>
      tools.flatMap(({ name, inputSchema }) => {
        const bare = entriesIn(inputSchema, 'properties').filter(
          ([, schema]) => !(isJsonObject(schema) && schema.description),
        );
        if (bare.length === 0) return [];
        return [
          { subject: `tool '${name}'`, message: `does not describe ${bare.map(([argument]) => argument).join(', ')}` },
        ];
      }),
  },
  {
    rule: 'prompt-description-missing',
    level: 'warning',
    effect: 'Users who pick a prompt from a menu have only its name to go by.',
    advice: 'Say in a sentence what the prompt is for.',
    find: ({ prompts }) =>
      prompts
        .filter(({ description }) => !description)
        .map(({ name }) => ({ subject: `prompt '${name}'`, message: 'has no description' })),
  },
  {
    rule: 'prompt-argument-description-missing',
    level: 'note',
    effect: 'Users who fill in the prompt have only the names to go by.',
    advice: 'Describe each argument.',
    find: ({ prompts }) =>
      prompts.flatMap(({ name, arguments: args = [] }) => {
        const bare = args.filter(({ description }) => !description);
        if (bare.length === 0) return [];
        return [
          {
            subject: `prompt '${name}'`,
            message: `does not describe ${bare.map((argument) => argument.name).join(', ')}`,
          },
        ];
      }),
  },
  {
    rule: 'title-missing',
    level: 'note',
    effect: 'Clients show the name instead.',
    advice: 'Give a title, in words for people.',
    find: (offer) =>
      named(offer)
        .filter(({ title }) => !title)
        .map(({ subject }) => ({ subject, message: 'has no title' })),
  },
];

function named({
  tools,
  prompts,
  resources,
  resourceTemplates,
}: Offer): readonly { readonly subject: string; readonly title?: unknown }[] {
  return [
    ...tools.map(({ name, title, annotations }) => ({ subject: `tool '${name}'`, title: title ?? annotations?.title })),
    ...prompts.map(({ name, title }) => ({ subject: `prompt '${name}'`, title })),
    ...resources.map(({ uri, title }) => ({ subject: `resource ${uri}`, title })),
    ...resourceTemplates.map(({ uriTemplate, title }) => ({ subject: `resource template ${uriTemplate}`, title })),
  ];
}
