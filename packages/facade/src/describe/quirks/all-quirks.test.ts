import { describe, expect, it } from 'vitest';
import { QUIRKS } from './all-quirks.js';
import type { Finding, Offer, OfferedTool } from './quirk.js';

/** A tool that nobody has a problem with. */
const GOOD_TOOL: OfferedTool = {
  name: 'add_numbers',
  title: 'Add numbers',
  description: 'Adds two numbers.',
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'number', description: 'The first' },
      list: { type: 'array', items: {}, description: 'More' },
    },
  },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
  annotations: { readOnlyHint: true },
  icons: [{ src: 'https://example.com/add.png' }, { src: 'data:image/png;base64,AA==' }],
};

const GOOD: Offer = {
  server: 'calculator',
  tools: [GOOD_TOOL],
  prompts: [
    { name: 'sum', title: 'Sum', description: 'Asks for a sum.', arguments: [{ name: 'a', description: 'The first' }] },
  ],
  resources: [{ name: 'readme', title: 'Readme', uri: 'docs://readme', mimeType: 'text/plain' }],
  resourceTemplates: [{ name: 'note', title: 'Note', uriTemplate: 'note://{id}', mimeType: 'text/plain' }],
  asksUsers: false,
  given: { tools: [], prompts: [], resources: [], resourceTemplates: [] },
};

const tool = (members: Partial<OfferedTool>): Partial<Offer> => ({ tools: [{ ...GOOD_TOOL, ...members }] });
const input = (inputSchema: OfferedTool['inputSchema']): Partial<Offer> => tool({ inputSchema });
const property = (schema: object, more: object = {}): Partial<Offer> =>
  input({ type: 'object', properties: { x: { description: 'X', ...schema } }, ...more });
const without = <T extends object>(item: T, member: keyof T): T => {
  const { [member]: _, ...rest } = item;
  return rest as T;
};

/** For each rule, offers that it finds fault with, and what it says. */
const FAULTS: Readonly<Record<string, readonly (readonly [offer: Partial<Offer>, said: RegExp])[]>> = {
  'tool-name-characters': [
    [tool({ name: 'math.add' }), /^tool 'math\.add' has '\.' in its name$/],
    [tool({ name: 'add numbers/ü' }), /has ' ', '\/', 'ü' in its name/],
  ],
  'tool-name-start': [[tool({ name: '2add' }), /begins with '2'/]],
  'tool-name-length': [[tool({ name: 'a'.repeat(65) }), /a name of 65 characters/]],
  'tool-name-with-prefix': [[tool({ name: 'a'.repeat(50) }), /has 67 characters as mcp__calculator__a+$/]],
  'input-root-type': [
    [input({}), /an input schema of type unknown/],
    [input({ type: ['object', 'null'] }), /of type \["object","null"\]/],
  ],
  'input-root-union': [
    [input({ type: 'object', oneOf: [{}] }), /has oneOf at the root/],
    [input({ type: 'object', anyOf: [{}], not: {} }), /has anyOf and not at the root/],
    [input({ type: 'object', allOf: [{}] }), /has allOf/],
  ],
  'input-root-reference': [[input({ type: 'object', $ref: '#/$defs/A', $defs: { A: {} } }), /has \$ref at the root/]],
  'schema-dialect': [
    [input({ type: 'object', $schema: 'http://json-schema.org/draft-07/schema#' }), /^input of tool .*draft-07/],
    [
      tool({ outputSchema: { type: 'object', $schema: 'https://json-schema.org/draft/2019-09/schema' } }),
      /^output of tool .*2019-09/,
    ],
  ],
  'schema-translated': [
    [
      {
        given: {
          ...GOOD.given,
          tools: [{ name: 'add', input: { type: 'object', $schema: 'http://json-schema.org/draft-07/schema#' } }],
        },
      },
      /^input of tool 'add' names the dialect .*draft-07/,
    ],
  ],
  'input-references': [
    [property({ $ref: '#/$defs/A' }, { $defs: { A: {} } }), /refers to #\/\$defs\/A at \/properties\/x/],
  ],
  'input-references-elsewhere': [
    [property({ $ref: '#/properties/y' }), /refers to #\/properties\/y, which is not under/],
  ],
  'array-without-items': [
    [property({ type: 'array' }), /has an array without items at \/properties\/x/],
    [property({ type: ['array', 'null'], prefixItems: [{}] }), /has an array without items/],
  ],
  'property-name': [[input({ type: 'object', properties: { 'a b': { description: 'A' } } }), /a property named "a b"/]],
  'type-list': [[property({ type: ['string', 'null'] }), /several types \(string, null\) at \/properties\/x/]],
  'output-root-type': [
    [tool({ outputSchema: { type: 'array', items: {} } }), /an output schema of type array at its root/],
    [tool({ outputSchema: { oneOf: [{}] } }), /without type 'object'/],
  ],
  'output-schema-empty': [
    [tool({ outputSchema: { type: 'object', additionalProperties: false } }), /an output schema without outputs/],
  ],
  'tool-description-missing': [[{ tools: [without(GOOD_TOOL, 'description')] }, /has no description/]],
  'tool-description-length': [[tool({ description: 'x'.repeat(1025) }), /of 1025 characters/]],
  'argument-description-missing': [
    [input({ type: 'object', properties: { a: {}, b: { description: 'B' }, c: true } }), /does not describe a, c$/],
  ],
  'prompt-description-missing': [[{ prompts: [{ name: 'p', title: 'P' }] }, /^prompt 'p' has no description/]],
  'prompt-argument-description-missing': [
    [{ prompts: [{ name: 'p', title: 'P', description: 'P.', arguments: [{ name: 'a' }] }] }, /does not describe a$/],
  ],
  'title-missing': [
    [{ tools: [without(GOOD_TOOL, 'title')] }, /^tool 'add_numbers' has no title/],
    [{ resources: [{ name: 'r', uri: 'docs://r', mimeType: 'text/plain' }] }, /^resource docs:\/\/r has no title/],
    [
      { resourceTemplates: [{ name: 't', uriTemplate: 'note://{id}', mimeType: 'text/plain' }] },
      /^resource template note:/,
    ],
  ],
  'icon-source': [
    [tool({ icons: [{ src: 'http://example.com/a.png' }] }), /an icon at http:\/\/example\.com\/a\.png/],
    [tool({ icons: [{ src: 'file:///a.png' }] }), /an icon at file:/],
  ],
  'resource-media-type-missing': [
    [{ resources: [{ name: 'r', title: 'R', uri: 'docs://r' }] }, /^resource docs:\/\/r has no mimeType/],
  ],
  'tool-hints-missing': [[tool({ annotations: { idempotentHint: true } }), /no hints/]],
  'too-many-tools': [
    [{ tools: Array.from({ length: 129 }, (_, i) => ({ ...GOOD_TOOL, name: `t${i}` })) }, /offers 129 tools/],
  ],
  'meta-key-reserved': [
    [
      tool({ _meta: { 'io.modelcontextprotocol/notes': 1 } }),
      /^tool 'add_numbers' has 'io\.modelcontextprotocol\/notes'/,
    ],
    [tool({ _meta: { 'com.mcp.tools/x': 1 } }), /has 'com\.mcp\.tools\/x' in its _meta/],
    [tool({ _meta: { 'mcp.dev/x': 1 } }), /has 'mcp\.dev\/x'/],
    [
      { prompts: [{ ...(GOOD.prompts[0] as Offer['prompts'][0]), _meta: { 'io.MCP/': 1 } }] },
      /^prompt 'sum' has 'io\.MCP\/'/,
    ],
  ],
  'meta-key-grammar': [
    [tool({ _meta: { 'com.example/a b': 1 } }), /has the key "com\.example\/a b" in its _meta/],
    [tool({ _meta: { '2com.example/a': 1 } }), /has the key "2com/],
    [
      { resources: [{ ...(GOOD.resources[0] as Offer['resources'][0]), _meta: { 'a/b/c': 1 } }] },
      /^resource docs:\/\/readme has the key "a\/b\/c"/,
    ],
    [
      { resourceTemplates: [{ ...(GOOD.resourceTemplates[0] as Offer['resourceTemplates'][0]), _meta: { '-': 1 } }] },
      /^resource template note:\/\/\{id\} has the key "-"/,
    ],
  ],
  forms: [[{ asksUsers: true }, /^the application asks its users/]],
};

function findings(offer: Partial<Offer>): Record<string, readonly Finding[]> {
  const found = QUIRKS.map((quirk) => [quirk.rule, quirk.find({ ...GOOD, ...offer })] as const);
  return Object.fromEntries(found.filter(([, findings]) => findings.length > 0));
}

describe('quirks', () => {
  it('find nothing in what nobody has a problem with', () => {
    expect(findings({})).toEqual({});
    expect(findings(tool({ title: undefined, annotations: { title: 'T', destructiveHint: false } } as object))).toEqual(
      {},
    );
  });

  it('each have a fault here, a level, and something to say', () => {
    expect(Object.keys(FAULTS).sort()).toEqual(QUIRKS.map(({ rule }) => rule).sort());
    for (const { effect, advice } of QUIRKS) {
      expect(effect).toMatch(/^[A-Z].*\.$/);
      expect(advice).toMatch(/^[A-Z].*\.$/);
    }
  });

  it.each(Object.entries(FAULTS))('%s', (rule, faults) => {
    for (const [offer, said] of faults) {
      const found = findings(offer)[rule] ?? [];
      expect(found.map(({ subject, message }) => `${subject} ${message}`)).toEqual([expect.stringMatching(said)]);
    }
  });

  it.each(
    Object.entries(FAULTS).filter(
      ([rule]) => !['input-references-elsewhere', 'array-without-items', 'forms'].includes(rule),
    ),
  )('%s is all that is wrong there', (rule, [fault]) => {
    expect(Object.keys(findings(fault?.[0] ?? {}))).toEqual([rule]);
  });

  it('M-15 find icons that clients refuse to load', () => {
    for (const src of ['http://example.com/a.png', 'file:///a.png', 'javascript:alert(1)']) {
      expect(findings(tool({ icons: [{ src }] }))).toHaveProperty('icon-source');
    }
  });

  const withMetaKey = (key: string): readonly (readonly [subject: string, offer: Partial<Offer>])[] => {
    const _meta = { [key]: 1 };
    const [prompt, resource, resourceTemplate] = [GOOD.prompts[0], GOOD.resources[0], GOOD.resourceTemplates[0]];
    return [
      ["tool 'add_numbers'", tool({ _meta })],
      ["prompt 'sum'", { prompts: [{ ...(prompt as Offer['prompts'][0]), _meta }] }],
      ['resource docs://readme', { resources: [{ ...(resource as Offer['resources'][0]), _meta }] }],
      [
        'resource template note://{id}',
        { resourceTemplates: [{ ...(resourceTemplate as Offer['resourceTemplates'][0]), _meta }] },
      ],
    ];
  };

  it.each([
    ...['2com.example/a', 'com.2example/a', 'com.example-/a', '-com.example/a', 'com..example/a', '.com/a', 'com./a'],
    ...[
      'com_example/a',
      'com example/a',
      'cöm/a',
      '/a',
      'a/b/c',
      '-',
      '-a',
      'a-',
      '_a',
      'a.',
      'a b',
      'a:b',
      'ä',
      'a\n',
    ],
    ...['com.example/-a', 'com.example/a_'],
  ])('M-01, YB-07 find a key of _meta that has not the form of one, wherever it stands: %j', (key) => {
    for (const [subject, offer] of withMetaKey(key)) {
      const message = `has the key ${JSON.stringify(key)} in its _meta`;
      expect(findings(offer)).toEqual({ 'meta-key-grammar': [{ subject, message }] });
    }
  });

  it.each([
    ...['io.modelcontextprotocol/notes', 'io.modelcontextprotocol/', 'dev.mcp/a', 'com.mcp.tools/a', 'org.MCP/a'],
    ...['org.modelcontextprotocol.api/a', 'com.mcp.a.b.c/a'],
  ])('M-03, YB-07 find a prefix of _meta whose second label is the protocol’s, wherever it stands: %s', (key) => {
    for (const [subject, offer] of withMetaKey(key)) {
      const message = `has '${key}' in its _meta, with a prefix that the protocol keeps for itself`;
      expect(findings(offer)).toEqual({ 'meta-key-reserved': [{ subject, message }] });
    }
  });

  it('M-01, M-03, YB-07 leave keys of _meta alone that an application may choose', () => {
    for (const key of [
      'ui',
      'notes',
      'com.example/notes',
      'com.example.mcp/a_b.c',
      'example/',
      '',
      'a-b.c1/x',
      'mcp/a',
    ]) {
      for (const [, offer] of withMetaKey(key)) expect(findings(offer)).toEqual({});
    }
  });

  it('says a thing once a tool, at the first place', () => {
    const twice = input({
      type: 'object',
      properties: { x: { type: 'array', description: 'X' }, y: { type: 'array', description: 'Y' } },
    });
    expect(findings(twice)['array-without-items']).toHaveLength(1);
  });
});
