import { describe, expect, it } from 'vitest';
import type { ClientFacts } from '../application/context.js';
import { extensionSettings, hasExtension, requireExtension } from './declared.js';

const notes = { id: 'com.example/notes' };

const client = (extensions?: unknown): ClientFacts => ({ capabilities: { extensions } as ClientFacts['capabilities'] });

describe('an extension of a client', () => {
  it('is there where the client declares it with an object of settings', () => {
    expect(hasExtension(client({ 'com.example/notes': {} }), notes)).toBe(true);
    expect(hasExtension(client({ 'com.example/notes': { a: 1 } }), notes)).toBe(true);
  });

  it.each([
    undefined,
    null,
    [],
    {},
    { 'com.example/notes': true },
    { 'com.example/notes': null },
    { 'com.example/other': {} },
  ])('V-09 is not there with %j', (extensions) => {
    expect(hasExtension(client(extensions), notes)).toBe(false);
    expect(() => requireExtension(client(extensions), notes)).toThrow(
      expect.objectContaining({ reason: 'missing-capability', data: { extensions: { 'com.example/notes': {} } } }),
    );
  });

  it('is not found on the prototype of what a client sent', () => {
    expect(hasExtension(client({}), { id: 'toString' })).toBe(false);
  });
});

it('V-08 the settings of extensions stand under their ids, and nothing where there are none', () => {
  expect(extensionSettings([])).toBeUndefined();
  expect(extensionSettings([notes, { id: 'a/b', settings: { c: 1 } }])).toEqual({
    'com.example/notes': {},
    'a/b': { c: 1 },
  });
});
