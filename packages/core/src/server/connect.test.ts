import { describe, expect, it, vi } from 'vitest';
import { spyLogger } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { ServerControl } from '../application/lifecycle.js';
import { silentLogger } from '../contract/logger.js';
import type { SpecProtocol } from '../contract/spec.js';
import type { TransportProtocol } from '../contract/transport.js';
import { OptionError } from '../errors.js';
import { integer } from '../options/rules.js';
import { connect } from './connect.js';

const spec: SpecProtocol = {
  revisions: ['1'],
  attach: () => ({
    claims: () => true,
    handle: () => ({ type: 'accepted' }),
    methods: () => [],
    close: () => Promise.resolve(),
  }),
};

function transport(local = false) {
  let end: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const start = vi.fn(() => Promise.resolve({ address: 'test:', closed, close: async () => end() }));
  const protocol: TransportProtocol<{ readonly depth?: number }> = {
    name: 'test',
    local,
    options: { depth: integer(0) },
    start,
  };
  return { protocol, start, end: () => end() };
}

describe('connect', () => {
  it('EX-09 starts the transport with its own options, and with what it must know of the server', async () => {
    const { protocol, start } = transport();
    const server = await connect(
      's',
      {},
      { spec, transport: protocol, depth: 3, version: '2.0.0', graceMs: 7, logger: spyLogger() },
    );
    expect(start).toHaveBeenCalledWith(
      expect.objectContaining({ name: 's' }),
      { depth: 3 },
      expect.objectContaining({ name: 's', graceMs: 7 }),
    );
    expect(server.address).toBe('test:');
    await server.close();
  });

  it('gives running requests a second, and a little less where the process has to end within one', async () => {
    const graceOf = async (local: boolean, given: { readonly graceMs?: number } = {}): Promise<unknown> => {
      const { protocol, start } = transport(local);
      const server = await connect('s', {}, { spec, transport: protocol, logger: spyLogger(), ...given });
      await server.close();
      return (
        start.mock.calls as unknown as readonly (readonly [unknown, unknown, { readonly graceMs: number }])[]
      )[0]?.[2].graceMs;
    };
    expect([await graceOf(false), await graceOf(true), await graceOf(true, { graceMs: 2000 })]).toEqual([
      1000, 900, 2000,
    ]);
  });

  it('gives a server whose tools, prompts and resources change while it runs, for the application and outside of it', async () => {
    let inside: ServerControl | undefined;
    const application: Application = {
      tools: () => [],
      prompts: () => [],
      resources: () => [],
      resourceTemplates: () => [],
      onStart: (control) => {
        inside = control;
      },
    };
    const server = await connect('s', application, { spec, transport: transport().protocol });
    server.tools.add('f', { run: () => 'x' });
    server.prompts.add('p', { run: () => 'x' });
    server.resources.add('r', { uri: 'a://b', read: () => 'x' });
    server.resourceTemplates.add('t', { uriTemplate: 'a://{c}', read: () => 'x' });
    expect(inside?.tools.has('f')).toBe(true);
    expect(inside?.prompts.remove('p')).toBe(true);
    expect(server.prompts.has('p')).toBe(false);
    expect(inside?.resources.disable('a://b')).toBe(true);
    expect(server.resources.enable('a://b')).toBe(true);
    expect(inside?.resourceTemplates.has('a://{c}')).toBe(true);
    await server.close();
  });

  it('FO-24 needs a spec and a transport', async () => {
    const options = { spec, transport: transport().protocol };
    await expect(connect('s', {}, { ...options, transport: 'stdio' } as never)).rejects.toThrow(
      new OptionError('transport', `Option 'transport' must be a transport, such as stdio; got "stdio"`),
    );
    await expect(connect('s', {}, { ...options, spec: undefined } as never)).rejects.toMatchObject({ option: 'spec' });
    await expect(connect('s', {}, undefined as never)).rejects.toMatchObject({ option: 'spec' });
  });

  it('FO-24 refuses unknown and wrong options before anything starts', async () => {
    const { protocol, start } = transport();
    const onStart = vi.fn();
    await expect(connect('s', { onStart }, { spec, transport: protocol, depth: -1 })).rejects.toMatchObject({
      option: 'depth',
    });
    await expect(connect('s', { onStart }, { spec, transport: protocol, dept: 1 } as never)).rejects.toThrow(
      "Did you mean 'depth'?",
    );
    expect(onStart).not.toHaveBeenCalled();
    expect(start).not.toHaveBeenCalled();
  });

  it('FO-28 closes the application once, whether by close, twice, or by the end of input', async () => {
    const onClose = vi.fn();
    const first = transport();
    const server = await connect('s', { onClose }, { spec, transport: first.protocol, logger: silentLogger });
    await Promise.all([server.close(), server.close()]);
    expect(onClose).toHaveBeenCalledTimes(1);
    const second = transport();
    const other = await connect('s', { onClose }, { spec, transport: second.protocol, logger: silentLogger });
    second.end();
    await other.closed;
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('FO-28 cleans up when the transport can’t start, and throws its error on', async () => {
    const onClose = vi.fn(() => Promise.reject(new Error('too')));
    const logger = spyLogger();
    const { protocol } = transport();
    const failing = { ...protocol, start: () => Promise.reject(new Error('port taken')) };
    await expect(connect('s', { onClose }, { spec, transport: failing, logger })).rejects.toThrow('port taken');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it('D-4 compiles schemas before a remote transport listens, so that a bad one stops the start', async () => {
    const tools = () => [
      { name: 'f', input: { type: 'object', properties: { a: { const: 1, pattern: '(' } } }, run: () => 'x' } as const,
    ];
    const { protocol, start } = transport();
    await expect(connect('s', { tools }, { spec, transport: protocol })).rejects.toMatchObject({
      code: 'POLYSPEC_SCHEMA',
    });
    expect(start).not.toHaveBeenCalled();
  });

  it('D-6 exposes errors only over a local transport, unless an option says otherwise', async () => {
    const seen: string[] = [];
    const spying: SpecProtocol = {
      ...spec,
      attach: (runtime, options) => {
        seen.push(runtime.errorText(new Error('secret'), 'x'));
        return spec.attach(runtime, options);
      },
    };
    for (const [local, exposeErrors] of [
      [true, undefined],
      [false, undefined],
      [false, true],
    ] as const) {
      await connect(
        's',
        {},
        {
          spec: spying,
          transport: transport(local).protocol,
          logger: spyLogger(),
          ...(exposeErrors && { exposeErrors }),
        },
      );
    }
    expect(seen).toEqual(['secret', expect.stringContaining('reference'), 'secret']);
  });
});
