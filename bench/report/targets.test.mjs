import { expect, it } from 'vitest';
import { targetsOf } from './targets.mjs';

it('a target is reached, missed, or not measured', () => {
  const row = (name, manyCpu) => ({ name, samples: [{ round: 1, manyCpu }] });
  const workload = (era, cpu) => ({ id: `http-${era}`, rows: [row('bare-node', 10), row('polyspec', cpu)] });
  const targets = targetsOf({ workloads: [workload('2025', 17), workload('2026', 18)] });
  const cpu = targets.filter(({ what }) => what.includes('server CPU × bare node:http'));
  expect(cpu.map(({ value, isReached }) => [value, isReached])).toEqual([
    [1.7, true],
    [1.8, false],
  ]);
  expect(targets.filter(({ isReached }) => isReached === undefined)).toHaveLength(targets.length - 2);
});
