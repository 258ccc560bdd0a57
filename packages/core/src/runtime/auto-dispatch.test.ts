import { describe, expect, it, vi } from 'vitest';
import { start } from '../../test/runtime.js';
import type { ToolDescriptor } from '../application/tools.js';

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
});
