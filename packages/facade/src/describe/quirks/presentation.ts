import type { Finding, Offer, OfferedIcon, Quirk } from './quirk.js';

/** How many tools the API of OpenAI and VS Code take in one request. */
const MOST_TOOLS = 128;

/** Icons, media types, hints, and how much there is of everything. */
export const presentationQuirks: readonly Quirk[] = [
  {
    rule: 'icon-source',
    level: 'warning',
    effect: 'Clients load icons from https: and data: only, so nothing is shown.',
    advice: 'Serve the icon over https:, or put it into a data: URI.',
    find: (offer) =>
      withIcons(offer).flatMap(({ subject, icons }) =>
        icons.filter(isUnsafe).map(({ src }) => ({ subject, message: `has an icon at ${short(src)}` })),
      ),
  },
  {
    rule: 'resource-media-type-missing',
    level: 'note',
    effect: 'Clients guess how to show it, or show it as plain text.',
    advice: 'Give a mimeType.',
    find: ({ resources, resourceTemplates }) => [
      ...withoutType(resources, ({ uri }) => `resource ${uri}`),
      ...withoutType(resourceTemplates, ({ uriTemplate }) => `resource template ${uriTemplate}`),
    ],
  },
  {
    rule: 'tool-hints-missing',
    level: 'note',
    effect: 'Clients take it for one that may destroy something, and ask before each call.',
    advice: 'Say with annotations whether it only reads (readOnlyHint) or destroys (destructiveHint).',
    find: ({ tools }) =>
      tools
        .filter(
          ({ annotations }) => annotations?.readOnlyHint === undefined && annotations?.destructiveHint === undefined,
        )
        .map(({ name }) => ({ subject: `tool '${name}'`, message: 'has no hints about what it does' })),
  },
  {
    rule: 'too-many-tools',
    level: 'warning',
    effect: `VS Code and the API of OpenAI take ${MOST_TOOLS} tools in one request, those of other servers included; models choose badly among many.`,
    advice: 'Offer fewer, broader tools, or several servers.',
    find: ({ tools }) =>
      tools.length > MOST_TOOLS ? [{ subject: 'the server', message: `offers ${tools.length} tools` }] : [],
  },
  {
    rule: 'forms',
    level: 'note',
    effect:
      'Clients of 2025-06-18 know no defaults but booleans and no choice of several, which are left out for them; those that declare no elicitation get an error.',
    advice: 'Ask for nothing that the tool can not do without, and do not rely on defaults.',
    find: ({ asksUsers }) =>
      asksUsers ? [{ subject: 'the application', message: 'asks its users for input in forms' }] : [],
  },
];

function isUnsafe({ src }: OfferedIcon): boolean {
  return !/^(?:https:|data:)/i.test(src);
}

function short(src: string): string {
  return src.length > 80 ? `${src.slice(0, 77)}...` : src;
}

function withoutType<T extends { readonly mimeType?: string }>(
  items: readonly T[],
  subject: (item: T) => string,
): readonly Finding[] {
  return items
    .filter(({ mimeType }) => !mimeType)
    .map((item) => ({ subject: subject(item), message: 'has no mimeType' }));
}

function withIcons({
  tools,
  prompts,
  resources,
  resourceTemplates,
}: Offer): readonly { readonly subject: string; readonly icons: readonly OfferedIcon[] }[] {
  return [
    ...tools.map(({ name, icons = [] }) => ({ subject: `tool '${name}'`, icons })),
    ...prompts.map(({ name, icons = [] }) => ({ subject: `prompt '${name}'`, icons })),
    ...resources.map(({ uri, icons = [] }) => ({ subject: `resource ${uri}`, icons })),
    ...resourceTemplates.map(({ uriTemplate, icons = [] }) => ({ subject: `resource template ${uriTemplate}`, icons })),
  ];
}
