import type { ListedPrompt, ListedResource, ListedResourceTemplate, ListedTool } from '@polyspec/core';
import { expect, test } from 'vitest';
import { revision20250618 as before } from './revision-2025-06-18.js';
import { revision20251125 as wire } from './revision-2025-11-25.js';

const icons = [{ src: 'https://example.com/i.png', theme: 'dark' }] as const;
const seen = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

const tool = { name: 't', inputSchema: { type: 'object' }, icons } as unknown as ListedTool;
const prompt = { name: 'p', arguments: [], icons } as unknown as ListedPrompt;
const resource = { name: 'r', uri: 'a:b', icons } as unknown as ListedResource;
const template = { name: 'r', uriTemplate: 'a:{b}', icons } as unknown as ListedResourceTemplate;

test('what is listed is what 2025-06-18 lists, with icons (YB-12, V2-04)', () => {
  expect(seen(wire.tool(tool))).toEqual({ ...seen(before.tool(tool)), icons });
  expect(seen(wire.prompt(prompt))).toEqual({ ...seen(before.prompt(prompt)), icons });
  expect(seen(wire.resource(resource))).toEqual({ ...seen(before.resource(resource)), icons });
  expect(seen(wire.resourceTemplate(template))).toEqual({ ...seen(before.resourceTemplate(template)), icons });
});

test('no icons, or an empty list, adds nothing (V2-06, V2-16)', () => {
  expect(seen(wire.tool({ ...tool, icons: undefined }))).not.toHaveProperty('icons');
  expect(seen(wire.prompt({ ...prompt, icons: [] }))).not.toHaveProperty('icons');
});

test('the server says what it is, where its home is, and how it looks (YB-13, V2-03)', () => {
  const server = { name: 'n', version: '1', description: 'd', websiteUrl: 'https://x.test', icons };
  expect(seen(wire.serverInfo({ ...server, instructions: 'not here' }))).toEqual(server);
  expect(
    seen(wire.serverInfo({ name: 'n', version: '1', description: '', icons: [], instructions: undefined })),
  ).toEqual({
    name: 'n',
    version: '1',
  });
});

test('blocks of content are sent as they are', () => {
  expect(wire.block).toBeUndefined();
});
