import type { Finding, OfferedTool, Quirk } from './quirk.js';

/** Names of tools: the protocol allows more than the interfaces of models do. */
export const toolNameQuirks: readonly Quirk[] = [
  {
    rule: 'tool-name-characters',
    level: 'warning',
    effect:
      'Claude Desktop, GitHub Copilot and the APIs of Anthropic and OpenAI refuse such names, and often every request that has one.',
    advice: 'Use A-Z, a-z, 0-9, _ and - only.',
    find: ({ tools }) =>
      tools
        .filter(({ name }) => !/^[\w-]+$/.test(name))
        .map((tool) => of(tool, `has ${unusual(tool.name)} in its name`)),
  },
  {
    rule: 'tool-name-start',
    level: 'warning',
    effect: 'Gemini wants a letter or an underscore there.',
    advice: 'Begin the name with a letter.',
    find: ({ tools }) =>
      tools
        .filter(({ name }) => /^[\d.-]/.test(name))
        .map((tool) => of(tool, `has a name that begins with '${tool.name[0]}'`)),
  },
  {
    rule: 'tool-name-length',
    level: 'warning',
    effect: 'Claude Desktop and the API of OpenAI refuse names of more than 64 characters.',
    advice: 'Give it a name of at most 64 characters.',
    find: ({ tools }) =>
      tools
        .filter(({ name }) => name.length > 64)
        .map((tool) => of(tool, `has a name of ${tool.name.length} characters`)),
  },
  {
    rule: 'tool-name-with-prefix',
    level: 'note',
    effect:
      'Clients such as Claude Code put the name of the server in front; more than 64 characters in all are cut or refused.',
    advice: 'Shorten the name of the tool or of the server.',
    find: ({ tools, server }) => {
      const prefixed = (name: string): number => `mcp__${server}__${name}`.length;
      const tooLong = tools.filter(({ name }) => name.length <= 64 && prefixed(name) > 64);
      return tooLong.map((tool) => of(tool, `has ${prefixed(tool.name)} characters as mcp__${server}__${tool.name}`));
    },
  },
];

function of({ name }: OfferedTool, message: string): Finding {
  return { subject: `tool '${name}'`, message };
}

function unusual(name: string): string {
  return [...new Set(name.replaceAll(/[\w-]/g, ''))].map((character) => `'${character}'`).join(', ');
}
