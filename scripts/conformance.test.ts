import { describe, expect, it } from 'vitest';

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

interface Scenario {
  readonly name: string;
  readonly isScored: boolean;
  readonly checks: readonly Check[];
}

interface Judgement {
  readonly counts: { readonly passed: number; readonly failed: number; readonly warnings: number };
  readonly problems: readonly string[];
  readonly waiting: readonly string[];
}

type Judge = (scenarios: readonly Scenario[], listed: ReadonlyMap<string, string>, isWhole?: boolean) => Judgement;

// The scripts run before anything is built, so they are JavaScript without types.
const { judge }: { readonly judge: Judge } = await import(new URL('./conformance/judge.mjs', import.meta.url).href);

function scenario(name: string, statuses: readonly string[], isScored = true): Scenario {
  const checks: readonly Check[] = statuses.map((status, index) => ({ id: `check-${index + 1}`, status }));
  return { name, isScored, checks };
}

const none: ReadonlyMap<string, string> = new Map();
const toCome: ReadonlyMap<string, string> = new Map([['later', 'sessions']]);

describe('judging a run of the conformance suite', () => {
  it('counts the checks of the scored scenarios that are to pass', () => {
    const run = [
      scenario('one', ['SUCCESS', 'SUCCESS', 'INFO']),
      scenario('extra', ['SUCCESS'], false),
      scenario('later', ['SUCCESS', 'FAILURE']),
    ];
    expect(judge(run, toCome)).toEqual({
      counts: { passed: 2, failed: 0, warnings: 0 },
      problems: [],
      waiting: ['later'],
    });
  });

  it.each(['FAILURE', 'WARNING', 'SKIPPED'])('complains about a %s, scored or not', (status) => {
    for (const isScored of [true, false]) {
      const { problems } = judge([scenario('one', ['SUCCESS', status], isScored)], none);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(`one: ${status} check-2`);
    }
  });

  it('complains about a scenario in which nothing was checked', () => {
    expect(judge([scenario('one', ['INFO'])], none).problems).toEqual(['one: nothing was checked']);
  });

  it('wants a scenario off the list as soon as it passes', () => {
    const { problems } = judge([scenario('later', ['SUCCESS', 'INFO'])], toCome);
    expect(problems).toEqual(['later passes: take it off the list of what is to come']);
  });

  it('lets a listed scenario be that fails, warns, or skips something', () => {
    for (const status of ['FAILURE', 'WARNING', 'SKIPPED']) {
      expect(judge([scenario('later', ['SUCCESS', status])], toCome).problems).toEqual([]);
    }
  });

  it('wants a scenario off the list that the suite does not have, unless only some were run', () => {
    const run = [scenario('one', ['SUCCESS'])];
    expect(judge(run, toCome).problems).toHaveLength(1);
    expect(judge(run, toCome, false).problems).toEqual([]);
  });

  it('shows what the suite says, in one line', () => {
    const checks = [{ id: 'a', status: 'FAILURE', errorMessage: 'two\nlines' }];
    expect(judge([{ name: 'one', isScored: true, checks }], none).problems).toEqual(['one: FAILURE a: two lines']);
  });
});
