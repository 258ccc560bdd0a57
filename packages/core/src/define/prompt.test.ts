import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod3';
import { start } from '../../test/runtime.js';
import { ApplicationError, SchemaError } from '../errors.js';
import { message } from '../results/prompt.js';
import { defineApplication } from './define-application.js';
import { prompt } from './prompt.js';

describe('a declared prompt', () => {
  const forecast = prompt({
    description: 'Asks for the weather.',
    arguments: { city: { description: 'Where', required: true }, day: { title: 'Day' } },
    run: ({ city, day = 'today' }) => [message('user', `Weather in ${city}, ${day}?`), message('assistant', 'Sunny.')],
  });

  it('lists its arguments in order (PP-01, PP-02, PP-09)', async () => {
    const { runtime, context } = await start(
      defineApplication({ prompts: { forecast, plain: prompt({ run: () => 'Hi' }) } }),
    );
    expect((await runtime.listPrompts(undefined, context())).items).toMatchObject([
      {
        name: 'forecast',
        description: 'Asks for the weather.',
        arguments: [
          { name: 'city', description: 'Where', required: true },
          { name: 'day', title: 'Day', required: false },
        ],
      },
      { name: 'plain', arguments: [] },
    ]);
  });

  it('is filled in with the values that are there (PP-03, PP-05, PP-06)', async () => {
    const { runtime, context } = await start(defineApplication({ prompts: { forecast } }));
    expect(await runtime.getPrompt('forecast', { city: 'Bonn' }, context())).toMatchObject({
      messages: [
        { role: 'user', content: { text: 'Weather in Bonn, today?' } },
        { role: 'assistant', content: { text: 'Sunny.' } },
      ],
    });
  });

  it('takes its arguments as an array, too', async () => {
    const trip = prompt({
      arguments: [{ name: 'city', required: true }, { name: 'day' }],
      run: ({ city, day = 'today' }) => `${city}, ${day}`,
    });
    const { runtime, context } = await start(defineApplication({ prompts: { trip } }));
    expect((await runtime.listPrompts(undefined, context())).items[0]?.arguments).toEqual([
      { name: 'city', required: true },
      { name: 'day', required: false },
    ]);
    expect(await runtime.getPrompt('trip', { city: 'Bonn' }, context())).toMatchObject({
      messages: [{ content: { text: 'Bonn, today' } }],
    });
  });

  it.each<[string, () => unknown]>([
    ["Unknown member 'args' of prompt 'trip'. Did you mean 'arguments'?", () => prompt('trip', { args: {} } as never)],
    [
      "Unknown member 'complte' of argument 'city' of prompt 'trip'. Did you mean 'complete'?",
      () => prompt('trip', { arguments: { city: { complte: () => [] } } as never, run: () => 'Hi' }),
    ],
    [
      "Unknown member 'optional' of argument 'city' of a prompt. Did you mean 'required'?",
      () => prompt({ arguments: [{ name: 'city', optional: true }] as never, run: () => 'Hi' }),
    ],
    [
      "Argument 'city' of a prompt must be an object, such as { description: '…', required: true }; got a string",
      () => prompt({ arguments: { city: 'Where' } as never, run: () => 'Hi' }),
    ],
    [
      "The argument 'city' of a prompt is a schema; wrap all of them in the object schema of its library, for example z.object({ … })",
      () => prompt({ arguments: { city: z.string() } as never, run: () => 'Hi' }),
    ],
    [
      'The arguments of a prompt must be an object of parameters by name; got a string',
      () => prompt({ arguments: 'city' as never, run: () => 'Hi' }),
    ],
    ["A prompt must be an object, such as prompt('greet', { … }); got undefined", () => (prompt as () => unknown)()],
  ])('is refused where it is made: %s', (message, declare) => {
    expect(declare).toThrow(ApplicationError);
    expect(declare).toThrow(message);
  });

  it('is a descriptor where it has a name', () => {
    expect(prompt('named', { arguments: { city: {} }, run: () => 'Hi' })).toMatchObject({
      name: 'named',
      arguments: [{ name: 'city' }],
    });
    expect(prompt({ run: () => 'Hi' })).not.toHaveProperty('name');
  });
});

describe('a prompt declared with a Standard Schema', () => {
  const forecast = prompt('forecast', {
    arguments: z.object({
      city: z.string().min(2).describe('Where'),
      unit: z.enum(['celsius', 'centigrade', 'fahrenheit']).default('celsius').meta({ title: 'Unit' }),
      days: z.coerce.number().optional(),
    }),
    run: ({ city, unit, days = 1 }) => `${city} ${unit} ${days + 1}`,
  });

  it('lists the properties as arguments (PP-02)', () => {
    expect(forecast.arguments).toMatchObject([
      { name: 'city', description: 'Where', required: true },
      { name: 'unit', title: 'Unit', required: false },
      { name: 'days', required: false },
    ]);
  });

  it('gets what the library makes of the values', async () => {
    const { runtime, context } = await start(defineApplication({ prompts: [forecast] }));
    expect(await runtime.getPrompt('forecast', { city: 'Bonn', days: '2' }, context())).toMatchObject({
      messages: [{ content: { text: 'Bonn celsius 3' } }],
    });
  });

  it('refuses what the schema refuses', async () => {
    const { runtime, context } = await start(defineApplication({ prompts: [forecast] }));
    const refused = runtime.getPrompt('forecast', { city: 'B' }, context());
    await expect(refused).rejects.toMatchObject({ reason: 'invalid-params', message: expect.stringContaining('city') });
  });

  it('proposes the values of an enum', async () => {
    const { runtime, context } = await start(defineApplication({ prompts: [forecast] }));
    const complete = (name: string, value: string) =>
      runtime.complete({ type: 'prompt', name: 'forecast' }, { name, value }, {}, context());
    expect(await complete('unit', 'ce')).toEqual({ values: ['celsius', 'centigrade'] });
    expect(await complete('city', 'B')).toEqual({ values: [] });
  });

  it('refuses a schema that has no JSON Schema', () => {
    expect(() => prompt({ arguments: z3.object({ city: z3.string() }), run: () => 'Hi' })).toThrow(SchemaError);
  });
});
