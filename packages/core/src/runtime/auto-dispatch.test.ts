import { describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { ToolDescriptor } from '../application/tools.js';
import { text } from '../results/content.js';
import { error, structured } from '../results/tool.js';
import type { SignatureArgument } from '../signature/signature.js';

const add: ToolDescriptor = {
  name: 'add',
  signature: {
    arguments: [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'number' },
      { name: 'sum', mode: 'out', type: 'number' },
    ],
  },
};

async function call(descriptor: ToolDescriptor, methods: object, args = {}) {
  const { runtime, context } = await start({ tools: () => [descriptor], ...methods });
  return runtime.callTool(descriptor.name, args, context());
}

describe('auto-dispatch', () => {
  it('AD-01, AD-02, AD-05 passes the inputs in order, and gives the outputs as data and as JSON text', async () => {
    const method = vi.fn((a: number, b: number) => ({ sum: a + b }));
    expect(await call(add, { add: method }, { b: 4, a: 3 })).toEqual({
      content: [{ type: 'text', text: '{"sum":7}' }],
      structuredContent: { sum: 7 },
    });
    expect(method).toHaveBeenCalledWith(3, 4, expect.objectContaining({ revision: '2026-07-28' }));
  });

  it('takes a single output bare', async () => {
    expect((await call(add, { add: (a: number, b: number) => a + b }, { a: 1, b: 2 })).structuredContent).toEqual({
      sum: 3,
    });
  });

  it('AD-03 undefined where outputs are declared is the tool error «Tool predicate failed»', async () => {
    expect(await call(add, { add: () => undefined }, { a: 1, b: 2 })).toEqual({
      content: [{ type: 'text', text: 'Tool predicate failed' }],
      isError: true,
    });
  });

  it('AD-03 false is a value', async () => {
    const isOdd: ToolDescriptor = {
      name: 'odd',
      signature: { arguments: [{ name: 'is', mode: 'out', type: 'boolean' }] },
    };
    expect((await call(isOdd, { odd: () => false })).structuredContent).toEqual({ is: false });
  });

  it('AD-06 no outputs and no failure is «Success» and {}', async () => {
    expect(await call({ name: 'go', signature: {} }, { go: () => undefined })).toEqual({
      content: [{ type: 'text', text: 'Success' }],
      structuredContent: {},
    });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 5],
    ['true', true],
    ['false', false],
    ['an object, such as the one it belongs to', { secret: 1 }],
    ['an array', [1]],
    ['no blocks', []],
    ['a set', new Set([1])],
    ['a function', () => 1],
  ])('AD-06 what a method without outputs gives to others is not sent: %s', async (_what, value) => {
    expect(await call({ name: 'go', signature: {} }, { go: () => value })).toEqual({
      content: [{ type: 'text', text: 'Success' }],
      structuredContent: {},
    });
  });

  it.each<[string, unknown, object]>([
    ['a text', '', { content: [text('')], structuredContent: {} }],
    ['content', text('a'), { content: [text('a')], structuredContent: {} }],
    ['several blocks', [text('a'), text('b')], { content: [text('a'), text('b')], structuredContent: {} }],
    ['an error', error('no'), { content: [text('no')], isError: true }],
    ['data', structured({ a: 1 }), { content: [text('{"a":1}')], structuredContent: { a: 1 } }],
  ])('AD-06 what a method without outputs gives to the client is: %s', async (_what, value, expected) => {
    expect(await call({ name: 'go', signature: {} }, { go: () => value })).toEqual(expected);
  });

  it('AD-06 an output schema of its own says what the result is where the signature has no outputs', async () => {
    const output = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    const go: ToolDescriptor = { name: 'go', signature: {}, output };
    expect(await call(go, { go: () => ({ a: 1 }) })).toMatchObject({ structuredContent: { a: 1 } });
    expect(await call(go, { go: () => undefined })).toMatchObject({ isError: true });
  });

  it.each<[string, SignatureArgument, unknown, object]>([
    ['by name', { type: 'integer' }, { r: 1 }, { r: 1 }],
    ['by name beside others', { type: 'integer' }, { r: 1, s: 2 }, { r: 1 }],
    ['by name, of no type', { schema: { enum: ['a'] } }, { r: 'a' }, { r: 'a' }],
    ['bare, an array', { type: 'array' }, [1], { r: [1] }],
    ['an object by name', { type: 'object' }, { r: { x: 1 } }, { r: { x: 1 } }],
    ['a bare object', { type: 'object' }, { x: 1 }, { r: { x: 1 } }],
    ['a bare object with a member of the name', { type: 'object' }, { r: 5 }, { r: { r: 5 } }],
    ['a bare object with such an object', { type: 'object' }, { r: {}, s: 1 }, { r: { r: {}, s: 1 } }],
    ['what may be an object, by name', { schema: { type: ['object', 'null'] } }, { r: null }, { r: null }],
    ['what may be an object, bare', { schema: { type: ['object', 'null'] } }, { x: 1 }, { r: { x: 1 } }],
    ['what can be none, by name', { schema: { type: ['string', 'null'] } }, { r: null, s: 1 }, { r: null }],
  ])('AD-01 the type of a single output decides what is bare: %s', async (_what, argument, given, expected) => {
    const tool: ToolDescriptor = { name: 'go', signature: { arguments: [{ ...argument, name: 'r', mode: 'out' }] } };
    expect(await call(tool, { go: () => given })).toHaveProperty('structuredContent', expected);
  });

  it.each<[string, ToolDescriptor]>([
    ['outputs', { name: 'go', signature: { arguments: [{ name: 'r', mode: 'out', type: 'object' }] } }],
    ['no outputs', { name: 'go', signature: {} }],
  ])('AD-04 a method with %s that gives an error or a generator fails', async (_what, tool) => {
    const { runtime, logger, context } = await start({ tools: () => [tool], go: () => given } as never);
    let given: unknown = new RangeError('too far');
    expect(await runtime.callTool('go', {}, context())).toMatchObject({ isError: true });
    expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err: given }), expect.any(String));
    given = (function* () {
      yield 1;
    })();
    expect(await runtime.callTool('go', {}, context())).toMatchObject({ isError: true });
  });

  it('TP-32, QL-08 unstructured results of a signature without outputs carry {}', async () => {
    expect(await call({ name: 'go', signature: {} }, { go: () => 'done' })).toEqual({
      content: [{ type: 'text', text: 'done' }],
      structuredContent: {},
    });
  });

  it('AD-07 an optional input that is missing is undefined, and keeps its place', async () => {
    const signature = { arguments: [{ name: 'a', optional: true }, { name: 'b' }] };
    const go = vi.fn(() => undefined);
    await call({ name: 'go', signature }, { go }, { b: 'x' });
    expect(go.mock.calls[0]?.slice(0, 2)).toEqual([undefined, 'x']);
  });

  it('AD-08 inputs are checked against the schema', async () => {
    expect((await call(add, { add: () => 1 }, { a: 'one', b: 2 })).isError).toBe(true);
  });

  it('calls the method named, on the object named, as its method', async () => {
    class Counter {
      step = 2;
      next(n: number): number {
        return n + this.step;
      }
    }
    const signature = {
      arguments: [
        { name: 'n', type: 'integer' },
        { name: 'm', mode: 'out' as const, type: 'integer' },
      ],
    };
    expect(
      (await call({ name: 'after', method: 'next', target: new Counter(), signature }, {}, { n: 1 })).structuredContent,
    ).toEqual({ m: 3 });
  });

  it('AD-09 awaits promises, and AD-04 reports a rejection', async () => {
    expect((await call(add, { add: async () => 9 }, { a: 1, b: 2 })).structuredContent).toEqual({ sum: 9 });
    expect((await call(add, { add: () => Promise.reject(new Error('x')) }, { a: 1, b: 2 })).isError).toBe(true);
  });

  it('AD-10 a tool that nothing can answer is refused at start, by name', async () => {
    await expect(start({ tools: () => [{ name: 'ghost' }] })).rejects.toThrow(/Tool 'ghost' can't be called/);
  });

  it.each(['tools', 'onStart', 'toString', 'constructor', '__proto__'])(
    'does not take %s for the method of a tool',
    async (name) => {
      await expect(start({ tools: () => [{ name }], onStart: () => undefined })).rejects.toThrow("can't be called");
    },
  );

  it('gives several outputs as one record', async () => {
    const div: ToolDescriptor = {
      name: 'div',
      signature: {
        arguments: [
          { name: 'a', type: 'integer' },
          { name: 'b', type: 'integer' },
          { name: 'q', mode: 'out', type: 'integer' },
          { name: 'r', mode: 'out', type: 'integer' },
        ],
      },
    };
    const methods = { div: (a: number, b: number) => ({ q: Math.floor(a / b), r: a % b }) };
    expect((await call(div, methods, { a: 7, b: 2 })).structuredContent).toEqual({ q: 3, r: 1 });
  });

  it('gives no more than the outputs: what else an object of the application has is its own', async () => {
    class Row {
      readonly name = 'Ada';
      readonly age = 36;
      readonly password = 'secret';
    }
    const outputs = (...names: string[]): ToolDescriptor => ({
      name: 'find',
      signature: {
        arguments: names.map((name) => ({ name, mode: 'out', type: name === 'age' ? 'integer' : 'string' })),
      },
    });
    const methods = { find: () => new Row() };
    expect((await call(outputs('name'), methods)).structuredContent).toEqual({ name: 'Ada' });
    expect((await call(outputs('name', 'age'), methods)).structuredContent).toEqual({ name: 'Ada', age: 36 });
  });
});
