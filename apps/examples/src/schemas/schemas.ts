import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { type Application, defineApplication, type ServeOptions, tool } from 'polyspec';
import * as v from 'valibot';
import { z } from 'zod';

const about = {
  title: 'Split a bill',
  description: 'Splits a bill between people, after adding a tip in percent.',
  annotations: { readOnlyHint: true, openWorldHint: false },
};

function split({ total, people, tip }: { total: number; people: number; tip: number }): { each: number } {
  return { each: Math.round((total * (1 + tip / 100) * 100) / people) / 100 };
}

/** One tool, its schemas written with each library that is tested, and without any. What clients see differs in details only. */
const schemas: Application = defineApplication({
  tools: {
    split_bill_zod: tool({
      ...about,
      input: z.object({ total: z.number().min(0), people: z.int().min(1), tip: z.number().min(0).default(0) }),
      output: z.object({ each: z.number() }),
      run: split,
    }),
    split_bill_valibot: tool({
      ...about,
      input: toStandardJsonSchema(
        v.object({
          total: v.pipe(v.number(), v.minValue(0)),
          people: v.pipe(v.number(), v.integer(), v.minValue(1)),
          tip: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
        }),
      ),
      output: toStandardJsonSchema(v.object({ each: v.number() })),
      run: split,
    }),
    split_bill_arktype: tool({
      ...about,
      input: type({ total: 'number >= 0', people: 'number.integer >= 1', tip: 'number >= 0 = 0' }),
      output: type({ each: 'number' }),
      run: split,
    }),
    split_bill_json_schema: tool({
      ...about,
      input: {
        type: 'object',
        properties: {
          total: { type: 'number', minimum: 0 },
          people: { type: 'integer', minimum: 1 },
          tip: { type: 'number', minimum: 0, default: 0 },
        },
        required: ['total', 'people'],
      },
      output: { type: 'object', properties: { each: { type: 'number' } }, required: ['each'] },
      // JSON Schema describes and checks; it gives no types, and its defaults are for the client to know.
      run: ({ total, people, tip = 0 }) => split({ total: Number(total), people: Number(people), tip: Number(tip) }),
    }),
  },
});
export default schemas;

/** How it introduces itself. Read by `polyspec serve` and by the runner of these examples. */
export const options: ServeOptions = { title: 'Schemas', description: 'One tool, described in four ways.' };
