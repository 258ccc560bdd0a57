// What a server says that it offers: behaviours of the reference library, over every revision.
import type { Application } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { open } from './open-client.js';

const tools: Application = { tools: () => [{ name: 'hello', description: 'Greets.', run: () => 'Hello' }] };
const others: Application = {
  prompts: () => [],
  resources: () => [],
  complete: () => [],
};

/** What stands with lists that may change, and with resources that can be followed. */
const changing = { listChanged: true };
const followed = { subscribe: true, listChanged: true };

describe.each(REVISIONS)('under %s', (revision) => {
  const capabilities = async (application: Application): Promise<object> => {
    const { logging: _, ...rest } = (await open(application, revision)).facts.capabilities;
    return rest;
  };

  it('TP-01 tools alone are advertised where nothing else is implemented, or where capabilities() names nothing', async () => {
    expect(await capabilities(tools)).toEqual({ tools: changing });
    expect(await capabilities({ ...tools, ...others, capabilities: () => [] })).toEqual({ tools: changing });
  });

  it('TP-02, PP-07, RP-02, CP-14, V1-14 prompts, resources and completions are advertised as they are declared', async () => {
    expect(await capabilities({ ...tools, ...others })).toEqual({
      tools: changing,
      prompts: changing,
      resources: followed,
      completions: {},
    });
    const some: Application = { ...tools, ...others, capabilities: () => ['prompts', 'completions'] };
    expect(await capabilities(some)).toEqual({ tools: changing, prompts: changing, completions: {} });
  });

  it('TP-03 elicitation is asked of clients and never advertised', async () => {
    const asking: Application = {
      ...tools,
      callToolWithElicitation: () => undefined,
      capabilities: () => ['elicitation'],
    };
    expect(await capabilities(asking)).toEqual({ tools: changing });
  });

  it('TP-04, AP-04 ui switches the Apps extension on', async () => {
    const withPages: Application = { ...tools, toolUi: () => undefined };
    const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
    expect(await capabilities({ ...withPages, capabilities: () => ['ui'] })).toEqual({ tools: changing, extensions });
    expect(await capabilities({ ...withPages, capabilities: () => [] })).toEqual({ tools: changing });
  });

  it('TP-05, TP-06 tools may be none, and may even be missing', async () => {
    const empty = await open({ tools: () => [] }, revision);
    expect(empty.facts.capabilities).toHaveProperty('tools');
    expect(await empty.tools()).toEqual([]);
    const promptsOnly = await open({ prompts: () => [{ name: 'p' }], getPrompt: () => 'x' }, revision);
    expect(promptsOnly.facts.capabilities).not.toHaveProperty('tools');
    expect(await promptsOnly.list('prompts/list', 'prompts')).toHaveLength(1);
  });

  it('TP-40 lists are asked for on every request, capabilities once', async () => {
    let asked = 0;
    const prompts: { name: string }[] = [];
    const application: Application = {
      capabilities: () => {
        asked += 1;
        return ['prompts'];
      },
      prompts: () => [...prompts],
      getPrompt: () => 'x',
    };
    const client = await open(application, revision);
    expect(await client.list('prompts/list', 'prompts')).toEqual([]);
    prompts.push({ name: 'late' });
    expect(await client.list('prompts/list', 'prompts')).toMatchObject([{ name: 'late' }]);
    expect(asked).toBe(1);
  });

  it('TP-41 a member that is no function implements nothing, and a method that is not listed is no tool', async () => {
    class Odd {
      readonly tools = tools.tools;
      readonly prompts = new Set();
      readonly resources = new Map();
      stray() {
        return 'stray';
      }
    }
    const client = await open(new Odd() as unknown as Application, revision);
    expect(client.facts.capabilities).not.toHaveProperty('prompts');
    expect(client.facts.capabilities).not.toHaveProperty('resources');
    expect(client.facts.capabilities).not.toHaveProperty('extensions');
    expect(await client.call('hello')).toMatchObject({ content: [{ text: 'Hello' }] });
    expect((await client.error('tools/call', { name: 'stray' })).code).toBe(-32602);
    for (const misplaced of [{ prompts: [] }, { callTool: 5 }, { toolUi: {} }]) {
      const starting = open({ ...tools, ...misplaced } as unknown as Application, revision);
      await expect(starting).rejects.toThrow('must be a function');
    }
  });

  it('V1-13, V3-21 the server says its name, its version and its title', async () => {
    const { serverInfo } = (await open(tools, revision, { server: { name: 'greeter', version: '2.0.0' } })).facts;
    expect(serverInfo).toEqual({ name: 'greeter', version: '2.0.0', title: 'greeter' });
  });

  it('FO-08, V2-03, QL-20 and what it is, where the revision has a place for it', async () => {
    const { serverInfo } = (await open(tools, revision, { server: { description: 'Greets people' } })).facts;
    if (revision === '2025-06-18') expect(serverInfo).not.toHaveProperty('description');
    else expect(serverInfo).toHaveProperty('description', 'Greets people');
    const silent = (await open(tools, revision, { server: { description: '' } })).facts;
    expect(silent.serverInfo).not.toHaveProperty('description');
  });

  it('FO-09, V1-12, V3-14 and how it is used, in every revision', async () => {
    expect((await open(tools, revision, { server: { instructions: 'Greet first.' } })).facts.instructions).toBe(
      'Greet first.',
    );
    expect((await open(tools, revision, { server: { instructions: '' } })).facts.instructions).toBeUndefined();
  });
});
