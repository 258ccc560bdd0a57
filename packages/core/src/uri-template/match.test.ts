import { describe, expect, it } from 'vitest';
import { MAX_URI_LENGTH, parseUriTemplate } from './index.js';

describe('percent-encoding and the path guard (A10)', () => {
  const item = parseUriTemplate('example://item/{id}');

  it.each([
    ['example://item/%C2%A7%20141.61', '§ 141.61'],
    ['example://item/a%2Fb', 'a/b'],
    ['example://item/100%25', '100%'],
    ['example://item/%252e%252e', '%2e%2e'],
    ['example://item/a+b', 'a+b'],
    ['example://item/§', '§'],
    ['example://item/user@host:1', 'user@host:1'],
    ['example://item/', ''],
  ])('reads %j as %j (A10)', (uri, id) => {
    expect(item.match(uri)).toEqual({ type: 'match', variables: { id } });
  });

  it.each([
    ['example://item/%', 'malformed', '"%"'],
    ['example://item/%zz', 'malformed', '"%zz"'],
    ['example://item/%C3', 'malformed', '"%C3"'],
    ['example://item/%00', 'nul', '"\\u0000"'],
    ['example://item/%2e%2e%2fetc', 'dot-segment', '"../etc"'],
    ['example://item/%2e%2e%5cetc', 'dot-segment', '"..\\\\etc"'],
    ['example://item/..', 'dot-segment', '".."'],
    ['example://item/.', 'dot-segment', '"."'],
  ])('refuses %j as %s (A10)', (uri, reason, got) => {
    const result = item.match(uri);
    expect(result).toMatchObject({ type: 'refused', variable: 'id', reason });
    expect(result?.type === 'refused' && result.message).toContain(`The URI's value of "id" must`);
    expect(result?.type === 'refused' && result.message).toContain(`got ${got}`);
  });

  it('cuts a long value in the message', () => {
    const result = item.match(`example://item/${'x'.repeat(1000)}%`);
    expect(result?.type === 'refused' && result.message.length).toBeLessThan(250);
  });

  it('finds a bad item of a list', () => {
    const files = parseUriTemplate('file://{/path*}');
    expect(files.match('file:///a/../b')).toMatchObject({ type: 'refused', variable: 'path', reason: 'dot-segment' });
    const malformed = files.match('file:///a/%/b');
    expect(malformed).toMatchObject({ type: 'refused', variable: 'path', reason: 'malformed' });
    expect(malformed?.type === 'refused' && malformed.message).toContain('got "%"');
  });

  it('refuses only what would match otherwise', () => {
    expect(item.match('example://item/../etc')).toBeUndefined();
    expect(item.match('example://other/%')).toBeUndefined();
    expect(parseUriTemplate('a://{x:2}/{x}').match('a://zz/..')).toBeUndefined();
  });

  it('lets dot segments and NUL pass without the guard, but nothing malformed', () => {
    const range = parseUriTemplate('git://range/{+range}', { guard: false });
    expect(range.match('git://range/../main')).toEqual({ type: 'match', variables: { range: '../main' } });
    expect(range.match('git://range/%00')).toEqual({ type: 'match', variables: { range: '\0' } });
    expect(range.match('git://range/%')).toMatchObject({ type: 'refused', reason: 'malformed' });
    expect(range.match('git://range/..', { guard: true })).toMatchObject({ type: 'refused', reason: 'dot-segment' });
    expect(item.match('example://item/..', { guard: false })).toEqual({ type: 'match', variables: { id: '..' } });
  });
});

describe('query variables (A11)', () => {
  const dom = parseUriTemplate('dom://{pageId}{?selector,includeText}');

  it.each([
    ['dom://p1', { pageId: 'p1' }],
    ['dom://p1?', { pageId: 'p1' }],
    ['dom://p1?selector=h1', { pageId: 'p1', selector: 'h1' }],
    ['dom://p1?includeText=true', { pageId: 'p1', includeText: 'true' }],
    ['dom://p1?selector=h1&includeText=true', { pageId: 'p1', selector: 'h1', includeText: 'true' }],
    ['dom://p1?includeText=true&selector=h1', { pageId: 'p1', selector: 'h1', includeText: 'true' }],
    ['dom://p1?selector=h1&x=1', { pageId: 'p1', selector: 'h1' }],
    ['dom://p1?x=%&selector=h1', { pageId: 'p1', selector: 'h1' }],
    ['dom://p1?selector=h1&selector=h2', { pageId: 'p1', selector: 'h1' }],
    ['dom://p1?selector=', { pageId: 'p1', selector: '' }],
    ['dom://p1?selector=a/b?c', { pageId: 'p1', selector: 'a/b?c' }],
    ['dom://p1?selector=a+b%20c', { pageId: 'p1', selector: 'a+b c' }],
  ])('reads %j', (uri, variables) => {
    expect(dom.match(uri)).toEqual({ type: 'match', variables });
  });

  it('needs an expression that takes the query', () => {
    expect(parseUriTemplate('dom://{pageId}').match('dom://p1?selector=h1')).toBeUndefined();
    expect(parseUriTemplate('dom://{+rest}').match('dom://p1?selector=h1')).toMatchObject({
      variables: { rest: 'p1?selector=h1' },
    });
    expect(dom.match('dom://p1#top')).toBeUndefined();
  });

  it('continues a query that the template begins', () => {
    const list = parseUriTemplate('a://list?kind=open{&page}');
    expect(list.match('a://list?kind=open&x=1&page=2')).toEqual({ type: 'match', variables: { page: '2' } });
    expect(list.match('a://list?kind=open')).toEqual({ type: 'match', variables: {} });
    expect(list.match('a://list?kind=closed&page=2')).toBeUndefined();
  });

  it('gives the names that objects inherit no meaning', () => {
    const template = parseUriTemplate('a://{__proto__}{?constructor,toString}');
    const result = template.match('a://x?constructor=y');
    expect(result?.type === 'match' && Object.entries(result.variables)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });
});

describe('the length of a URI', () => {
  const any = parseUriTemplate('a:{+x}');

  it('is limited to 8 KiB, or to what the options say', () => {
    expect(any.match(`a:${'x'.repeat(MAX_URI_LENGTH - 2)}`)).toMatchObject({ type: 'match' });
    expect(any.match(`a:${'x'.repeat(MAX_URI_LENGTH - 1)}`)).toBeUndefined();
    expect(any.match('a:12345', { maxLength: 6 })).toBeUndefined();
    expect(any.match(`a:${'x'.repeat(9000)}`, { maxLength: 10_000 })).toMatchObject({ type: 'match' });
  });

  it('is that of its ASCII form', () => {
    expect(any.match('a:é', { maxLength: 8 })).toMatchObject({ type: 'match' });
    expect(any.match('a:é', { maxLength: 7 })).toBeUndefined();
  });

  it.each([
    ['a:{+v0}', Array.from({ length: 60 }, (_, i) => `-{+v${i + 1}}`).join(''), '-'],
    ['a:', `{?${Array.from({ length: 200 }, (_, i) => `v${i}*`).join()}}`, '?v1=%41&'],
    ['a:', '{/v*}{?q}{#f}', '/?#'],
  ])('does not keep a URI of the full length from being read: %s%s', (start, rest, filling) => {
    const uri = `a:${filling.repeat(MAX_URI_LENGTH)}`.slice(0, MAX_URI_LENGTH);
    expect(parseUriTemplate(start + rest).match(uri)?.type).toMatch(/^(match|refused)$/);
  });
});

it('takes no text that is not well-formed Unicode for a URI', () => {
  expect(parseUriTemplate('a:{+x}').match('a:\ud800')).toBeUndefined();
});
