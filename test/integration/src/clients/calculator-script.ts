import { expect } from 'vitest';
import type { Session } from './official-client.js';

/** What every client sees of the tools of the calculator, in the order in which they are listed. */
export const CALCULATOR_TOOLS: readonly string[] = [
  'add',
  'divide',
  'mean',
  'factorial_declared',
  'factorial',
  'choose',
  'divide_with_remainder',
  'factorial_called',
  'count_primes',
];

/** Lists and calls the tools of the calculator, and meets every error that a tool can give. */
export async function useCalculator(client: Session, over: 'stdio' | 'http'): Promise<void> {
  expect(client.getServerVersion()).toMatchObject({ name: 'calculator', version: '1.0.0' });
  expect(client.getInstructions()).toContain('Use these tools instead of computing by yourself');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(CALCULATOR_TOOLS);

  for (const name of ['factorial', 'factorial_declared', 'factorial_called']) {
    expect(await client.callTool({ name, arguments: { n: 5 } })).toMatchObject({
      structuredContent: { factorial: 120 },
    });
  }
  const progress: number[] = [];
  const limit = 1_000_000;
  const onprogress = (report: { readonly progress: number }): unknown => progress.push(report.progress);
  expect(await client.callTool({ name: 'count_primes', arguments: { limit } }, { onprogress })).toMatchObject({
    content: [{ type: 'text', text: 'There are 78498 primes up to 1000000.' }],
    structuredContent: { count: 78_498 },
  });
  expect(progress).toEqual([...progress].sort((one, other) => one - other));
  // On stdio these clients lose reports that arrive in one chunk with the answer: they look at answers first.
  if (over === 'http') expect(progress).toEqual([262_145, 524_289, 786_433, limit]);

  await expect(client.callTool({ name: 'nope', arguments: {} }), 'unknown tool').rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining("Unknown tool 'nope'"),
  });
  expect(await client.callTool({ name: 'add', arguments: { a: 'one' } }), 'bad arguments').toMatchObject({
    isError: true,
    content: [
      {
        type: 'text',
        text: `Invalid arguments for tool 'add':\n- b: missing, expected number\n- a: expected number, got string "one"`,
      },
    ],
  });
  expect(await client.callTool({ name: 'divide', arguments: { dividend: 1, divisor: 0 } }), 'throwing').toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'A number can’t be divided by zero' }],
  });
}
