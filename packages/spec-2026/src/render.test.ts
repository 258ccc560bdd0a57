import { encodeMessage, success } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { faultsAgainst } from '../../../test/schema/official-schema.js';
import { META } from './meta.js';
import { Renderer } from './render.js';

const plain = new Renderer({ name: 's', version: '1', instructions: undefined });
const PRIVATE = { ttlMs: 0, scope: 'private' } as const;

describe('what every result carries', () => {
  it('is the server with what was set of it, and nothing else (M-08, M-13, V3-21)', () => {
    expect(plain.meta()).toEqual({ [META.serverInfo]: { name: 's', version: '1' } });
    const server = {
      name: 's',
      version: '1',
      title: 'S',
      description: 'Serves.',
      websiteUrl: 'https://example.com/',
      icons: [{ src: 'https://example.com/i.png', sizes: ['48x48'], theme: 'light' as const }],
    };
    const full = new Renderer({ ...server, instructions: 'Not for here.' }).meta()[META.serverInfo];
    expect(full).toEqual(server);
    expect(faultsAgainst('2026-07-28', 'Implementation', full)).toEqual([]);
  });

  it('stands beside the _meta of the application, which can not replace it', () => {
    expect(plain.meta({ 'com.example/a': 1, [META.serverInfo]: { name: 'other', version: '0' } })).toEqual({
      'com.example/a': 1,
      [META.serverInfo]: { name: 's', version: '1' },
    });
    expect(plain.complete({ completion: { values: [] } })).toEqual({
      resultType: 'complete',
      completion: { values: [] },
      _meta: { [META.serverInfo]: { name: 's', version: '1' } },
    });
  });
});

describe('a result as text', () => {
  it('says the same as one that is not, with and without a _meta of the application (M-08)', () => {
    const members = { content: [{ type: 'text', text: '}' }], isError: true };
    for (const own of [undefined, { 'com.example/a': 1 }, {}]) {
      const text = plain.text(JSON.stringify(members).slice(1, -1), own).json;
      expect(text).toBe(JSON.stringify({ resultType: 'complete', ...members, _meta: plain.meta(own) }));
    }
  });
});

describe('a list', () => {
  it('is text on one line, with its cursor and its hints (B-07, G-03, K-01)', () => {
    const items = [{ name: 'a\n"b"', inputSchema: { type: 'object' }, title: undefined }];
    const list = plain.list({ items, nextCursor: 'next "page"' }, 'tools', { ttlMs: 5000, scope: 'public' });
    const text = encodeMessage(success(1, list));
    expect(text).not.toContain('\n');
    const { result } = JSON.parse(text);
    expect(result).toEqual({
      tools: [{ name: 'a\n"b"', inputSchema: { type: 'object' } }],
      nextCursor: 'next "page"',
      ttlMs: 5000,
      cacheScope: 'public',
      resultType: 'complete',
      _meta: { [META.serverInfo]: { name: 's', version: '1' } },
    });
    expect(faultsAgainst('2026-07-28', 'ListToolsResult', result)).toEqual([]);
  });

  it('has no cursor at its end', () => {
    expect(JSON.parse(plain.list({ items: [] }, 'prompts', PRIVATE).json)).not.toHaveProperty('nextCursor');
  });

  it('renders its items once for as long as the array is the same', () => {
    const toJSON = vi.fn(() => ({ name: 'once' }));
    const items = [{ toJSON }];
    const first = plain.list({ items }, 'prompts', PRIVATE).json;
    expect(plain.list({ items }, 'prompts', PRIVATE).json).toBe(first);
    expect(toJSON).toHaveBeenCalledTimes(1);
    plain.list({ items: [...items] }, 'prompts', PRIVATE);
    expect(toJSON).toHaveBeenCalledTimes(2);
  });
});
