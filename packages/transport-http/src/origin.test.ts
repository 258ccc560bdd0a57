import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalOrigin, isAllowedHost, isAllowedOrigin, isLoopbackAddress } from './origin.js';

const NONE: ReadonlySet<string> = new Set();

describe('isAllowedOrigin (Q-28, HT-28)', () => {
  it.each([
    'http://localhost',
    'https://localhost:6274',
    'http://127.0.0.1:1',
    'https://127.0.0.1',
    'http://[::1]:3000',
    'HTTP://LocalHost',
  ])('takes the local page %s on a loopback address, and nowhere else', (origin) => {
    expect(isAllowedOrigin(origin, NONE, true)).toBe(true);
    expect(isAllowedOrigin(origin, NONE, false)).toBe(false);
  });

  it.each([
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example/localhost',
    'http://localhost@evil.example',
    'http://localhost:80@evil.example',
    'ftp://localhost',
    'null',
    '',
    'http://127.0.0.2',
    'http://[::1]evil',
    'http://localhost:123456',
    'http://localhost\n',
  ])('refuses %j everywhere', (origin) => {
    expect(isAllowedOrigin(origin, NONE, true)).toBe(false);
    expect(isAllowedOrigin(origin, new Set(['https://app.example.com']), true)).toBe(false);
  });

  it('takes a request that is from no page', () => {
    expect(isAllowedOrigin(undefined, NONE, false)).toBe(true);
  });

  it('compares configured origins whole: scheme, host and port', () => {
    const allowed = new Set(['https://app.example.com', 'chrome-extension://abc', 'null'].map(canonicalOrigin));
    for (const origin of ['https://app.example.com', 'https://APP.example.com:443', 'chrome-extension://abc', 'null']) {
      expect(isAllowedOrigin(origin, allowed, false), origin).toBe(true);
    }
    for (const origin of ['http://app.example.com', 'https://app.example.com:444', 'https://x.app.example.com']) {
      expect(isAllowedOrigin(origin, allowed, false), origin).toBe(false);
    }
  });

  it('takes no origin that was not configured, whatever it looks like', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.domain().map((domain) => `https://${domain}`),
        ),
        (origin) => {
          expect(isAllowedOrigin(origin, new Set(['https://app.invalid']), false)).toBe(
            origin === 'https://app.invalid',
          );
        },
      ),
    );
  });
});

describe('isAllowedHost (Q-28)', () => {
  it('takes loopback names alone on a loopback address', () => {
    for (const host of [
      'localhost',
      'LOCALHOST:8080',
      '127.0.0.1:1',
      '[::1]',
      '[::1]:8080',
      '127.0.0.2:80',
      '[::ffff:127.0.0.1]:1',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:0:0:1]:8080',
    ]) {
      expect(isAllowedHost(host, NONE, true), host).toBe(true);
    }
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      'localhost.',
      '127.0.0.1.evil.example',
      '127.1',
      '127.0.0.1:999999',
      '127.0.0.256',
      '[::1]evil',
      '[::2]',
      '[::ffff:10.0.0.1]',
      '[]',
      '::1',
      '',
      undefined,
    ]) {
      expect(isAllowedHost(host, NONE, true), host).toBe(false);
    }
  });

  it('takes any elsewhere, until hosts are configured', () => {
    expect(isAllowedHost('mcp.example.com', NONE, false)).toBe(true);
    expect(isAllowedHost(undefined, NONE, false)).toBe(true);
    const allowed = new Set(['mcp.example.com', 'other.example.com:8443', '[fd00::1]']);
    for (const host of ['mcp.example.com', 'MCP.example.com:1', 'other.example.com:8443', '[fd00::1]:9']) {
      expect(isAllowedHost(host, allowed, false), host).toBe(true);
    }
    for (const host of ['other.example.com', 'other.example.com:1', 'evil.example', 'localhost', undefined]) {
      expect(isAllowedHost(host, allowed, false), host).toBe(false);
    }
    expect(isAllowedHost('localhost', allowed, true)).toBe(true);
    expect(isAllowedHost('anything', new Set(['*']), true)).toBe(true);
  });
});

it('knows loopback addresses, however they are written', () => {
  for (const address of [
    '127.0.0.1',
    '127.9.8.7',
    '::1',
    '::ffff:127.0.0.1',
    '::FFFF:127.1.2.3',
    '::ffff:7f00:1',
    '0:0:0:0:0:0:0:1',
    '0000::0001',
    '::1%lo',
  ]) {
    expect(isLoopbackAddress(address), address).toBe(true);
  }
  for (const address of [
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '1127.0.0.1',
    '127.0.0.1.example',
    '127.0.0.256',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '7f00::1',
    'fe80::1%lo',
    'localhost',
    '',
  ]) {
    expect(isLoopbackAddress(address), address).toBe(false);
  }
});
