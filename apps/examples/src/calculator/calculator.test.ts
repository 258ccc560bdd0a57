import { connectTestClient, type TestClient } from '@polyspec/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisions } from '../../test/revisions.js';
import calculator from './calculator.js';

describe.each(revisions)('the calculator under %s', (revision, spec) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connectTestClient(calculator, { spec, revision, server: { exposeErrors: false } });
  });
  afterAll(() => client.close());

  it('lists the tools of all three ways, each with both schemas', async () => {
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'add',
      'divide',
      'mean',
      'factorial_declared',
      'factorial',
      'choose',
      'divide_with_remainder',
      'factorial_called',
      'count_primes',
    ]);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        description: expect.stringMatching(/\.$/),
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
      });
    }
  });

  it.each(['factorial', 'factorial_declared', 'factorial_called'])(
    'answers %s alike, whichever way it is written',
    async (name) => {
      expect(await client.callTool(name, { n: 5 })).toMatchObject({ structuredContent: { factorial: 120 } });
      expect(await client.callTool(name, { n: 0 })).toMatchObject({ structuredContent: { factorial: 1 } });
      for (const n of [-1, 19, 1.5, '5']) expect(await client.callTool(name, { n })).toMatchObject({ isError: true });
    },
  );

  it('gives a single output bare and several by name (AD-01, AD-02)', async () => {
    expect(await client.callTool('choose', { n: 6, k: 2 })).toMatchObject({
      structuredContent: { ways: 15 },
      content: [{ type: 'text', text: '{"ways":15}' }],
    });
    expect(await client.callTool('divide_with_remainder', { dividend: -7, divisor: 2 })).toMatchObject({
      structuredContent: { quotient: -3, remainder: -1 },
    });
  });

  it('shows a text of its own beside the data (TP-15)', async () => {
    expect(await client.callTool('factorial_called', { n: 4 })).toMatchObject({
      content: [{ type: 'text', text: 'The factorial is: 24' }],
      structuredContent: { factorial: 24 },
    });
  });

  it('computes', async () => {
    expect(await client.callTool('add', { a: 1.5, b: 2 })).toMatchObject({ structuredContent: { sum: 3.5 } });
    expect(await client.callTool('divide', { dividend: 1, divisor: 4 })).toMatchObject({
      structuredContent: { quotient: 0.25 },
    });
    expect(await client.callTool('mean', { values: [1, 2, 6] })).toMatchObject({
      structuredContent: { mean: 3, count: 3 },
    });
  });

  it('tells the client why it can’t divide by zero, in its own words (AD-04)', async () => {
    expect(await client.callTool('divide', { dividend: 1, divisor: 0 })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'A number can’t be divided by zero' }],
    });
    expect(await client.callTool('divide_with_remainder', { dividend: 1, divisor: 0 })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'An integer can’t be divided by zero' }],
    });
  });

  it('refuses arguments that don’t fit, with the place of the fault', async () => {
    const { isError, content } = await client.callTool('mean', { values: [] });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('values');
  });

  it('reports progress while it counts, to the client that asks for it', async () => {
    const before = client.notifications.length;
    const params = { name: 'count_primes', arguments: { limit: 1_000_000 } };
    await client.request('tools/call', params);
    expect(client.notifications).toHaveLength(before);
    const result = await client.request('tools/call', { ...params, _meta: { progressToken: 'counting' } });
    expect(result).toMatchObject({ structuredContent: { count: 78_498 } });
    const reports = client.notifications.slice(before);
    expect(reports.length).toBeGreaterThan(2);
    expect(reports.at(-1)).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'counting', progress: 1_000_000, total: 1_000_000 },
    });
  });

  it('does not know other tools', async () => {
    await expect(client.callTool('subtract', {})).rejects.toMatchObject({ code: -32602 });
  });
});
