import { MemoryEventStore, MemorySessionStore, OptionError, serverOptions } from '@polyspec/core';
import { spec2025Options, spec20251125 } from '@polyspec/spec-2025';
import { spec20260728 } from '@polyspec/spec-2026';
import { httpOptions } from '@polyspec/transport-http/options';
import { stdio } from '@polyspec/transport-stdio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPrepareOptions, checkServeOptions, faultsOf, optionsFor } from './options.js';

function wrongOption(given: unknown, check: (given: unknown) => void = checkServeOptions): string | undefined {
  try {
    check(given);
    return undefined;
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(OptionError);
    const { option, message } = thrown as OptionError;
    expect(message).toContain(option);
    return option;
  }
}

/** What each option takes and does not take, by its name. */
const VALUES: Readonly<Record<string, { readonly right: readonly unknown[]; readonly wrong: readonly unknown[] }>> = {
  spec: { right: ['all', '2025-06-18', ['2026-07-28']], wrong: ['2024-11-05', [], 7] },
  transport: { right: ['stdio', 'streamable-http', 'http', stdio], wrong: ['tcp', {}, null] },
  name: { right: ['n'], wrong: ['', 1] },
  version: { right: ['1.2.3'], wrong: ['', 1] },
  title: { right: ['', 'T'], wrong: [1, null] },
  description: { right: ['', 'D'], wrong: [true] },
  websiteUrl: { right: ['https://example.com'], wrong: ['example', 1] },
  icons: { right: [[], [{ src: 'https://example.com/a.png' }]], wrong: [{}, [{}], [null]] },
  instructions: { right: ['', 'I'], wrong: [[]] },
  cacheTtl: { right: [0, 5000], wrong: [-1, 0.5, '1'] },
  cacheScope: { right: ['public', 'private'], wrong: ['shared', true] },
  precompile: { right: [true, false], wrong: ['yes'] },
  schemaEngine: { right: [{ name: 'x', compile: () => ({ fits: () => true }) }], wrong: ['ajv', {}] },
  exposeErrors: { right: [true, false], wrong: ['true', 1] },
  checkPromptArguments: { right: [true, false], wrong: [0] },
  logger: { right: [console], wrong: [{}, 'stderr'] },
  bus: { right: [{ publish: () => undefined, subscribe: () => undefined }], wrong: [{}, 1] },
  changeDebounceMs: { right: [0, 10, 60_000], wrong: [-1, 0.5, 60_001, '10'] },
  graceMs: { right: [0, 100], wrong: [-1, '1'] },
  use: { right: [[], [() => undefined]], wrong: [{}, ['x'], () => undefined] },
  limits: {
    right: [{}, { concurrency: 1, perClient: 1, queue: 0, queueMs: 1 }],
    wrong: [[], 1, { concurrency: 0 }, { concurrent: 1 }],
  },
  timeoutMs: { right: [0, 5000], wrong: [-1, 0.5, '5s'] },
  askTimeoutMs: { right: [1, 600_000], wrong: [0, '1'] },
  progressIntervalMs: { right: [0, 250], wrong: [-1, 0.5] },
  maxLogsPerSecond: { right: [0, 100], wrong: [-1, 0.5, '100'] },
  pageSize: { right: [1, 100], wrong: [0, -1, 1.5, '10'] },
  cursorTtlMs: { right: [1, 60_000], wrong: [0, -1, '1'] },
  keys: { right: [['ab'.repeat(32)], [new Uint8Array(32)]], wrong: ['ab'.repeat(32), [], ['short'], [1]] },
  roundTtlMs: { right: [1, 3_600_000], wrong: [0, -1, '1'] },
  maxRoundStateBytes: { right: [1, 65_536], wrong: [0, 0.5, '64k'] },
  extensions: { right: [[], [{ id: 'com.example/notes', settings: {} }]], wrong: [{}, ['x']] },
  sessions: { right: [true, false], wrong: ['no', 1] },
  sessionIdleSeconds: { right: [0.5, 1800], wrong: [0, -1, '1800'] },
  maxSessions: { right: [1, 10_000], wrong: [0, 0.5, '10'] },
  sessionStore: { right: [new MemorySessionStore()], wrong: [{}, false] },
  eventStore: { right: [new MemoryEventStore(), false], wrong: [{}, true] },
  retryMs: { right: [0, 1000], wrong: [-1, 0.5, '1'] },
  logLevel: { right: ['debug', 'emergency'], wrong: ['loud', '', 3] },
  pingSeconds: { right: [0, 30], wrong: [-1, 0.5, '30', 2_147_484] },
  input: { right: [process.stdin], wrong: ['stdin', {}] },
  output: { right: [process.stderr], wrong: ['stdout', {}] },
  maxMessageBytes: { right: [1024], wrong: [0, '1'] },
  host: { right: ['127.0.0.1', '::1'], wrong: ['', 1] },
  port: { right: [0, 1, 8080, 65_535], wrong: [-1, 65_536, 80.5, '8080'] },
  path: { right: ['/', '/mcp', '/a/b'], wrong: ['mcp', '/a?b', '/:id', 1] },
  originCheck: { right: [true, false], wrong: ['no'] },
  allowedOrigins: { right: [[], ['https://app.example.com', 'null', '*']], wrong: ['*', ['app.example.com'], [1]] },
  allowedHosts: { right: [[], ['mcp.example.com', 'mcp.example.com:8443']], wrong: ['*', ['https://x'], [1]] },
  keepAliveSeconds: { right: [0, 0.5, 15], wrong: [-1, '15', Number.NaN] },
  sseAfterMs: { right: [0, 5000], wrong: [-1, null] },
  streamBuffer: { right: [0, 1024], wrong: [-1, 'x'] },
  bodyLimit: { right: [1, 1024], wrong: [0, '1mb'] },
  recheckMs: { right: [60_000], wrong: [-1, 'x'] },
  guard: { right: [{ authenticate: () => ({ caller: { scopes: [] } }) }], wrong: [{}, () => undefined] },
  serverOptions: { right: [{}, { trustProxy: true }], wrong: [[], 'x'] },
};

describe('checkServeOptions', () => {
  it.each(Object.entries(VALUES))('knows right and wrong values of %s (FO-25)', (option, { right, wrong }) => {
    for (const value of right) expect(wrongOption({ [option]: value })).toBeUndefined();
    for (const value of wrong) expect(wrongOption({ [option]: value })).toBe(option);
  });

  it('is one table for all layers: what one of them takes is refused by none (FO-31)', () => {
    const tables = [serverOptions, spec2025Options, stdio.options ?? {}, httpOptions];
    const known = tables.flatMap((table) => Object.keys(table));
    expect(
      Object.keys(VALUES)
        .filter((option) => option !== 'spec' && option !== 'transport')
        .sort(),
    ).toEqual(known.sort());
    for (const transport of ['stdio', 'http']) {
      const all = Object.fromEntries(Object.entries(VALUES).map(([option, { right }]) => [option, right[0]]));
      expect(wrongOption({ ...all, transport })).toBeUndefined();
    }
  });

  it('accepts any options that are right, and names exactly the one that is wrong', () => {
    const pick = (kind: 'right' | 'wrong'): fc.Arbitrary<readonly [string, unknown]> =>
      fc
        .constantFrom(...Object.entries(VALUES))
        .chain(([option, values]) => fc.constantFrom(...values[kind]).map((value) => [option, value] as const));
    const rightOnes = fc.uniqueArray(pick('right'), { selector: ([option]) => option, maxLength: 12 });
    fc.assert(
      fc.property(rightOnes, pick('wrong'), (entries, [option, value]) => {
        const given = Object.fromEntries(entries);
        expect(wrongOption(given)).toBeUndefined();
        expect(wrongOption({ ...given, [option]: value })).toBe(option);
      }),
    );
  });

  it('either accepts any value of any option, or names that option', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(VALUES)), anything, (option, value) => {
        expect([undefined, option]).toContain(wrongOption({ [option]: value }));
      }),
    );
  });

  it('refuses unknown options, whatever they are called (FO-24)', () => {
    fc.assert(
      fc.property(fc.string(), fc.anything(), (option, value) => {
        fc.pre(!Object.hasOwn(VALUES, option) && option !== 'oauth' && option !== '__proto__');
        expect(wrongOption({ [option]: value })).toBe(option);
      }),
    );
  });

  it('says what an option got and what it takes, and guesses what was meant (FO-24)', () => {
    expect(() => checkServeOptions({ port: 'x' })).toThrow(`Option 'port' must be an integer from 0 to 65535; got "x"`);
    expect(() => checkServeOptions({ prot: 1 })).toThrow(`Unknown option 'prot'. Did you mean 'port'?`);
    expect(() => checkServeOptions({ spec: '2024-11-05' })).toThrow(
      /'2026-07-28'.*'2025-11-25'.*'2025-06-18'.*got "2024-11-05"/,
    );
  });

  it('does not offer oauth, which is always refused, and knows what others call a host', () => {
    expect(() => checkServeOptions({ nonsense: 1 })).toThrow(/Known options: (?!.*\boauth\b).*\btransport\b/);
    expect(() => checkPrepareOptions({ nonsense: 1 })).toThrow(
      /Known options: (?!.*\b(?:oauth|transport)\b).*\bspec\b/,
    );
    expect(() => checkServeOptions({ hostname: '::1' })).toThrow("Unknown option 'hostname'. Did you mean 'host'?");
    expect(() => checkPrepareOptions({ hostname: '::1' })).toThrow(/^Unknown option 'hostname'\. Known/);
  });

  it('says that prepare does not listen', () => {
    for (const option of ['host', 'port', 'serverOptions', 'transport', 'input', 'maxMessageBytes']) {
      expect(() => checkPrepareOptions({ title: 'T', [option]: 1 })).toThrow(
        `Option '${option}' is for serve; here your own server listens`,
      );
    }
    expect(() => checkPrepareOptions({ prot: 1 })).toThrow(/^Unknown option 'prot'/);
  });

  it('takes undefined for absent', () => {
    expect(wrongOption(undefined)).toBeUndefined();
    expect(wrongOption({ oauth: undefined })).toBeUndefined();
    expect(wrongOption({ oauth: undefined }, checkPrepareOptions)).toBeUndefined();
    expect(wrongOption(Object.fromEntries(Object.keys(VALUES).map((option) => [option, undefined])))).toBeUndefined();
  });

  it.each([[null], ['x'], [[]], [1]])('refuses %o in place of options', (given) => {
    expect(wrongOption(given)).toBe('options');
  });

  it('checks the options of HTTP under stdio too (FO-19)', () => {
    expect(wrongOption({ transport: 'stdio', port: -1 })).toBe('port');
  });

  it('checks the options of a transport object by its own table (EX-02)', () => {
    const transport = {
      name: 'tcp',
      local: false,
      options: { backlog: { accepts: (value: unknown) => value === 5, takes: 'the number 5' } },
      start: () => Promise.reject(new Error('not started here')),
    };
    expect(wrongOption({ transport, backlog: 5 })).toBeUndefined();
    expect(wrongOption({ transport, backlog: 6 })).toBe('backlog');
    expect(wrongOption({ backlog: 5 })).toBe('backlog');
  });

  it('checks the options of a spec object by its own table, and those of our revisions in any case (FO-19)', () => {
    const spec = {
      revisions: ['1'],
      options: { depth: { accepts: (value: unknown) => value === 5, takes: 'the number 5' } },
      attach: () => {
        throw new Error('not attached here');
      },
    };
    for (const check of [checkServeOptions, checkPrepareOptions]) {
      expect(wrongOption({ spec, depth: 5 }, check)).toBeUndefined();
      expect(wrongOption({ spec: ['2026-07-28', spec], depth: 6 }, check)).toBe('depth');
      expect(wrongOption({ depth: 5 }, check)).toBe('depth');
      expect(wrongOption({ spec: '2026-07-28', maxSessions: 0 }, check)).toBe('maxSessions');
    }
  });

  it('refuses oauth with stdio, and says elsewhere what is missing; its value is never shown (FO-27, ST-13)', () => {
    const oauth = { clientSecret: 'hunter2' };
    expect(() => checkServeOptions({ oauth })).toThrow(/'oauth' can't be used with stdio/);
    expect(() => checkServeOptions({ oauth, transport: stdio })).toThrow(/stdio/);
    expect(() => checkServeOptions({ oauth, transport: 'http' })).toThrow(/@polyspec\/oauth/);
    for (const transport of ['stdio', 'http']) {
      expect(wrongOption({ oauth, transport })).toBe('oauth');
      expect(() => checkServeOptions({ oauth, transport })).not.toThrow(/hunter2/);
    }
  });
});

describe('checkPrepareOptions', () => {
  it('takes the options of the server and of the endpoint, and not where to listen', () => {
    expect(
      wrongOption({ spec: 'all', title: 'T', path: '/mcp', keepAliveSeconds: 1 }, checkPrepareOptions),
    ).toBeUndefined();
    for (const option of ['transport', 'host', 'port', 'serverOptions', 'input']) {
      expect(wrongOption({ [option]: VALUES[option]?.right[0] }, checkPrepareOptions)).toBe(option);
    }
    expect(wrongOption({ oauth: {} }, checkPrepareOptions)).toBe('oauth');
  });
});

describe('faultsOf', () => {
  it('finds all that is wrong, in order', () => {
    const given = { port: 'x', title: 'T', prot: 1, transport: 'tcp', oauth: {}, hostname: 'h' };
    expect(faultsOf(given).map(({ option }) => option)).toEqual(['port', 'prot', 'transport', 'oauth', 'hostname']);
    expect(faultsOf({ title: 'T' })).toEqual([]);
    expect(faultsOf(null)).toMatchObject([{ option: 'options' }]);
  });
});

describe('optionsFor', () => {
  it('keeps the options of the server and of the transport', () => {
    const given = { title: 'T', input: process.stdin, port: 1 };
    expect(optionsFor(spec20260728, stdio, given)).toEqual({ title: 'T', input: process.stdin });
    expect(optionsFor(spec20260728, { name: 'x', local: false, start: stdio.start }, given)).toEqual({ title: 'T' });
  });

  it('leaves out what the revisions that are served do not take', () => {
    const given = { title: 'T', sessions: false, logLevel: 'info' };
    expect(optionsFor(spec20260728, stdio, given)).toEqual({ title: 'T' });
    expect(optionsFor(spec20251125, stdio, given)).toEqual(given);
  });
});
