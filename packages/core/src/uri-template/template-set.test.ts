import { describe, expect, it } from 'vitest';
import { parseUriTemplate, UriTemplateSet } from './index.js';

describe('UriTemplateSet', () => {
  const set = setOf(
    'db://{+path}',
    'db://tables/{name}',
    'db://{kind}/{name}',
    'db://tables/{name}/rows/{row}',
    'db://{a}/{b}',
  );

  it('chooses the template with the most literal text', () => {
    expect(set.match('db://tables/orders')).toMatchObject({ index: 1, result: { variables: { name: 'orders' } } });
    expect(set.match('db://tables/orders/rows/7')).toMatchObject({
      index: 3,
      result: { variables: { name: 'orders', row: '7' } },
    });
  });

  it('chooses the first declared among equals', () => {
    expect(set.match('db://views/open')).toMatchObject({ index: 2, template: { template: 'db://{kind}/{name}' } });
    expect(setOf('a:{x}', 'a:{y}').match('a:1')?.index).toBe(0);
    expect(setOf('a:{y}', 'a:{x}').match('a:1')?.template.variables).toEqual(['y']);
  });

  it('falls back to a looser template where the closer ones do not match', () => {
    expect(set.match('db://a/b/c')).toMatchObject({ index: 0, result: { variables: { path: 'a/b/c' } } });
  });

  it('does not hand a refused URI on to a looser template', () => {
    const withLooseTemplate = new UriTemplateSet([
      parseUriTemplate('db://{+path}', { guard: false }),
      parseUriTemplate('db://tables/{name}'),
    ]);
    expect(withLooseTemplate.match('db://tables/..')).toMatchObject({
      index: 1,
      result: { type: 'refused', variable: 'name', reason: 'dot-segment' },
    });
  });

  it('passes options on to the templates', () => {
    expect(set.match('db://tables/..', { guard: false })).toMatchObject({ index: 1, result: { type: 'match' } });
  });

  it('chooses none where none matches', () => {
    expect(set.match('notes://1')).toBeUndefined();
    expect(setOf().match('notes://1')).toBeUndefined();
  });
});

function setOf(...templates: readonly string[]): UriTemplateSet {
  return new UriTemplateSet(templates.map((template) => parseUriTemplate(template)));
}
