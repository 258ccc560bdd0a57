import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseUriTemplate } from './template.js';

it.each([
  'notes:{id}',
  'notes://{owner}/{id}',
  'a:',
  'vnd.example+x-1://{id}',
  '{scheme}://x',
  '{scheme}:{rest}',
  'git+{transport}://host/{path}',
  '{a}+{b}:x',
  '{+uri}',
  '{+base}/x',
  'x{+rest}',
])('RS-11 the URIs of %s can be absolute', (template) => {
  expect(parseUriTemplate(template).canBeAbsolute).toBe(true);
});

it.each([
  '',
  '{path}',
  'notes/{id}',
  'notes',
  '/notes/{id}',
  '//host/{id}',
  '{path}/x:y',
  '1a:{x}',
  ':{x}',
  'no_tes:{x}',
  '{/path}',
  '{#fragment}',
  '{?q}',
  '{;p}:x',
  'größe:{x}',
])('RS-11 the URIs of %j can not be absolute', (template) => {
  expect(parseUriTemplate(template).canBeAbsolute).toBe(false);
});

it('RS-11 no values make an absolute URI of a template that can have none', () => {
  const templates = ['{path}', 'notes/{id}', '/{+x}', '{/a}', '{.a}', '1{+a}', '{a}/{+b}', '{?q}:x'];
  const value = fc.string({ unit: fc.constantFrom(':', '/', 'a', 'Z', '1', '.', '%', '?'), maxLength: 6 });
  fc.assert(
    fc.property(fc.constantFrom(...templates), value, value, (text, a, b) => {
      const template = parseUriTemplate(text);
      expect(template.canBeAbsolute).toBe(false);
      const uri = template.expand({ path: a, id: a, x: a, a, b, q: a });
      expect(uri).not.toMatch(/^[A-Za-z][A-Za-z0-9+.-]*:/);
    }),
  );
});
