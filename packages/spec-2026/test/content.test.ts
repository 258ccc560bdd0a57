// What tools, prompts and resources carry, from the application to the wire.
import {
  type Application,
  audio,
  blobContent,
  contents,
  createHandler,
  embedded,
  type HandlerOptions,
  image,
  type JsonObject,
  message,
  messages,
  resourceLink,
  results,
  silentLogger,
  textContent,
} from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { spec20260728 } from '../src/spec.js';
import { modernRequest, pipe } from './ask.js';

const PIXEL = new Uint8Array([0, 255, 1, 254]);
const BASE64 = 'AP8B/g==';

async function asker(application: Application, options: Partial<HandlerOptions> = {}) {
  const fixed = { logger: silentLogger, ...options, spec: spec20260728 };
  const handler = await createHandler('contents', application, fixed);
  return (method: string, params: JsonObject = {}) => pipe(handler, modernRequest(method, params));
}

describe('tools', () => {
  it('TL-11 list their hints as they are, and none that was not given', async () => {
    const annotations = {
      title: 'T',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    };
    const ask = await asker({
      tools: () => [
        { name: 'hinted', annotations, run: () => 'x' },
        { name: 'plain', run: () => 'x' },
      ],
    });
    const { result } = await ask('tools/list');
    expect(result?.tools).toMatchObject([{ annotations }, { name: 'plain' }]);
    expect(result).not.toHaveProperty('tools.1.annotations');
  });

  it('TL-21 may link to what no list has', async () => {
    const ask = await asker({
      tools: () => [{ name: 'find', run: () => results([resourceLink('other://unlisted', 'found')]) }],
      resources: () => [{ uri: 'a:1', name: 'one', read: () => 'x' }],
    });
    expect((await ask('tools/call', { name: 'find' })).result).toMatchObject({
      content: [{ type: 'resource_link', uri: 'other://unlisted', name: 'found' }],
    });
  });

  it('TL-22 may embed what is also offered to be read', async () => {
    const read = () => contents([textContent('a:1', 'text/plain', 'one')]);
    const ask = await asker({
      tools: () => [{ name: 'show', run: () => results([embedded(textContent('a:1', 'text/plain', 'one'))]) }],
      resources: () => [{ uri: 'a:1', name: 'one', read }],
    });
    const called = (await ask('tools/call', { name: 'show' })).result;
    const offered = (await ask('resources/read', { uri: 'a:1' })).result;
    const [resource] = (offered?.contents ?? []) as readonly JsonObject[];
    expect(called?.content).toEqual([{ type: 'resource', resource }]);
  });

  it('TL-23, TL-18, Z-07 have all their inputs checked before they run, and what fails in them hidden', async () => {
    const run = vi.fn(() => Promise.reject(new Error('at /srv/secret.js:1')));
    const input = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] } as const;
    const ask = await asker({ tools: () => [{ name: 'f', input, run }] }, { exposeErrors: false });
    for (const args of [{}, { n: 0 }, { n: '1' }, { n: null }]) {
      expect((await ask('tools/call', { name: 'f', arguments: args })).result).toMatchObject({ isError: true });
    }
    expect(run).not.toHaveBeenCalled();
    const { result } = await ask('tools/call', { name: 'f', arguments: { n: 1 } });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).not.toMatch(/secret|\.js/);
  });
});

describe('prompts', () => {
  it('PR-06 carry images and audio as base64 with their type, and whole resources', async () => {
    const ask = await asker({
      prompts: () => [
        {
          name: 'p',
          run: () =>
            messages([
              message('user', image(PIXEL, 'image/png')),
              message('assistant', audio(PIXEL, 'audio/wav')),
              message('user', embedded(textContent('a:1', 'text/plain', 'one'))),
              message('user', embedded(blobContent('a:2', 'application/octet-stream', PIXEL))),
            ]),
        },
      ],
    });
    expect((await ask('prompts/get', { name: 'p' })).result?.messages).toEqual([
      { role: 'user', content: { type: 'image', data: BASE64, mimeType: 'image/png' } },
      { role: 'assistant', content: { type: 'audio', data: BASE64, mimeType: 'audio/wav' } },
      { role: 'user', content: { type: 'resource', resource: { uri: 'a:1', mimeType: 'text/plain', text: 'one' } } },
      {
        role: 'user',
        content: { type: 'resource', resource: { uri: 'a:2', mimeType: 'application/octet-stream', blob: BASE64 } },
      },
    ]);
  });

  it('PR-08, PR-09 have their arguments checked before they are filled in', async () => {
    const run = vi.fn(() => messages([]));
    const ask = await asker({ prompts: () => [{ name: 'p', arguments: [{ name: 'a', required: true }], run }] });
    for (const args of [{}, { a: 1 }, { a: null }, ['a'], 'a']) {
      expect((await ask('prompts/get', { name: 'p', arguments: args as JsonObject })).error?.code).toBe(-32602);
    }
    expect(run).not.toHaveBeenCalled();
    expect((await ask('prompts/get', { name: 'p', arguments: { a: '' } })).result).toBeDefined();
  });
});

describe('resources', () => {
  it('RS-17 carry bytes as base64', async () => {
    const read = () => contents([blobContent('a:1', 'image/png', PIXEL), blobContent('a:1/2', 'image/png', PIXEL)]);
    const ask = await asker({
      resources: () => [
        { uri: 'a:1', name: 'one', read },
        { uri: 'a:2', name: 'two', mimeType: 'image/png', read: () => PIXEL },
      ],
    });
    expect((await ask('resources/read', { uri: 'a:1' })).result?.contents).toEqual([
      { uri: 'a:1', mimeType: 'image/png', blob: BASE64 },
      { uri: 'a:1/2', mimeType: 'image/png', blob: BASE64 },
    ]);
    expect((await ask('resources/read', { uri: 'a:2' })).result?.contents).toEqual([
      { uri: 'a:2', mimeType: 'image/png', blob: BASE64 },
    ]);
  });

  it('RS-09, Z-07 that fail to be read are -32603, and say no more than the option lets them', async () => {
    const fail = () => Promise.reject(new Error('disk /dev/sda is on fire'));
    const application: Application = { resources: () => [{ uri: 'a:1', name: 'one', read: fail }] };
    const { error } = await (await asker(application, { exposeErrors: false }))('resources/read', { uri: 'a:1' });
    expect(error).toMatchObject({ code: -32603, message: expect.not.stringContaining('fire') });
    const shown = await (await asker(application, { exposeErrors: true }))('resources/read', { uri: 'a:1' });
    expect(shown.error).toMatchObject({ code: -32603, message: expect.stringContaining('fire') });
  });

  it('RS-14, RS-15 are read under URIs that are offered and under no others, traversal included', async () => {
    const read = vi.fn(() => 'x');
    const ask = await asker({
      resources: () => [{ uri: 'file:///docs/a.md', name: 'a', read }],
      resourceTemplates: () => [{ uriTemplate: 'file:///docs/{+path}', name: 'docs', read }],
    });
    for (const uri of [
      'file:///etc/passwd',
      'file:///docs/../etc/passwd',
      'file:///docs/..%2f..%2fetc/passwd',
      'file:///docs/%2e%2e/etc/passwd',
      'file:///docs/a%00.md',
      'no uri at all',
      '',
    ]) {
      expect((await ask('resources/read', { uri })).error?.code).toBe(-32602);
    }
    expect(read).not.toHaveBeenCalled();
    for (const uri of ['file:///docs/a.md', 'file:///docs/b/c.md']) {
      expect((await ask('resources/read', { uri })).result).toBeDefined();
    }
  });
});
