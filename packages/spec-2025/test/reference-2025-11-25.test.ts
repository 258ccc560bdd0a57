import type { Icon, JsonObject, ServerOptions } from '@polyspec/core';
import { expect, test } from 'vitest';
import { spec20251125 } from '../src/index.js';
import { Everything, Tools } from './applications.js';
import { type Client, connected } from './client.js';

/**
 * The tests of the reference library for 2025-11-25, under their names there. Those about elicitation and about the facade
 * are elsewhere.
 */

const ICON: Icon = { src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48', '96x96'] };

class WithIcons extends Everything {
  toolIcons(name: string): readonly Icon[] | undefined {
    return name === 'greet' ? [ICON] : undefined;
  }

  promptIcons(name: string): readonly Icon[] | undefined {
    return name === 'review' ? [ICON] : [];
  }

  resourceIcons(uriOrTemplate: string): readonly Icon[] | undefined {
    if (uriOrTemplate === 'notes://settings') throw new Error('no icon today');
    return uriOrTemplate === 'notes://welcome' || uriOrTemplate === 'notes://day/{day}' ? [ICON] : undefined;
  }
}

const open = (revision = '2025-11-25', server: ServerOptions = {}): Promise<Client> =>
  connected(new WithIcons(), { spec: spec20251125, revision, server });

const iconsByName = async (client: Client, method: string, member: string): Promise<JsonObject> =>
  Object.fromEntries((await client.list(method, member)).map(({ name, icons }) => [name, icons]));

test('spec_2025_11_25_identity_01, …_supported_versions_01: both revisions, newest first (V2-12)', () => {
  expect(spec20251125.revisions).toEqual(['2025-11-25', '2025-06-18']);
});

test('spec_2025_11_25_initialize_01: agrees on 2025-11-25, with the name option', async () => {
  const { opening } = await open('2025-11-25', { name: 'another-name' });
  expect(opening).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'another-name' } });
});

test('spec_2025_11_25_negotiate_down_01: a client of 2025-06-18 gets that', async () => {
  expect((await open('2025-06-18')).opening.protocolVersion).toBe('2025-06-18');
});

test('spec_2025_11_25_negotiate_newer_01: a newer client gets 2025-11-25', async () => {
  expect((await open('2026-01-01')).opening.protocolVersion).toBe('2025-11-25');
});

test('an older client gets 2025-11-25 as well, the newest (V2-13: the published rule wins)', async () => {
  expect((await open('2024-11-05')).opening.protocolVersion).toBe('2025-11-25');
});

test('spec_2025_11_25_server_description_01: the description; an empty one says nothing (V2-03)', async () => {
  const described = await open('2025-11-25', { description: 'Does everything' });
  expect(described.opening.serverInfo).toMatchObject({ description: 'Does everything' });
  const empty = await open('2025-11-25', { description: '' });
  expect(empty.opening.serverInfo).not.toHaveProperty('description');
});

test('spec_2025_11_25_tool_icons_01, …_sizes_01: src, mimeType and sizes of a tool', async () => {
  const icons = await iconsByName(await open(), 'tools/list', 'tools');
  expect(icons.greet).toEqual([ICON]);
  expect(icons.factorial).toBeUndefined();
});

test('spec_2025_11_25_prompt_icons_01: icons of a prompt; an empty list adds nothing (V2-16)', async () => {
  const icons = await iconsByName(await open(), 'prompts/list', 'prompts');
  expect(icons).toEqual({ review: [ICON] });
});

test('spec_2025_11_25_resource_icons_01: icons of a resource; a hook that throws counts as absent (V2-16)', async () => {
  const icons = await iconsByName(await open(), 'resources/list', 'resources');
  expect(icons).toEqual({ welcome: [ICON] });
});

test('spec_2025_11_25_resource_template_icons_01: icons of a template, by the template (V2-15)', async () => {
  const templates = await (await open()).list('resources/templates/list', 'resourceTemplates');
  expect(templates[1]).toEqual({ uriTemplate: 'notes://day/{day}', name: 'day', title: 'A Day', icons: [ICON] });
});

test('after negotiating down, neither icons nor descriptions of the server are sent (V2-14)', async () => {
  const options = { description: 'Does everything', websiteUrl: 'https://example.com', icons: [ICON] };
  const client = await open('2025-06-18', options);
  expect(Object.keys(client.opening.serverInfo as JsonObject).sort()).toEqual(['name', 'title', 'version']);
  expect(await iconsByName(client, 'tools/list', 'tools')).not.toHaveProperty('greet', [ICON]);
});

test('it keeps the methods and the lifecycle of 2025-06-18 (V2-01)', async () => {
  const client = await connected(new Tools(), { spec: spec20251125 });
  expect(await client.result('ping')).toEqual({});
  expect((await client.call('greet', { Name: 'World' })).structuredContent).toEqual({ Greeting: 'Hello, World!' });
  expect(await client.error('resources/read', { uri: 'notes://nope' })).toMatchObject({ code: -32002 });
});
