// Templates over the wire: what a client writes into a URI is what the handler gets, or it is refused before the handler.
import type { Server } from '@polyspec/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, callerOf, WAYS } from './callers.js';
import { createCases } from './fixtures/cases.js';
import { serveHttp } from './http-server.js';
import { checkEveryMessage } from './wire/every-message.js';

checkEveryMessage();

const { application, seen } = createCases();
let server: Server;
beforeAll(async () => {
  server = await serveHttp(application);
});
afterAll(() => server.close());

describe.each(WAYS)('$revision over $transport', (way) => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await callerOf(way, server.address);
  });
  afterAll(() => caller.end());

  const reading = (uri: string) => caller.request('resources/read', { uri });

  it.each([
    { uri: 'example://item/%C2%A7%20141.61', id: '§ 141.61' },
    { uri: 'example://item/a%2Fb', id: 'a/b' },
    { uri: 'example://item/100%25', id: '100%' },
    { uri: 'example://item/100%2525', id: '100%25' },
    { uri: 'example://item/a+b', id: 'a+b' },
    { uri: 'example://item/caf%C3%A9', id: 'café' },
  ])('A10 gives the handler of $uri the value $id', async ({ uri, id }) => {
    const { result } = await reading(uri);
    expect(result).toMatchObject({ contents: [{ uri, text: JSON.stringify({ id }) }] });
  });

  it.each([
    { uri: 'example://item/%', why: /^The URI's value of "id" must be percent-encoded UTF-8.*; got "%"$/ },
    { uri: 'example://item/%zz', why: /^The URI's value of "id" must be percent-encoded UTF-8.*; got "%zz"$/ },
    { uri: 'example://item/%C3', why: /^The URI's value of "id" must be percent-encoded UTF-8.*; got "%C3"$/ },
    { uri: 'example://item/%00', why: /^The URI's value of "id" must not have a NUL character; got "\\u0000"$/ },
    {
      uri: 'example://item/%2e%2e%2fetc',
      why: /^The URI's value of "id" must not have the path segments "\." and "\.\."; got "\.\.\/etc"$/,
    },
    {
      uri: 'example://item/..',
      why: /^The URI's value of "id" must not have the path segments "\." and "\.\."; got "\.\."$/,
    },
  ])('A10 refuses $uri before the handler, and says why', async ({ uri, why }) => {
    const before = seen.length;
    const { error } = await reading(uri);
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(why), data: { uri } });
    expect(seen).toHaveLength(before);
  });

  it('A10 knows no resource behind a slash that was not encoded', async () => {
    const { error } = await reading('example://item/a/b');
    const code = way.revision === '2026-07-28' ? -32602 : -32002;
    expect(error).toEqual({
      code,
      message: "Unknown resource 'example://item/a/b'",
      data: { uri: 'example://item/a/b' },
    });
  });

  it.each([
    { uri: 'dom://page1', variables: { pageId: 'page1' } },
    { uri: 'dom://page1?selector=a', variables: { pageId: 'page1', selector: 'a' } },
    { uri: 'dom://page1?includeText=1', variables: { pageId: 'page1', includeText: '1' } },
    { uri: 'dom://page1?selector=a&includeText=1', variables: { pageId: 'page1', selector: 'a', includeText: '1' } },
    { uri: 'dom://page1?includeText=1&selector=a', variables: { pageId: 'page1', includeText: '1', selector: 'a' } },
    { uri: 'dom://page1?selector=a&x=1', variables: { pageId: 'page1', selector: 'a' } },
    { uri: 'dom://page1?x=1', variables: { pageId: 'page1' } },
    { uri: 'dom://page1?selector=a&selector=b', variables: { pageId: 'page1', selector: 'a' } },
    { uri: 'dom://page1?selector=', variables: { pageId: 'page1', selector: '' } },
    { uri: 'dom://page1?selector=%23main%20%3E%20p', variables: { pageId: 'page1', selector: '#main > p' } },
  ])('A11 reads the variables of $uri', async ({ uri, variables }) => {
    const { result } = await reading(uri);
    const [read] = (result?.contents ?? []) as readonly { readonly text: string }[];
    expect(JSON.parse(read?.text ?? '')).toEqual(variables);
  });
});
