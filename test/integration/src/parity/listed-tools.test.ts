// How tools are listed: behaviours of the reference library, over every revision.
import type { Application, ToolDescriptor } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { open } from './open-client.js';

/** A tool made from its documentation alone, as the reference makes all of them. */
const factorial: ToolDescriptor = {
  name: 'factorial',
  signature: {
    title: 'Factorial Calculator',
    description: 'Computes a factorial',
    arguments: [
      { name: 'N', type: 'integer' },
      { name: 'F', type: 'integer', mode: 'out' },
    ],
  },
};

const listing = (...tools: readonly ToolDescriptor[]): Application => ({ tools: () => tools, callTool: () => 'x' });

describe.each(REVISIONS)('under %s', (revision) => {
  it('TP-07, TP-08 a tool has the name of its method, and its title where it has none', async () => {
    const [titled, plain, aliased] = await (
      await open(
        listing(factorial, { name: 'plain', signature: {} }, { name: 'alias', method: 'real', signature: {} }),
        revision,
      )
    ).tools();
    expect(titled).toMatchObject({ name: 'factorial', title: 'Factorial Calculator' });
    expect(plain).toMatchObject({ name: 'plain', title: 'plain' });
    expect(aliased).toMatchObject({ name: 'alias', title: 'real' });
  });

  it('TP-09, SI-14 its documentation becomes its members, in this order', async () => {
    const [tool] = await (await open(listing(factorial), revision)).tools();
    expect(Object.entries(tool ?? {})).toEqual([
      ['name', 'factorial'],
      ['title', 'Factorial Calculator'],
      ['description', 'Computes a factorial'],
      ['inputSchema', { type: 'object', properties: { N: { type: 'integer' } }, required: ['N'] }],
      ['outputSchema', { type: 'object', properties: { F: { type: 'integer' } }, required: ['F'] }],
    ]);
  });

  it('SI-13 one without a comment has no description', async () => {
    const [tool] = await (await open(listing({ name: 'mute', signature: {} }), revision)).tools();
    expect(tool).not.toHaveProperty('description');
  });

  it('TP-28, QL-08 both schemas are there, but a declared tool promises nothing that it did not declare', async () => {
    const declared: ToolDescriptor = { name: 'declared', description: 'Declared.', input: { type: 'object' } };
    const [made, other] = await (await open(listing({ name: 'made', signature: {} }, declared), revision)).tools();
    expect(made).toMatchObject({ inputSchema: { type: 'object' }, outputSchema: { type: 'object' } });
    expect(other).toMatchObject({ inputSchema: { type: 'object' } });
    expect(other).not.toHaveProperty('outputSchema');
  });

  it('SI-11, TP-31 without arguments the input is closed and the output empty; a declared text reaches the client', async () => {
    const application = {
      tools: (): readonly ToolDescriptor[] => [
        { name: 'quiet', signature: {} },
        { name: 'says', signature: { arguments: [{ name: 'message', mode: 'out' }] } },
      ],
      quiet: () => undefined,
      says: () => 'Good morning',
    };
    const client = await open(application, revision);
    const [quiet] = await client.tools();
    expect(quiet?.inputSchema).toEqual({ type: 'object', additionalProperties: false });
    expect(quiet?.outputSchema).toEqual({ type: 'object', properties: {} });
    expect(await client.call('says')).toMatchObject({ structuredContent: { message: 'Good morning' } });
  });

  it('TP-25 to TP-27 given schemas replace the inferred ones, unchanged', async () => {
    const input = { type: 'object', properties: { custom: { type: 'string', 'x-own': [1] } } };
    const output = { type: 'object', properties: { y: { type: 'string' } } };
    const application: Application = {
      ...listing(factorial, { ...factorial, name: 'kept' }),
      inputSchema: (tool) => (tool === 'factorial' ? input : undefined),
      outputSchema: (tool) => (tool === 'factorial' ? output : undefined),
    };
    const [replaced, kept] = await (await open(application, revision)).tools();
    expect(replaced?.inputSchema).toEqual(input);
    expect(replaced?.outputSchema).toEqual(output);
    expect(kept?.inputSchema).toHaveProperty('properties.N');
    expect(kept?.outputSchema).toHaveProperty('properties.F');
  });

  it('TP-29, TP-30 an annotated property is listed as it is, and off HTTP nobody need mind it', async () => {
    const region = { type: 'string', 'x-mcp-header': 'Region' };
    const client = await open(
      {
        tools: () => [
          {
            name: 'query',
            description: 'Queries.',
            input: { type: 'object', properties: { region } },
            run: (args: { region: string }) => args.region,
          },
        ],
      },
      revision,
    );
    expect((await client.tools())[0]).toHaveProperty('inputSchema.properties.region', region);
    expect(await client.call('query', { region: 'north' })).toMatchObject({ content: [{ text: 'north' }] });
  });
});
