import { describe, expect, it } from 'vitest';
import { start } from '../../test/runtime.js';
import { ApplicationError } from '../errors.js';
import { defineApplication } from './define-application.js';
import { resource } from './resource.js';
import { resourceTemplate } from './resource-template.js';

describe('declared resources', () => {
  const readme = resource({ uri: 'docs://readme', mimeType: 'text/markdown', size: 7, read: () => '# Hello' });
  const note = resourceTemplate({
    uriTemplate: 'notes://{id}',
    mimeType: 'text/plain',
    read: (uri, { id }) => `${id} of ${uri}`,
  });

  it('are listed and read (RP-01, RP-03, RP-10)', async () => {
    const { runtime, context } = await start(defineApplication({ resources: { readme }, resourceTemplates: { note } }));
    expect((await runtime.listResources(undefined, context())).items).toMatchObject([
      { uri: 'docs://readme', name: 'readme', mimeType: 'text/markdown', size: 7 },
    ]);
    expect((await runtime.listResourceTemplates(undefined, context())).items).toMatchObject([
      { uriTemplate: 'notes://{id}', name: 'note' },
    ]);
    expect(await runtime.readResource('docs://readme', context())).toEqual({
      contents: [{ uri: 'docs://readme', mimeType: 'text/markdown', text: '# Hello' }],
    });
    expect(await runtime.readResource('notes://a%20b', context())).toEqual({
      contents: [{ uri: 'notes://a%20b', mimeType: 'text/plain', text: 'a b of notes://a%20b' }],
    });
  });

  it('are descriptors where they have a name', () => {
    expect(resource(readme)).toBe(readme);
    expect(resource('named', readme)).toEqual({ ...readme, name: 'named' });
    expect(resourceTemplate({ ...note, name: 'own' })).toEqual({ ...note, name: 'own' });
    expect(resourceTemplate('named', { uriTemplate: 'a://{x}' })).toEqual({ uriTemplate: 'a://{x}', name: 'named' });
  });

  it.each<[string, () => unknown]>([
    ["Unknown member 'url' of a resource. Did you mean 'uri'?", () => resource({ url: 'docs://readme' } as never)],
    [
      "Unknown member 'run' of resource template 'note'. Did you mean 'read'?",
      () => resourceTemplate('note', { uriTemplate: 'notes://{id}', run: () => 'x' } as never),
    ],
    [
      "A resource must be an object, such as resource('readme', { … }); got undefined",
      () => (resource as () => unknown)(),
    ],
    [
      "resourceTemplate() takes a name and one object; got 3 arguments. What answers goes into the object, as 'read'",
      () => (resourceTemplate as (...args: unknown[]) => unknown)('note', 'notes://{id}', () => 'x'),
    ],
  ])('are refused where they are made: %s', (message, declare) => {
    expect(declare).toThrow(ApplicationError);
    expect(declare).toThrow(message);
  });
});
