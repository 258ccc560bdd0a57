import type { JsonObject } from 'polyspec';
import { expect } from 'vitest';
import type { WireClient } from './wire-client.js';

/** What shows of each example that it is really served: one or two requests and what they give. */
export const probes: ReadonlyMap<string, (client: WireClient) => Promise<void>> = new Map([
  [
    'calculator',
    async (client) => {
      expect(await call(client, 'factorial', { n: 5 })).toMatchObject({ structuredContent: { factorial: 120 } });
      const failed = await call(client, 'divide', { dividend: 1, divisor: 0 });
      expect(failed).toMatchObject({ isError: true, content: [{ text: 'A number can’t be divided by zero' }] });
    },
  ],
  [
    'notes',
    async (client) => {
      const { structuredContent } = await call(client, 'add_note', { title: 'Probe', text: 'Kept.', tags: ['probe'] });
      const { uri } = structuredContent as { uri: string };
      expect(await result(client, 'resources/read', { uri })).toMatchObject({
        contents: [{ uri, text: expect.stringContaining('Kept.') }],
      });
      const prompt = await result(client, 'prompts/get', { name: 'review_tag', arguments: { tag: 'probe' } });
      expect(prompt).toMatchObject({ description: 'A review of #probe' });
    },
  ],
  [
    'schemas',
    async (client) => {
      const split = await call(client, 'split_bill_valibot', { total: 100, people: 3 });
      expect(split).toMatchObject({ structuredContent: { each: 33.33 } });
    },
  ],
  [
    'birds',
    async (client) => {
      const { structuredContent } = await call(client, 'identify_bird', { bill: 'triangular' });
      expect(structuredContent).toMatchObject({ outcome: 'identified', birds: [{ name: 'atlantic-puffin' }] });
      const uri = 'birds://bird/atlantic-puffin';
      expect(await result(client, 'resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
    },
  ],
  [
    'conformance',
    async (client) => {
      expect(await call(client, 'test_simple_text', {})).toMatchObject({ content: [{ type: 'text' }] });
      expect(await result(client, 'resources/read', { uri: 'test://template/7/data' })).toMatchObject({
        contents: [{ text: expect.stringContaining('7') }],
      });
    },
  ],
]);

function call(client: WireClient, name: string, args: JsonObject): Promise<JsonObject> {
  return result(client, 'tools/call', { name, arguments: args });
}

async function result(client: WireClient, method: string, params: JsonObject): Promise<JsonObject> {
  const answer = await client.request(method, params);
  expect(answer).toHaveProperty('result');
  return answer.result as JsonObject;
}
