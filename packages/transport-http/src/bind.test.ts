import { lookup } from 'node:dns/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bindOf } from './bind.js';
import { isAllowedHost } from './origin.js';
import { endpointSettings } from './settings.js';

vi.mock('node:dns/promises', () => ({ lookup: vi.fn() }));

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'my-machine': ['127.0.1.1', '::1'],
  'my-server': ['127.0.1.1', '192.0.2.1'],
  nothing: [],
};

beforeEach(() => {
  vi.mocked(lookup as (name: string) => Promise<unknown>).mockImplementation(async (name) => {
    if (NAMES[name] === undefined) throw new Error('no such host');
    return NAMES[name].map((address) => ({ address, family: 4 }));
  });
});

describe('bindOf (Q-28)', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.2',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    'localhost',
    'LOCALHOST',
    'my-machine',
  ])('knows that only this machine reaches %s', async (host) => {
    expect(await bindOf(host)).toEqual({ host, loopback: true });
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'my-server', 'nothing', 'unknown.example'])(
    'takes %s for reachable from elsewhere',
    async (host) => {
      expect(await bindOf(host)).toEqual({ host, loopback: false });
    },
  );

  it('lets a local bind be called by its own name, and keeps no name out elsewhere', async () => {
    const allows = async (bind: string, host: string): Promise<boolean> => {
      const { allowedHosts, loopback } = endpointSettings({}, await bindOf(bind));
      return isAllowedHost(host, allowedHosts, loopback === true);
    };
    expect(await allows('my-machine', 'My-Machine:8080')).toBe(true);
    expect(await allows('my-machine', 'evil.example:8080')).toBe(false);
    expect(await allows('my-server', 'mcp.example.com')).toBe(true);
  });
});
