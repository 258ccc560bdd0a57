import { spawnSync } from 'node:child_process';
import type { TransportProtocol } from '@polyspec/core';
import { streamableHttp } from '@polyspec/transport-http';
import { stdio } from '@polyspec/transport-stdio';
import { describe, expect, it } from 'vitest';
import { chooseTransport, isStdio, transportRule } from './transport-choice.js';

const stranger: TransportProtocol = { name: 'tcp', local: false, start: () => Promise.reject(new Error('not here')) };

describe('chooseTransport', () => {
  it('takes stdio by default and by name (FO-04, mcp26_facade_defaults_01)', async () => {
    expect(await chooseTransport()).toBe(stdio);
    expect(await chooseTransport('stdio')).toBe(stdio);
  });

  it.each(['streamable-http', 'http'] as const)('takes HTTP as %s (FO-04)', async (name) => {
    expect(await chooseTransport(name)).toBe(streamableHttp);
  });

  it('takes a transport object as it is (EX-02)', async () => {
    expect(await chooseTransport(stranger)).toBe(stranger);
    expect(await chooseTransport(stdio)).toBe(stdio);
  });

  it('knows stdio by name and by object', () => {
    expect([undefined, 'stdio', stdio].map(isStdio)).toEqual([true, true, true]);
    expect(['http', streamableHttp, stranger, null].map(isStdio)).toEqual([false, false, false, false]);
  });
});

describe('transportRule (stdio_facade_transport_option_01)', () => {
  it.each([['stdio'], ['streamable-http'], ['http'], [stranger]])('accepts %o', (value) => {
    expect(transportRule.accepts(value)).toBe(true);
  });

  it.each([['STDIO'], [''], [{}], [{ name: 'tcp' }], [null], [1]])('refuses %o', (value) => {
    expect(transportRule.accepts(value)).toBe(false);
  });
});

describe('a server over stdio', { timeout: 30_000 }, () => {
  it('starts without Fastify and jose', () => {
    const program = `
      import { Module } from 'node:module';
      import { PassThrough } from 'node:stream';
      const { serve } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)});
      const server = await serve('a', { tools: () => [] }, { input: new PassThrough(), output: new PassThrough() });
      await server.close();
      const heavy = (name) => Object.keys(Module._cache).filter((file) => file.includes('node_modules/' + name + '/')).length;
      console.log(JSON.stringify([heavy('fastify'), heavy('jose')]));
      await serve('a', { tools: () => [] }, { transport: 'http', port: 0 });
      console.log(heavy('fastify') > 0);
      process.exit();
    `;
    const args = [
      '--conditions=@polyspec/source',
      '--import',
      import.meta.resolve('tsx'),
      '--input-type=module',
      '-e',
      program,
    ];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(['[0,0]', 'true']);
  });
});
