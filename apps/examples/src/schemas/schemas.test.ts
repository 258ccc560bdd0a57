import { connectTestClient, type TestClient } from '@polyspec/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisions } from '../../test/revisions.js';
import schemas from './schemas.js';

describe.each(revisions)('one tool with every kind of schema under %s', (revision, spec) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connectTestClient(schemas, { spec, revision });
  });
  afterAll(() => client.close());

  describe.each(['split_bill_zod', 'split_bill_valibot', 'split_bill_arktype', 'split_bill_json_schema'])(
    '%s',
    (name) => {
      it('is listed with what a client needs to know', async () => {
        const tools = await client.listTools();
        expect(tools.find((tool) => tool.name === name)).toMatchObject({
          inputSchema: {
            type: 'object',
            properties: {
              total: { type: 'number', minimum: 0 },
              people: { type: 'integer', minimum: 1 },
              tip: { type: 'number', minimum: 0 },
            },
            required: expect.arrayContaining(['total', 'people']),
          },
          outputSchema: { type: 'object', properties: { each: { type: 'number' } }, required: ['each'] },
        });
      });

      it('may be called without what has a default', async () => {
        const result = await client.callTool(name, { total: 100, people: 3 });
        expect(result).toMatchObject({ structuredContent: { each: 33.33 } });
        expect(await client.callTool(name, { total: 100, people: 4, tip: 10 })).toMatchObject({
          structuredContent: { each: 27.5 },
        });
      });

      it.each([{ total: 100 }, { total: 100, people: 0 }, { total: -1, people: 2 }, { total: 100, people: 1.5 }])(
        'refuses %j',
        async (args) => {
          expect(await client.callTool(name, args)).toMatchObject({ isError: true });
        },
      );
    },
  );
});
