import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { contentOf, field, RoundClient } from '../../../test/rounds.js';
import type { CallContext } from '../../application/context.js';
import type { RoundContext, RoundProvider } from '../../application/rounds.js';
import { prompt } from '../../define/prompt.js';
import { resource } from '../../define/resource.js';
import { resourceTemplate } from '../../define/resource-template.js';
import { tool } from '../../define/tool.js';
import type { JsonObject } from '../../json.js';
import type { TemplateVariables } from '../../uri-template/index.js';
import { answersInRounds, ROUNDS } from '../run-in-rounds.js';
import { type DialogueContext, dialogue } from './dialogue.js';

const Day = z.object({ day: z.string(), seats: z.number().default(1) });

it('has the types of its arguments from where it stands: a tool', () => {
  tool({
    input: Day,
    output: z.object({ booked: z.number() }),
    run: dialogue(async (context, { day, seats }) => {
      expectTypeOf(context).toEqualTypeOf<DialogueContext>();
      expectTypeOf(day).toEqualTypeOf<string>();
      const answer = await context.elicit('Sure?', Day);
      if (answer.action === 'accept') expectTypeOf(answer.content.seats).toEqualTypeOf<number>();
      return { booked: seats };
    }),
  });
  tool({ input: field('day'), run: dialogue(async (_context, { day }) => String(day)) });
  tool({ input: Day, run: dialogue(async ({ elicit }) => (await elicit('Sure?', Day)).action) });
  tool({ output: Day, run: dialogue(() => ({ day: 'today' })) });
  tool({
    input: Day,
    output: z.object({ booked: z.number() }),
    // @ts-expect-error: what it gives is no output.
    run: dialogue((_context, { day }) => ({ booked: day })),
  });
});

it('… a prompt, a resource, and a template', () => {
  prompt({
    arguments: { tone: { required: true }, who: {} },
    run: dialogue((_context, { tone, who }) => {
      expectTypeOf(tone).toEqualTypeOf<string>();
      expectTypeOf(who).toEqualTypeOf<string | undefined>();
      return tone;
    }),
  });
  resource({
    uri: 'a:1',
    read: dialogue((_context, uri, variables) => {
      expectTypeOf(variables).toEqualTypeOf<TemplateVariables>();
      return uri;
    }),
  });
  resourceTemplate({
    uriTemplate: 'page:{n}',
    read: dialogue((_context, _uri, { n }) => {
      expectTypeOf(n).toEqualTypeOf<string>();
      return n;
    }),
  });
});

it('… a hook of rounds, or what it is said to take', () => {
  const book = dialogue((_context, { day }: { readonly day: string }) => day);
  const ask = dialogue(() => 'asked');
  const provider: RoundProvider = {
    callToolRound: dialogue((_context, name, args) => {
      expectTypeOf(args).toEqualTypeOf<JsonObject>();
      return name;
    }),
    getPromptRound: (name, _args, round) => (name === 'ask' ? ask(round) : undefined),
  };
  expect(provider).toBeDefined();
  const call = (round: RoundContext) => {
    // @ts-expect-error: these are no arguments of it.
    void book({ day: 1 }, round);
    // @ts-expect-error: this is no context.
    void book({ day: 'today' }, 'round');
    return book({ day: 'today' }, round);
  };
  expect(call).toBeDefined();
});

it('leaves functions that answer at once their types', () => {
  tool({
    input: Day,
    output: z.object({ booked: z.number() }),
    run: async ({ seats }, context) => {
      expectTypeOf(context).toEqualTypeOf<CallContext>();
      return { booked: seats };
    },
  });
  tool({ input: Day, run: () => Promise.reject(new Error('No seats')) });
  prompt({ run: () => Promise.reject(new Error('No text')) });
  resource({ uri: 'a:1', read: () => Promise.reject(new Error('Nothing there')) });
});

it('is one in a prompt too whose arguments a library validates', async () => {
  const { run } = prompt({
    arguments: z.object({ tone: z.string().transform((tone) => tone.toUpperCase()) }),
    run: dialogue(async ({ elicit }, { tone }) => `${contentOf(await elicit('Who?', field('name'))).name}: ${tone}`),
  });
  if (!answersInRounds(run)) throw new TypeError('It does not answer in rounds');
  const talk = (args: object) =>
    new RoundClient((round) => run[ROUNDS](args as never, round)).talk(() => ({
      action: 'accept',
      content: { name: 'Ada' },
    }));
  expect(await talk({ tone: 'warm' })).toBe('Ada: WARM');
  await expect(talk({ tone: 1 })).rejects.toMatchObject({ reason: 'invalid-params' });
});
