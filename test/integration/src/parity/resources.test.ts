// Resources and their templates: behaviours of the reference library, over every revision.
import {
  type Application,
  blobContent,
  contents,
  error,
  type JsonObject,
  type ResourceReturn,
  textContent,
  UserError,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { open } from './open-client.js';

const plain = { uri: 'notes://today', name: 'today', description: 'For today', mimeType: 'text/markdown' };
const titled = { uri: 'notes://all', name: 'all', title: 'All Notes', description: 'All', mimeType: 'text/plain' };
const template = { uriTemplate: 'notes://item/{id}', name: 'item', description: 'One', mimeType: 'text/plain' };
const titledTemplate = { uriTemplate: 'files://{+path}', name: 'file', title: 'A File', description: 'A file' };

const lists: Application = {
  resources: () => [plain, titled],
  resourceTemplates: () => [template, titledTemplate],
  readResource: () => 'x',
};
const giving = (value: ResourceReturn | undefined): Application => ({ ...lists, readResource: () => value });

describe.each(REVISIONS)('under %s', (revision) => {
  const notFound = revision === '2026-07-28' ? -32602 : -32002;
  const read = async (application: Application, uri: string): Promise<JsonObject> =>
    (await open(application, revision)).result('resources/read', { uri });

  it('RP-01, RP-03 resources and templates are listed with what they say, with a title in the titled form only', async () => {
    const client = await open(lists, revision);
    expect(await client.list('resources/list', 'resources')).toEqual([plain, titled]);
    expect(await client.list('resources/templates/list', 'resourceTemplates')).toEqual([template, titledTemplate]);
  });

  it('RP-02, RP-18 either list is enough to be asked for all three', async () => {
    for (const facet of [{ resources: lists.resources }, { resourceTemplates: lists.resourceTemplates }]) {
      const client = await open({ ...facet, readResource: (uri: string) => `at ${uri}` } as Application, revision);
      expect(client.facts.capabilities).toHaveProperty('resources');
      const resources = await client.list('resources/list', 'resources');
      const templates = await client.list('resources/templates/list', 'resourceTemplates');
      expect(resources.length + templates.length).toBe(2);
      const uri = resources.length > 0 ? 'notes://today' : 'notes://item/7';
      expect(await client.result('resources/read', { uri })).toMatchObject({ contents: [{ text: `at ${uri}` }] });
    }
  });

  it.each(['a://{id', 'a://{}', 'a://{=id}', 'a://{id:0}'])(
    'RP-04, RP-05, V1-29, LU-11 the template %s stops the start, so that no partial list goes out',
    async (uriTemplate) => {
      const application: Application = {
        resourceTemplates: () => [template, { uriTemplate, name: 'bad' }],
        readResource: () => 'x',
      };
      await expect(open(application, revision)).rejects.toMatchObject({
        code: 'POLYSPEC_URI_TEMPLATE',
        template: uriTemplate,
      });
    },
  );

  it('RP-05, V1-29, LU-11 one that turns bad later is an error, and the server goes on', async () => {
    let uriTemplate = 'a://{id}';
    const application: Application = { resourceTemplates: () => [{ uriTemplate, name: 'a' }], readResource: () => 'x' };
    const client = await open(application, revision);
    uriTemplate = 'a://{id';
    expect((await client.error('resources/templates/list')).code).toBe(-32603);
    uriTemplate = 'b://{id}';
    expect(await client.list('resources/templates/list', 'resourceTemplates')).toMatchObject([{ uriTemplate }]);
  });

  it('RP-06, RP-08, RP-16, LI-18 a template is listed unexpanded; a read gets the URI as it came, and its values', async () => {
    const readResource = vi.fn(() => 'x');
    const client = await open({ ...lists, readResource }, revision);
    await client.result('resources/read', { uri: 'notes://item/a%20b' });
    expect(readResource).toHaveBeenLastCalledWith(
      'notes://item/a%20b',
      { id: 'a b' },
      expect.objectContaining({ revision }),
    );
    await client.result('resources/read', { uri: 'notes://today' });
    expect(readResource).toHaveBeenLastCalledWith('notes://today', {}, expect.anything());
  });

  it('RP-07, RP-19, LI-17 the literal parts have to match, and a value stays within its segment unless the template says +', async () => {
    const readResource = vi.fn((uri: string) => uri);
    const application: Application = {
      resourceTemplates: () => [
        { uriTemplate: 'notes://item/{id}', name: 'a' },
        { uriTemplate: 'files://{+path}', name: 'b' },
        { uriTemplate: 'mail://{from}/to/{to}.eml', name: 'c' },
      ],
      readResource,
    };
    const client = await open(application, revision);
    for (const uri of ['notes://item/', 'notes://item/7', 'files://a/b/c', 'files://', 'mail://a/to/b.eml.eml']) {
      expect(await client.result('resources/read', { uri })).toMatchObject({ contents: [{ text: uri }] });
    }
    readResource.mockClear();
    for (const uri of [
      'notes://items/7',
      'notes://item/7/8',
      'mail://x/to/y.txt',
      'mail://x/from/y.eml',
      'mail://x/to/to/y.eml',
      'other://x',
    ]) {
      expect(await client.error('resources/read', { uri })).toMatchObject({ code: notFound, data: { uri } });
    }
    expect(readResource).not.toHaveBeenCalled();
  });

  it('RP-09 to RP-13, RP-17 contents are text or base64, one or several, each with _meta if it has any', async () => {
    const list = [
      textContent('a://1', 'text/plain', 'x', { 'example.com/k': 1 }),
      blobContent('a://2', 'image/png', 'AA=='),
      blobContent('a://3', 'image/png', new Uint8Array([255])),
    ];
    expect((await read(giving(contents(list)), 'notes://today')).contents).toEqual([
      { uri: 'a://1', mimeType: 'text/plain', text: 'x', _meta: { 'example.com/k': 1 } },
      { uri: 'a://2', mimeType: 'image/png', blob: 'AA==' },
      { uri: 'a://3', mimeType: 'image/png', blob: '/w==' },
    ]);
  });

  it('RP-14, RP-15, CA-03, CA-06 a plain read is complete, with cache fields where the revision has them', async () => {
    const application: Application = {
      ...giving('x'),
      cachePolicy: (operation, request) =>
        operation === 'resources/read' && request === 'notes://today' ? { ttlMs: 2000, scope: 'public' } : undefined,
    };
    const result = await read(application, 'notes://today');
    if (revision === '2026-07-28') {
      expect(result).toMatchObject({ resultType: 'complete', ttlMs: 2000, cacheScope: 'public' });
      expect(await read(application, 'notes://all')).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    } else {
      expect(Object.keys(result)).toEqual(['contents']);
    }
  });

  it('RP-18, V1-19, V3-24, X-08 what is neither listed nor of a template is unknown, with the code of the revision', async () => {
    const client = await open(giving('x'), revision);
    expect(await client.error('resources/read', { uri: 'notes://tomorrow' })).toMatchObject({
      code: notFound,
      data: { uri: 'notes://tomorrow' },
    });
  });

  it('RP-21, V1-07 error(…), an exception and nothing at a listed URI are -32603', async () => {
    const failing = async (application: Application): Promise<unknown> =>
      (await open(application, revision)).error('resources/read', { uri: 'notes://today' });
    const throwing: Application = {
      ...lists,
      readResource: () => {
        throw new UserError('Locked');
      },
    };
    expect(await failing(giving(error('Gone fishing')))).toEqual({ code: -32603, message: 'Gone fishing' });
    expect(await failing(throwing)).toEqual({ code: -32603, message: 'Locked' });
    expect(await failing(giving(undefined))).toMatchObject({ code: -32603, message: 'Resource read failed' });
  });
});
