import { describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { ResourceReturn } from '../application/resources.js';
import { ApplicationError } from '../errors.js';
import { blobContent, contents, textContent } from '../results/resource.js';
import { error } from '../results/tool.js';

const listed = { uri: 'notes://today', name: 'today', mimeType: 'text/markdown' };
const template = { uriTemplate: 'example://item/{id}', name: 'item' };

async function read(uri: string, value: ResourceReturn | undefined, application: Application = {}) {
  const readResource = vi.fn(() => value);
  const { runtime, context, logger } = await start({
    resources: () => [listed],
    resourceTemplates: () => [template],
    readResource,
    ...application,
  });
  return { result: Promise.resolve(runtime.readResource(uri, context())), readResource, logger };
}

describe('reading a resource', () => {
  it.each<[string, ResourceReturn, unknown]>([
    [
      'RP-09, RP-10 contents',
      contents([textContent('a://1', 'text/plain', 'x')]),
      { contents: [{ uri: 'a://1', mimeType: 'text/plain', text: 'x' }] },
    ],
    [
      'RP-11 a blob',
      blobContent('a://1', 'image/png', new Uint8Array([0])),
      { contents: [{ uri: 'a://1', mimeType: 'image/png', blob: 'AA==' }] },
    ],
    [
      'RP-12 several',
      [textContent('a://1', 'a/b', 'x'), textContent('a://2', 'a/b', 'y')],
      {
        contents: [
          { uri: 'a://1', mimeType: 'a/b', text: 'x' },
          { uri: 'a://2', mimeType: 'a/b', text: 'y' },
        ],
      },
    ],
    [
      'RP-13 a string, of the listed MIME type',
      'x',
      { contents: [{ uri: 'notes://today', mimeType: 'text/markdown', text: 'x' }] },
    ],
    [
      'bytes, as base64',
      new Uint8Array([255]),
      { contents: [{ uri: 'notes://today', mimeType: 'text/markdown', blob: '/w==' }] },
    ],
    [
      'RP-17 with _meta',
      textContent('a://1', 'a/b', 'x', { k: 1 }),
      { contents: [{ uri: 'a://1', mimeType: 'a/b', text: 'x', _meta: { k: 1 } }] },
    ],
  ])('gives %s', async (_name, value, expected) => {
    const { result } = await read('notes://today', value);
    expect(await result).toEqual(expected);
  });

  it('RP-08, RP-16, LI-18 hands on the variables of a template, and none for a listed URI', async () => {
    const one = await read('example://item/7', 'x');
    await one.result;
    expect(one.readResource).toHaveBeenCalledWith('example://item/7', { id: '7' }, expect.anything());
    const other = await read('notes://today', 'x');
    await other.result;
    expect(other.readResource).toHaveBeenCalledWith('notes://today', {}, expect.anything());
  });

  it('A10, RP-19 decodes variables once', async () => {
    for (const [uri, id] of [
      ['example://item/%C2%A7%20141.61', '§ 141.61'],
      ['example://item/a%2Fb', 'a/b'],
      ['example://item/100%25', '100%'],
      ['example://item/a+b', 'a+b'],
    ] as const) {
      const { result, readResource } = await read(uri, 'x');
      await result;
      expect(readResource).toHaveBeenCalledWith(uri, { id }, expect.anything());
    }
  });

  it('A10 refuses malformed percent-encoding, NUL and dot segments before the handler', async () => {
    for (const uri of ['example://item/%', 'example://item/%00', 'example://item/%2e%2e%2fetc']) {
      const { result, readResource } = await read(uri, 'x');
      await expect(result).rejects.toMatchObject({ reason: 'invalid-params', data: { uri } });
      expect(readResource).not.toHaveBeenCalled();
    }
  });

  it('A10 lets a template take dot segments that asks for them', async () => {
    const { result } = await read('example://item/%2e%2e%2fetc', 'x', {
      resourceTemplates: () => [{ ...template, allowUnsafePaths: true }],
    });
    expect((await result).contents).toHaveLength(1);
  });

  it('RS-07, RP-18 a URI that is neither listed nor matched is unknown', async () => {
    const { result } = await read('other://x', 'x');
    await expect(result).rejects.toMatchObject({
      reason: 'unknown-resource',
      message: "Unknown resource 'other://x'",
      data: { uri: 'other://x' },
    });
  });

  it('RS-07 nothing at a URI that a template matches is unknown too', async () => {
    const { result } = await read('example://item/404', undefined);
    await expect(result).rejects.toMatchObject({ reason: 'unknown-resource', data: { uri: 'example://item/404' } });
  });

  it('RS-08 a list without contents is nothing at the URI of a template, and the contents of a listed resource', async () => {
    for (const none of [[], contents([])]) {
      await expect((await read('example://item/404', none)).result).rejects.toMatchObject({
        reason: 'unknown-resource',
        data: { uri: 'example://item/404' },
      });
      expect(await (await read('notes://today', none)).result).toEqual({ contents: [] });
    }
  });

  it('RP-21 nothing at a listed URI is «Resource read failed», and error(…) fails with its words', async () => {
    await expect((await read('notes://today', undefined)).result).rejects.toMatchObject({
      reason: 'internal',
      message: 'Resource read failed',
    });
    await expect((await read('notes://today', error('locked'))).result).rejects.toMatchObject({
      reason: 'internal',
      message: 'locked',
    });
  });

  it('RP-21 the log says who gave nothing for a listed URI', async () => {
    const hook = await read('notes://today', undefined);
    await expect(hook.result).rejects.toThrow();
    expect(hook.logger.warn).toHaveBeenCalledExactlyOnceWith(
      { uri: 'notes://today' },
      "readResource gave nothing for resource 'notes://today'",
    );
    const own = await read('notes://today', undefined, { resources: () => [{ ...listed, read: () => undefined }] });
    await expect(own.result).rejects.toThrow();
    expect(own.logger.warn).toHaveBeenCalledWith(
      { uri: 'notes://today' },
      "read gave nothing for resource 'notes://today'",
    );
    const none = await read('example://item/404', undefined);
    await expect(none.result).rejects.toThrow();
    expect(none.logger.warn).not.toHaveBeenCalled();
  });

  it('A11 gives query variables in any order, leaves missing ones out, and ignores unknown ones', async () => {
    const dom = { resourceTemplates: () => [{ uriTemplate: 'dom://{pageId}{?selector,includeText}', name: 'dom' }] };
    for (const [uri, variables] of [
      ['dom://p1', { pageId: 'p1' }],
      ['dom://p1?selector=a', { pageId: 'p1', selector: 'a' }],
      ['dom://p1?includeText=1&selector=a', { pageId: 'p1', selector: 'a', includeText: '1' }],
      ['dom://p1?selector=a&x=1', { pageId: 'p1', selector: 'a' }],
      ['dom://p1?selector=a&selector=b', { pageId: 'p1', selector: 'a' }],
      ['dom://p1?selector=', { pageId: 'p1', selector: '' }],
    ] as const) {
      const { result, readResource } = await read(uri, 'x', dom);
      await result;
      expect(readResource).toHaveBeenCalledWith(uri, variables, expect.anything());
    }
  });

  it('reads by the descriptor’s own read where there is one', async () => {
    const { result, readResource } = await read('notes://today', 'x', {
      resources: () => [{ ...listed, read: () => 'own' }],
    });
    expect((await result).contents[0]).toMatchObject({ text: 'own' });
    expect(readResource).not.toHaveBeenCalled();
  });

  it('takes the template with the most literal text', async () => {
    const readWhich = (name: string) => ({ name, read: () => name });
    const { result } = await read('a://b/c', undefined, {
      resourceTemplates: () => [
        { uriTemplate: 'a://{+x}', ...readWhich('loose') },
        { uriTemplate: 'a://b/{x}', ...readWhich('close') },
      ],
    });
    expect((await result).contents[0]).toMatchObject({ text: 'close' });
  });
});

describe('listing resources', () => {
  it('RP-01, RP-03 gives all members of resources and templates', async () => {
    const { runtime, context } = await start({
      resources: () => [{ ...listed, title: 'T', size: 3 }],
      resourceTemplates: () => [template],
      readResource: () => 'x',
    });
    expect((await runtime.listResources(undefined, context())).items[0]).toMatchObject({
      ...listed,
      title: 'T',
      size: 3,
    });
    expect((await runtime.listResourceTemplates(undefined, context())).items[0]).toMatchObject(template);
  });

  it('RP-04, RP-05, QL-30 one bad template stops the start, and the error names it', async () => {
    const broken = { uriTemplate: 'a://{id', name: 'broken' };
    const readable = { ...template, read: () => 'x' };
    await expect(start({ resourceTemplates: () => [readable, broken] })).rejects.toMatchObject({
      code: 'POLYSPEC_URI_TEMPLATE',
      template: 'a://{id',
    });
  });

  it('refuses resources without an absolute URI, and two of one URI', async () => {
    await expect(start({ resources: () => [{ uri: 'today', name: 'x' }] })).rejects.toThrow('absolute');
    const readable = { ...listed, read: () => 'x' };
    await expect(start({ resources: () => [readable, readable] })).rejects.toThrow('two resources');
  });

  it.each<[string, Application]>([
    [
      "Resource 'notes://today' can't be read: it has no read, and there is no readResource",
      { resources: () => [listed] },
    ],
    [
      "Resource template 'example://item/{id}' can't be read: it has no read, and there is no readResource",
      { resourceTemplates: () => [template] },
    ],
    [
      "Resource template 'example://item/{id}' completes 'idd', which is none of its variables. Did you mean 'id'?",
      { resourceTemplates: () => [{ ...template, read: () => 'x', complete: { id: () => [], idd: () => [] } }] },
    ],
    [
      "Resource template 'item/{id}' has no absolute URIs; begin it with a scheme, such as notes://{id}",
      { resourceTemplates: () => [{ ...template, uriTemplate: 'item/{id}', read: () => 'x' }] },
    ],
    [
      "Resource template 'item' has no uriTemplate",
      { resourceTemplates: () => [{ name: 'item', read: () => 'x' } as never] },
    ],
  ])('stops the start: %s', async (message, application) => {
    await expect(start(application)).rejects.toThrow(new ApplicationError(message));
  });

  it.each([['{scheme}://{id}'], ['{+uri}']])(
    'takes the template %s, whose scheme is in a variable',
    async (uriTemplate) => {
      const { runtime, context } = await start({
        resourceTemplates: () => [{ ...template, uriTemplate, read: () => 'x' }],
      });
      expect(await runtime.readResource('notes://1', context())).toMatchObject({ contents: [{ uri: 'notes://1' }] });
    },
  );

  it('leaves reading to rounds where there are some', async () => {
    await start({ resources: () => [listed], resourceTemplates: () => [template], readResourceRound: () => undefined });
  });
});
