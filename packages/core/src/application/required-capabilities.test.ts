import { describe, expect, it } from 'vitest';
import { start } from '../../test/runtime.js';
import { tool } from '../define/tool.js';
import { ApplicationError } from '../errors.js';
import type { ClientCapabilities } from './context.js';
import { checkMembers, PROMPT, RESOURCE, RESOURCE_TEMPLATE, TOOL } from './members.js';

const CAPABILITIES = 'an object of capabilities, such as { elicitation: { form: {} } }';
const ALL = 'elicitation, sampling, roots, tasks, experimental, extensions';

describe.each([
  ['a tool', TOOL],
  ['a prompt', PROMPT],
  ['a resource', RESOURCE],
  ['a resource template', RESOURCE_TEMPLATE],
])('what %s requires of clients', (_what, table) => {
  const check = (requires: unknown) => () => checkMembers({ requires }, table, "part 'x'");

  it.each<[ClientCapabilities | undefined]>([
    [undefined],
    [{}],
    [{ elicitation: {}, sampling: {}, roots: {} }],
    [{ elicitation: { form: {}, url: {} }, sampling: { tools: {}, context: {} }, roots: { listChanged: true } }],
    [{ elicitation: undefined as never, tasks: { requests: { elicitation: { create: {} } } } }],
    [{ extensions: { 'com.example/notes': { pages: 2 }, 'a/elicitaton': {} }, experimental: { elicitaton: {} } }],
    [{ 'com.example.shell': {}, shell: true, display: { colors: 16 } }],
    [{ 'com.example/sampling.tools': {}, 'shell/url': {}, x: new Map(), urlPreview: {} }],
    [Object.assign(Object.create(null), { elicitation: {} })],
  ])('may be what the protocol has, and what others have added: %j', (requires) => {
    expect(check(requires)).not.toThrow();
  });

  it.each<[unknown, string]>([
    ['x', `requires of part 'x' must be ${CAPABILITIES}; got string "x"`],
    [null, `requires of part 'x' must be ${CAPABILITIES}; got null`],
    [[], `requires of part 'x' must be ${CAPABILITIES}; got empty array`],
    [['elicitation'], `requires of part 'x' must be ${CAPABILITIES}; got array of 1 item`],
    [{ elicitation: true }, "requires.elicitation of part 'x' must be an object, such as {}; got boolean true"],
    [{ elicitation: { url: null } }, "requires.elicitation.url of part 'x' must be an object, such as {}; got null"],
    [
      { sampling: { tools: 'yes' } },
      'requires.sampling.tools of part \'x\' must be an object, such as {}; got string "yes"',
    ],
    [{ roots: { listChanged: {} } }, "requires.roots.listChanged of part 'x' must be true or false; got object"],
    [
      { extensions: ['com.example/notes'] },
      "requires.extensions of part 'x' must be an object, such as { 'com.example/notes': {} }; got array of 1 item",
    ],
    [
      { extensions: { 'com.example/notes': true } },
      "requires.extensions['com.example/notes'] of part 'x' must be an object, such as {}; got boolean true",
    ],
  ])('may not be %j', (requires, message) => {
    expect(check(requires)).toThrow(new ApplicationError(message));
  });

  it.each<[string, unknown, string]>([
    [
      'a Map',
      new Map([['elicitation', {}]]),
      `requires of part 'x' must be ${CAPABILITIES}, and a plain one; got a Map`,
    ],
    [
      'an object that inherits its members',
      Object.create({ elicitation: {} }),
      `requires of part 'x' must be ${CAPABILITIES}, and a plain one; got an Object`,
    ],
    [
      'an object that inherits from one without a constructor',
      Object.create(Object.create(null)),
      `requires of part 'x' must be ${CAPABILITIES}, and a plain one; got an object`,
    ],
    [
      'modes in a Map',
      { elicitation: new Map([['url', {}]]) },
      "requires.elicitation of part 'x' must be an object, such as {}, and a plain one; got a Map",
    ],
    [
      'extensions in a Map',
      { extensions: new Map() },
      "requires.extensions of part 'x' must be an object, such as { 'com.example/notes': {} }, and a plain one; got a Map",
    ],
  ])('may not be what has no members of its own: %s', (_what, requires, message) => {
    expect(check(requires)).toThrow(new ApplicationError(message));
  });

  it.each<[unknown, string]>([
    [
      { elicitaton: {} },
      `requires of part 'x' has the unknown member 'elicitaton'. Did you mean 'elicitation'? Known members: ${ALL}`,
    ],
    [
      { Sampling: {} },
      `requires of part 'x' has the unknown member 'Sampling'. Did you mean 'sampling'? Known members: ${ALL}`,
    ],
    [{ elicit: {} }, "Did you mean 'elicitation'?"],
    [{ url: {} }, 'Did you mean { elicitation: { url: {} } }?'],
    [{ root: {} }, "Did you mean 'roots'?"],
    [{ tools: {} }, 'Did you mean { sampling: { tools: {} } }?'],
    [
      { 'elicitation.url': {} },
      `has the unknown member 'elicitation.url'. Did you mean { elicitation: { url: {} } }? Known members: ${ALL}`,
    ],
    [{ 'elicitation/form': {} }, 'Did you mean { elicitation: { form: {} } }?'],
    [{ elicitationUrl: {} }, 'Did you mean { elicitation: { url: {} } }?'],
    [{ elicitation_url: {} }, 'Did you mean { elicitation: { url: {} } }?'],
    [{ 'elicitaton.urls': {} }, 'Did you mean { elicitation: { url: {} } }?'],
    [{ formElicitation: {} }, 'Did you mean { elicitation: { form: {} } }?'],
    [{ elicitForm: {} }, 'Did you mean { elicitation: { form: {} } }?'],
    [{ 'sampling/tools': {} }, 'Did you mean { sampling: { tools: {} } }?'],
    [{ 'sampling.context': {} }, 'Did you mean { sampling: { context: {} } }?'],
    [{ 'roots.listChanged': true }, 'Did you mean { roots: { listChanged: true } }?'],
    [{ 'elicitation/create': {} }, "Did you mean 'elicitation'?"],
    [{ 'sampling/createMessage': {} }, "Did you mean 'sampling'?"],
    [{ 'extensions.com.example/notes': {} }, "Did you mean 'extensions'?"],
    [
      { prompts: {} },
      `has the unknown member 'prompts'. That is a capability of servers, which no client has. Known members: ${ALL}`,
    ],
    [{ resources: {} }, 'That is a capability of servers'],
    [{ completions: {} }, 'That is a capability of servers'],
    [{ logging: {} }, 'That is a capability of servers'],
    [{ extension: {} }, "Did you mean 'extensions'?"],
    [
      { elicitation: { urls: {} } },
      "requires.elicitation of part 'x' has the unknown member 'urls'. Did you mean 'url'? Known members: form, url",
    ],
    [{ elicitation: { page: {} } }, "Did you mean 'url'?"],
    [
      { elicitation: { voice: {} } },
      "requires.elicitation of part 'x' has the unknown member 'voice'. Known members: form, url",
    ],
    [{ sampling: { tool: {} } }, "Did you mean 'tools'?"],
    [{ roots: { constructor: {} } }, "requires.roots of part 'x' has the unknown member 'constructor'."],
  ])('is no slip of the pen, which would refuse every client: %j', (requires, message) => {
    expect(check(requires)).toThrow(ApplicationError);
    expect(check(requires)).toThrow(message);
  });
});

it('a misspelt capability is an error where the tool is made, and at the start where it is listed', async () => {
  const requires = { elicitation: { urls: {} } } as ClientCapabilities;
  const run = (): string => 'x';
  expect(() => tool('visit', { requires, run })).toThrow("requires.elicitation of tool 'visit' has the unknown member");
  await expect(start({ tools: () => [{ name: 'visit', requires, run }] })).rejects.toThrow(
    "requires.elicitation of tool 'visit' has the unknown member 'urls'. Did you mean 'url'?",
  );
});
