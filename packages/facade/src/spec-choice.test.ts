import { createHandler, request, type SpecHandler, type SpecProtocol } from '@polyspec/core';
import { MemoryExchange } from '@polyspec/core/testing';
import { spec20250618, spec20251125 } from '@polyspec/spec-2025';
import { spec20260728 } from '@polyspec/spec-2026';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSpec, type SpecName, specRule } from './spec-choice.js';

const handler: SpecHandler = {
  claims: () => true,
  handle: () => ({ type: 'accepted' }),
  methods: () => ['POST'],
  close: async () => undefined,
};
const stranger: SpecProtocol = { revisions: ['2031-01-01'], attach: () => handler };

describe('chooseSpec', () => {
  it('serves all revisions by default (FO-03)', () => {
    expect(chooseSpec().revisions).toEqual(['2026-07-28', '2025-11-25', '2025-06-18']);
    expect(chooseSpec('all').revisions).toEqual(chooseSpec().revisions);
  });

  it('takes one revision by name (FO-03, spec_2025_11_25_facade_valid_01, stdio_facade_resolve_*)', () => {
    expect(chooseSpec('2025-06-18')).toBe(spec20250618);
    expect(chooseSpec('2025-11-25')).toBe(spec20251125);
    expect(chooseSpec('2026-07-28')).toBe(spec20260728);
  });

  it('takes lists of revisions in any order, newest first', () => {
    expect(chooseSpec(['2025-06-18', '2026-07-28']).revisions).toEqual(['2026-07-28', '2025-06-18']);
    expect(chooseSpec(['2025-06-18', '2025-11-25'])).toBe(spec20251125);
    expect(chooseSpec(['2026-07-28'])).toBe(spec20260728);
  });

  it('takes a spec object as it is (EX-01)', () => {
    expect(chooseSpec(stranger)).toBe(stranger);
    expect(chooseSpec([stranger])).toBe(stranger);
  });

  it('knows its own specs when they are given as objects', () => {
    expect(chooseSpec([spec20251125, '2026-07-28', spec20250618]).revisions).toEqual([
      '2026-07-28',
      '2025-11-25',
      '2025-06-18',
    ]);
  });

  it('asks specs of a list in its order, those by name together at the place of the first', async () => {
    const initialize = request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    const asked = async (items: readonly string[]): Promise<string[]> => {
      const order: string[] = [];
      const spy = (name: string): SpecProtocol => ({
        ...stranger,
        attach: () => ({ ...handler, claims: () => order.push(name) < 0 }),
      });
      const names = new Set<string>(['2025-11-25', '2026-07-28']);
      const list = items.map((item) => (names.has(item) ? (item as SpecName) : spy(item)));
      const server = await createHandler('test', { tools: () => [] }, { spec: chooseSpec(list) });
      await server.handle(initialize, new MemoryExchange({}, () => undefined));
      return order;
    };
    // Ours takes initialize, so whoever stands behind it is not asked.
    expect(await asked(['first', '2025-11-25', 'second', '2026-07-28'])).toEqual(['first']);
    expect(await asked(['2026-07-28', 'first', '2025-11-25'])).toEqual([]);
    expect(await asked(['first', 'second', '2025-11-25'])).toEqual(['first', 'second']);
  });

  it('serves exactly the revisions that are named, whatever the list', () => {
    const names = fc.subarray<SpecName>(['2026-07-28', '2025-11-25', '2025-06-18'], { minLength: 1 });
    fc.assert(
      fc.property(names, fc.boolean(), (list, isReversed) => {
        const { revisions } = chooseSpec(isReversed ? list.toReversed() : list);
        const served = new Set<string>(list);
        if (served.has('2025-11-25')) served.add('2025-06-18');
        expect(new Set(revisions)).toEqual(served);
        expect([...revisions]).toEqual([...revisions].sort().reverse());
      }),
    );
  });
});

describe('specRule', () => {
  it.each(
    ['all', '2025-06-18', '2025-11-25', '2026-07-28', ['2025-06-18', stranger], stranger].map((value) => [value]),
  )('accepts %o', (value) => expect(specRule.accepts(value)).toBe(true));

  it.each(
    ['2024-11-05', '', 'ALL', [], ['2026-07-28', 'x'], {}, { revisions: [], attach: () => handler }, 1, null].map(
      (value) => [value],
    ),
  )('refuses %o', (value) => expect(specRule.accepts(value)).toBe(false));

  it('names the revisions that there are (ST-19)', () => {
    for (const name of ['all', '2025-06-18', '2025-11-25', '2026-07-28']) expect(specRule.takes).toContain(name);
  });
});
