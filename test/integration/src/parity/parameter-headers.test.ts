// Arguments that are mirrored in header fields: behaviours of the reference library. The rules of the published protocol hold.
import { type Application, silentLogger } from '@polyspec/core';
import { type FetchHandler, type PreparedServer, prepare } from 'polyspec';
import { afterEach, describe, expect, it } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { ask, type Reply } from './http-handler.js';

const booking = (annotation: unknown, type = 'string'): Application => ({
  tools: () => [
    {
      name: 'book',
      description: 'Books.',
      input: { type: 'object', properties: { region: { type, 'x-mcp-header': annotation as string } } },
      run: () => 'booked',
    },
  ],
});

let prepared: PreparedServer | undefined;
const start = async (application: Application): Promise<FetchHandler> => {
  prepared = await prepare('booking', application, { logger: silentLogger });
  return prepared.fetchHandler();
};
afterEach(async () => {
  await prepared?.close();
  prepared = undefined;
});

const call = async (handler: FetchHandler, args: object, headers: Record<string, string> = {}): Promise<Reply> =>
  ask(handler, '2026-07-28', 'tools/call', { name: 'book', arguments: { ...args } }, { headers });
const read = ({ status, messages }: Reply): unknown => [
  status,
  (messages[0]?.error as { code: number } | undefined)?.code,
];

describe('under 2026-07-28', () => {
  it('HT-11, V3-07, QL-06 the field of an argument that is there has to be there and say the same, else -32020', async () => {
    const handler = await start(booking('Region'));
    expect(read(await call(handler, { region: 'eu' }, { 'mcp-param-region': 'eu' }))).toEqual([200, undefined]);
    expect(read(await call(handler, { region: 'eu' }, { 'mcp-param-region': 'us' }))).toEqual([400, -32020]);
    expect(read(await call(handler, { region: 'eu' }))).toEqual([400, -32020]);
    expect(read(await call(handler, {}))).toEqual([200, undefined]);
  });

  it('HT-36, QL-07 integers compare as numbers, texts may be wrapped in base64, and properties may lie deeper', async () => {
    const handler = await start({
      tools: () => [
        {
          name: 'book',
          description: 'Books.',
          input: {
            type: 'object',
            properties: {
              seats: { type: 'integer', 'x-mcp-header': 'Seats' },
              guest: { type: 'object', properties: { name: { type: 'string', 'x-mcp-header': 'Guest' } } },
            },
          },
          run: () => 'booked',
        },
      ],
    });
    const args = { seats: 42, guest: { name: 'Zoë' } };
    const wrapped = `=?base64?${Buffer.from('Zoë').toString('base64')}?=`;
    const fields = { 'mcp-param-seats': '42.0', 'mcp-param-guest': wrapped };
    expect(read(await call(handler, args, fields))).toEqual([200, undefined]);
    for (const wrong of [{ 'mcp-param-seats': '43' }, { 'mcp-param-seats': '4.2e1' }, { 'mcp-param-guest': 'Zoe' }]) {
      expect(read(await call(handler, args, { ...fields, ...wrong }))).toEqual([400, -32020]);
    }
  });

  it.each<[string, unknown, string]>([
    ['an empty name', '', 'string'],
    ['no name', 7, 'string'],
    ['a number', 'Region', 'number'],
  ])('TP-29, QL-07 an annotation with %s stops the start, which names the tool', async (_what, annotation, type) => {
    await expect(start(booking(annotation, type))).rejects.toThrow("tool 'book'");
  });
});

it.each(REVISIONS.filter((revision) => revision !== '2026-07-28'))(
  'HT-11 under %s there are no such fields',
  async (revision) => {
    const handler = await start(booking('Region'));
    const reply = await ask(handler, revision, 'tools/call', { name: 'book', arguments: { region: 'eu' } });
    expect(read(reply)).toEqual([200, undefined]);
  },
);
