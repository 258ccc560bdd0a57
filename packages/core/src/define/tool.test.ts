import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { start } from '../../test/runtime.js';
import { ApplicationError } from '../errors.js';
import { error } from '../results/tool.js';
import { defineApplication } from './define-application.js';
import { tool } from './tool.js';

describe('a declared tool', () => {
  it('is its declaration, without a name', () => {
    const declaration = { description: 'Greets.', run: () => 'Hello' };
    expect(tool(declaration)).toBe(declaration);
  });

  it('is a descriptor where it has a name, for the tools of a class (TP-05)', async () => {
    const add = tool('add', { description: 'Adds.', run: () => 'Sum' });
    expect(add).toMatchObject({ name: 'add', description: 'Adds.' });
    const { runtime, context } = await start({ tools: () => [add, { name: 'plain' }], callTool: () => 'Plain' });
    const results = ['add', 'plain'].map((name) => runtime.callTool(name, {}, context()));
    expect(await Promise.all(results)).toMatchObject([
      { content: [{ text: 'Sum' }] },
      { content: [{ text: 'Plain' }] },
    ]);
  });

  it('takes and gives what its schemas say', async () => {
    const add = tool({
      input: z.object({ a: z.number(), b: z.number().default(1) }),
      output: z.object({ sum: z.number() }),
      run: ({ a, b }) => (a < 0 ? error('Too small') : { sum: a + b }),
    });
    const { runtime, context } = await start(defineApplication({ tools: { add } }));
    expect(await runtime.callTool('add', { a: 2 }, context())).toMatchObject({ structuredContent: { sum: 3 } });
    expect(await runtime.callTool('add', { a: -1 }, context())).toMatchObject({
      isError: true,
      content: [{ text: 'Too small' }],
    });
    expect(await runtime.callTool('add', { a: 'two' }, context())).toMatchObject({ isError: true });
  });
});

describe('a slip in a declaration', () => {
  const run = () => 'Done.';

  it.each<[string, () => unknown]>([
    ["Unknown member 'inputSchema' of a tool. Did you mean 'input'?", () => tool({ inputSchema: {}, run } as never)],
    ["Unknown member 'handler' of tool 'add'. Did you mean 'run'?", () => tool('add', { handler: run } as never)],
    ["Unknown member 'descriptoin' of tool 'sum'.", () => tool({ name: 'sum', descriptoin: 'x', run } as never)],
    ["A tool must be an object, such as tool('add', { … }); got undefined", () => (tool as () => unknown)()],
    ["A tool must be an object, such as tool('add', { … }); got a function", () => tool(run as never)],
    ["Tool 'add' must be an object, such as tool('add', { … }); got a string", () => tool('add', 'Adds.' as never)],
    ['The name of a tool must be a string; got an object', () => tool({} as never, { run })],
    [
      "tool() takes a name and one object; got 3 arguments. What answers goes into the object, as 'run'",
      () => (tool as (...args: unknown[]) => unknown)('add', {}, run),
    ],
  ])('is refused where it is made: %s', (message, declare) => {
    expect(declare).toThrow(ApplicationError);
    expect(declare).toThrow(message);
  });

  it('of a class is none: its methods may be inherited, and it may have fields of its own', async () => {
    class Counter {
      readonly description = 'Counts.';
      count = 0;
      run() {
        this.count += 1;
        return `${this.count}`;
      }
    }
    const { runtime, context } = await start(
      defineApplication({
        tools: { counter: new Counter() },
        include: [{ tools: () => [tool('other', new Counter())] }],
      }),
    );
    for (const name of ['counter', 'other']) {
      expect(await runtime.callTool(name, {}, context())).toMatchObject({ content: [{ text: '1' }] });
    }
  });
});

describe('a tool declared by its signature', () => {
  const signature = {
    arguments: [
      { name: 'n', type: 'integer' },
      { name: 'factorial', type: 'integer', mode: 'out' },
    ],
  } as const;
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  const math = { factorial, sign: 1, signed: (n: number) => n * math.sign };

  it('calls a function with the inputs in order (AD-01)', async () => {
    const { runtime, context } = await start(
      defineApplication({ tools: { fact: tool({ signature, method: factorial }) } }),
    );
    expect(await runtime.callTool('fact', { n: 5 }, context())).toMatchObject({
      structuredContent: { factorial: 120 },
    });
    // The name of the method is that of the tool (TP-07), and so is the title (TP-08).
    expect((await runtime.listTools(undefined, context())).items).toMatchObject([{ name: 'fact', title: 'fact' }]);
    expect(tool('fact', { signature, method: factorial })).toMatchObject({
      method: 'fact',
      target: { fact: factorial },
    });
  });

  it.each([
    ['a method of another name', tool({ signature, method: 'factorial', target: math }), 120],
    ['the method of its own name', tool({ name: 'factorial', signature, target: math }), 120],
    ['a method that needs its object', tool({ signature, method: 'signed', target: math }), 5],
  ])('calls %s (TP-07, AD-01)', async (_, declaration, expected) => {
    const { runtime, context } = await start(defineApplication({ tools: { fact: declaration } }));
    const name = declaration.name ?? 'fact';
    expect(await runtime.callTool(name, { n: 5 }, context())).toMatchObject({
      structuredContent: { factorial: expected },
    });
  });

  it('may have a run of its own, which takes the arguments by name', async () => {
    const fact = tool({ signature, run: ({ n }) => ({ factorial: factorial(Number(n)) }) });
    const { runtime, context } = await start(defineApplication({ tools: { fact } }));
    expect(await runtime.callTool('fact', { n: 5 }, context())).toMatchObject({
      structuredContent: { factorial: 120 },
    });
  });
});
