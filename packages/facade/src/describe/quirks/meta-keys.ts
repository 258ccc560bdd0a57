import type { Offer, Quirk } from './quirk.js';

const LABEL = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const NAME = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?';

/** The grammar of keys in `_meta` (basic/index#_meta): a prefix that may be absent, and a name that may be empty. */
const KEY = new RegExp(`^(?:${LABEL}(?:\\.${LABEL})*/)?(?:${NAME})?$`);

/** What an application may call things in `_meta`. What the protocol itself puts there is passed on like anything else. */
export const metaKeyQuirks: readonly Quirk[] = [
  {
    rule: 'meta-key-reserved',
    level: 'warning',
    effect: 'Clients may take it for something of the protocol, now or in a later revision.',
    advice:
      'Use a prefix of a domain of yours, such as com.example/, unless the protocol itself defines this key for it.',
    find: (offer) =>
      keysIn(offer)
        .filter(({ key }) => isReserved(key))
        .map(({ subject, key }) => ({
          subject,
          message: `has '${key}' in its _meta, with a prefix that the protocol keeps for itself`,
        })),
  },
  {
    rule: 'meta-key-grammar',
    level: 'warning',
    effect: 'The protocol has no such keys, so clients may refuse or drop it.',
    advice:
      'Name it like com.example/notes: labels of letters, digits and -, then a name of letters, digits, -, _ and . that begins and ends with a letter or digit.',
    find: (offer) =>
      keysIn(offer)
        .filter(({ key }) => !KEY.test(key))
        .map(({ subject, key }) => ({ subject, message: `has the key ${JSON.stringify(key)} in its _meta` })),
  },
];

/**
 * The second label is what counts since 2025-11-25 (`io.modelcontextprotocol/`); under 2025-06-18 it is any that another one
 * follows (`mcp.dev/`).
 */
function isReserved(key: string): boolean {
  const slash = key.indexOf('/');
  const labels = slash < 0 ? [] : key.slice(0, slash).toLowerCase().split('.');
  return labels.some(
    (label, index) =>
      (label === 'mcp' || label === 'modelcontextprotocol') && (index === 1 || index < labels.length - 1),
  );
}

function keysIn({ tools, prompts, resources, resourceTemplates }: Offer): readonly {
  readonly subject: string;
  readonly key: string;
}[] {
  return [
    ...tools.map(({ name, _meta }) => ({ subject: `tool '${name}'`, _meta })),
    ...prompts.map(({ name, _meta }) => ({ subject: `prompt '${name}'`, _meta })),
    ...resources.map(({ uri, _meta }) => ({ subject: `resource ${uri}`, _meta })),
    ...resourceTemplates.map(({ uriTemplate, _meta }) => ({ subject: `resource template ${uriTemplate}`, _meta })),
  ].flatMap(({ subject, _meta = {} }) => Object.keys(_meta).map((key) => ({ subject, key })));
}
