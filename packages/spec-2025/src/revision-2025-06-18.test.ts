import type { ListedTool } from '@polyspec/core';
import { resourceLink, text } from '@polyspec/core';
import { expect, test } from 'vitest';
import { revision20250618 as wire } from './revision-2025-06-18.js';

const icons = [{ src: 'https://example.com/i.png' }];
const meta = { 'example.com/x': 1 };
const seen = (value: object): unknown => JSON.parse(JSON.stringify(value));

test('the server: no description, home page or icons (YB-13, QL-20)', () => {
  const server = {
    name: 'n',
    version: '1',
    title: 'T',
    description: 'd',
    websiteUrl: 'https://x.test',
    icons,
    instructions: 'i',
  };
  expect(seen(wire.serverInfo(server))).toEqual({ name: 'n', title: 'T', version: '1' });
  expect(seen(wire.serverInfo({ ...server, title: '' }))).toEqual({ name: 'n', version: '1' });
});

test('a tool: all that it has but icons, and nothing that it has not (YT-02)', () => {
  const tool: ListedTool = {
    name: 't',
    title: 'T',
    description: 'd',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    icons,
    _meta: meta,
  };
  const { icons: _, ...rest } = tool;
  expect(seen(wire.tool(tool))).toEqual(rest);
  expect(
    seen(
      wire.tool({
        ...tool,
        title: undefined,
        description: undefined,
        outputSchema: undefined,
        annotations: undefined,
        _meta: undefined,
      }),
    ),
  ).toEqual({
    name: 't',
    inputSchema: { type: 'object' },
  });
});

test('a tool whose output is no object: its schema is wrapped (YT-03)', () => {
  const outputSchema = { type: 'array', items: { type: 'number' } };
  const tool = { name: 't', inputSchema: { type: 'object' }, outputSchema } as unknown as ListedTool;
  expect(seen(wire.tool(tool))).toMatchObject({
    outputSchema: { type: 'object', properties: { result: outputSchema }, required: ['result'] },
  });
});

test('a prompt, a resource, a template: all that they have but icons (YR-02, YR-07)', () => {
  const members = { name: 'n', title: 'T', description: 'd', _meta: meta };
  const prompt = { ...members, arguments: [{ name: 'a', title: 'A', description: 'd', required: true }] };
  expect(seen(wire.prompt({ ...prompt, icons }))).toEqual(prompt);
  const more = { ...members, mimeType: 'text/plain', annotations: { priority: 1 } };
  expect(seen(wire.resource({ ...more, uri: 'a:b', size: 3, icons }))).toEqual({ ...more, uri: 'a:b', size: 3 });
  expect(seen(wire.resourceTemplate({ ...more, uriTemplate: 'a:{b}', icons }))).toEqual({
    ...more,
    uriTemplate: 'a:{b}',
  });
});

test('a block of content: links lose their icons, and the given block keeps them', () => {
  const link = resourceLink('a:b', 'n', { icons, title: 'T' });
  expect(wire.block?.(link)).toEqual(resourceLink('a:b', 'n', { title: 'T' }));
  expect(link.icons).toBe(icons);
  const plain = text('x');
  expect(wire.block?.(plain)).toBe(plain);
});
