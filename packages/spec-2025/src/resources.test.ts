import { type Application, blobContent, contents, RequestError, UserError } from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { connected } from '../test/client.js';

const icons = [{ src: 'https://example.com/i.png' }];
const application: Application = {
  resources: () => [
    { uri: 'a:text', name: 'text', size: 2, annotations: { priority: 1 }, icons, _meta: { 'example.com/x': 1 } },
    { uri: 'a:bytes', name: 'bytes', mimeType: 'image/png' },
    { uri: 'a:gone', name: 'gone' },
    { uri: 'a:refused', name: 'refused' },
    { uri: 'a:broken', name: 'broken' },
  ],
  resourceTemplates: () => [{ uriTemplate: 'b:{x}', name: 'b', icons }],
  readResource: (uri, variables) => {
    switch (uri) {
      case 'a:text':
        return { ...contents([{ uri, text: 'hi', _meta: { 'example.com/y': 2 } }]), _meta: { 'example.com/z': 3 } };
      case 'a:bytes':
        return blobContent(uri, 'image/png', new Uint8Array([1, 2, 3]));
      case 'a:gone':
        throw new RequestError('unknown-resource', 'Gone for good');
      case 'a:refused':
        throw new UserError('Not yours');
      case 'a:broken':
        throw new Error('password=hunter2');
      default:
        return variables.x === 'none' ? undefined : `b is ${String(variables.x)}`;
    }
  },
};

describe('resources/list and resources/templates/list', () => {
  test('show all that was said about a resource, icons from 2025-11-25 on (YR-07)', async () => {
    const text = { uri: 'a:text', name: 'text', size: 2, annotations: { priority: 1 }, _meta: { 'example.com/x': 1 } };
    const older = await connected(application, { revision: '2025-06-18' });
    expect((await older.list('resources/list', 'resources'))[0]).toEqual(text);
    expect(await older.list('resources/templates/list', 'resourceTemplates')).toEqual([
      { uriTemplate: 'b:{x}', name: 'b' },
    ]);
    const newer = await connected(application);
    expect((await newer.list('resources/list', 'resources'))[0]).toEqual({ ...text, icons });
    expect(await newer.list('resources/templates/list', 'resourceTemplates')).toEqual([
      { uriTemplate: 'b:{x}', name: 'b', icons },
    ]);
  });
});

describe('resources/read', () => {
  test('gives text or bytes, with their _meta, and no cache fields (YB-06)', async () => {
    const client = await connected(application);
    expect(await client.result('resources/read', { uri: 'a:text' })).toEqual({
      contents: [{ uri: 'a:text', text: 'hi', _meta: { 'example.com/y': 2 } }],
      _meta: { 'example.com/z': 3 },
    });
    expect(await client.result('resources/read', { uri: 'a:bytes' })).toEqual({
      contents: [{ uri: 'a:bytes', mimeType: 'image/png', blob: 'AQID' }],
    });
  });

  test('of what does not exist is -32002 with its URI (YR-11, Part 3)', async () => {
    const client = await connected(application);
    for (const uri of ['a:nope', 'b:none', 'not a uri', '']) {
      expect(await client.error('resources/read', { uri })).toMatchObject({ code: -32002, data: { uri } });
    }
  });

  test('of what the application says does not exist has the URI as well', async () => {
    expect(await (await connected(application)).error('resources/read', { uri: 'a:gone' })).toEqual({
      code: -32002,
      message: 'Gone for good',
      data: { uri: 'a:gone' },
    });
  });

  test('without a URI is -32602 (V1-17)', async () => {
    const client = await connected(application);
    expect(await client.error('resources/read')).toEqual({
      code: -32602,
      message: 'Invalid params: uri must be a string, got nothing',
    });
  });

  test('that fails is -32603, with the text of a UserError only (V1-07, A13)', async () => {
    const client = await connected(application, { http: true });
    expect(await client.error('resources/read', { uri: 'a:refused' })).toEqual({ code: -32603, message: 'Not yours' });
    expect((await client.error('resources/read', { uri: 'a:broken' })).message).not.toContain('hunter2');
  });
});

test('resources that are kept back are neither listed nor read', async () => {
  const client = await connected({ ...application, capabilities: () => [] });
  expect(client.opening.capabilities).not.toHaveProperty('resources');
  expect(await client.result('resources/list')).toEqual({ resources: [] });
  expect(await client.result('resources/templates/list')).toEqual({ resourceTemplates: [] });
  expect(await client.error('resources/read', { uri: 'a:text' })).toMatchObject({
    code: -32002,
    data: { uri: 'a:text' },
  });
});
