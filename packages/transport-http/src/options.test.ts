import { checkOptions, OptionError } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { httpOptions } from './options.js';

const faultOf = (options: object): string | undefined => {
  try {
    checkOptions(options, httpOptions);
    return undefined;
  } catch (thrown) {
    return thrown instanceof OptionError ? thrown.option : 'no OptionError';
  }
};

describe('httpOptions', () => {
  it.each([
    {},
    { host: '0.0.0.0', port: 0, path: '/' },
    { port: 65_535, path: '/a/b-c.d/', bodyLimit: 1, originCheck: false },
    { path: "/.well-known/_mcp~!$&'()+,;=@1" },
    { allowedOrigins: ['https://app.example.com', 'http://localhost:3000/', 'null', '*', 'vscode-webview://abc'] },
    { allowedHosts: ['mcp.example.com', 'mcp.example.com:8443', '[::1]', '[::1]:80', '*'] },
    { keepAliveSeconds: 0, sseAfterMs: 0.5, recheckMs: 0, streamBuffer: 0 },
    { guard: { authenticate: () => undefined }, serverOptions: { trustProxy: true } },
  ])('takes %j', (options) => {
    expect(faultOf(options)).toBeUndefined();
  });

  it.each([
    ['port', -1],
    ['port', '8080'],
    ['port', 65_536],
    ['host', ''],
    ['path', 'mcp'],
    ['path', '/:tenant'],
    ['path', '/mcp?x'],
    ['path', '/a%20b'],
    ['path', '/a b'],
    ['path', '/mcp/é'],
    ['path', '/a/../mcp'],
    ['path', '/./mcp'],
    ['path', '/mcp/..'],
    ['path', '/a\\b'],
    ['bodyLimit', 0],
    ['bodyLimit', 1.5],
    ['originCheck', 'no'],
    ['allowedOrigins', 'https://app.example.com'],
    ['allowedOrigins', ['app.example.com']],
    ['allowedOrigins', ['https://app.example.com/path']],
    ['allowedHosts', ['https://mcp.example.com']],
    ['allowedHosts', ['a/b']],
    ['keepAliveSeconds', -1],
    ['sseAfterMs', Number.NaN],
    ['recheckMs', -1],
    ['streamBuffer', '1mb'],
    ['guard', {}],
    ['serverOptions', []],
  ])('refuses %s: %j', (name, value) => {
    expect(faultOf({ [name]: value })).toBe(name);
  });
});

it('needs no Fastify, so that a command line can check options before it starts one', async () => {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(new URL('./options.ts', import.meta.url), 'utf8');
  const imports = [...text.matchAll(/^import (type )?(?:.|\n)*? from '([^']+)';$/gm)];
  const loaded = imports.filter(([, typeOnly]) => typeOnly === undefined).map(([, , from]) => from);
  expect(loaded).toEqual(['@polyspec/core']);
});
