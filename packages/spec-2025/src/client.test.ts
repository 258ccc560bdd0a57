import { connectTestClient } from '@polyspec/core/testing';
import { expect, test } from 'vitest';
import { clientDialect } from './client.js';
import { spec20250618, spec20251125 } from './index.js';

const identity = { name: 'c', version: '2', capabilities: { roots: {} } };
const dialect = clientDialect(['2025-11-25', '2025-06-18'], '2025-06-18', identity);

test('opens with initialize and confirms it (YL-01, YL-05)', () => {
  expect(dialect.opening).toEqual({
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: { roots: {} }, clientInfo: { name: 'c', version: '2' } },
    confirm: 'notifications/initialized',
  });
});

test('names the revision in a header field of every message but initialize (YH-36)', () => {
  expect(dialect.headers('initialize', {})).toEqual({});
  expect(dialect.headers('tools/list', undefined)).toEqual({ 'mcp-protocol-version': '2025-06-18' });
});

test('adds nothing to parameters', () => {
  const params = { name: 'x' };
  expect(dialect.params('tools/call', params)).toBe(params);
  expect(dialect.params('ping', undefined)).toBeUndefined();
});

test('a revision that is not served is refused', () => {
  expect(() => spec20250618.client?.('2025-11-25', identity)).toThrow(
    'No client of 2025-11-25 here; there are 2025-06-18',
  );
});

test.each(['2025-06-18', '2025-11-25'])('the test client of the core speaks %s with it', async (revision) => {
  const application = { tools: () => [{ name: 'hello', run: () => 'Hello' }] };
  const client = await connectTestClient(application, { spec: spec20251125, revision });
  expect(client.opening).toMatchObject({ protocolVersion: revision });
  expect(await client.callTool('hello')).toEqual({ content: [{ type: 'text', text: 'Hello' }] });
  await client.close();
});
