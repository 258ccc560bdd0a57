import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { start } from '../../test/runtime.js';
import { defineApplication } from '../define/define-application.js';
import { tool } from '../define/tool.js';
import { ApplicationError } from '../errors.js';
import { checkMembers, TOOL } from './members.js';

const refusal = (signature: unknown): string | undefined => {
  try {
    checkMembers({ signature }, TOOL, "tool 'x'");
    return undefined;
  } catch (thrown) {
    return thrown instanceof ApplicationError ? thrown.message : expect.fail('another error');
  }
};

describe('a signature', () => {
  it.each<[unknown]>([
    [undefined],
    [{}],
    [{ title: 'T', description: undefined, arguments: undefined }],
    [{ arguments: [{}, { name: undefined, mode: 'inout', type: 'between(1, 5)', optional: true }] }],
    [{ arguments: [{ name: '', mode: 'out', description: 'D', schema: { type: 'integer', minimum: 0 } }] }],
  ])('may be %j (SI-07, SI-08, SI-09)', (signature) => {
    expect(refusal(signature)).toBeUndefined();
  });

  it('of a class may have members of its own', () => {
    class Documented {
      readonly arguments = [{ name: 'n' }];
      readonly source = 'math.lgt';
    }
    expect(refusal(new Documented())).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [
      'x(a, b)',
      "signature of tool 'x' must be an object, such as { arguments: [{ name: 'n', type: 'integer' }] }; got string \"x(a, b)\"",
    ],
    [null, "signature of tool 'x' must be an object, "],
    [[{ name: 'a' }], "signature of tool 'x' must be an object, "],
    [
      { args: [] },
      "signature of tool 'x' has the unknown member 'args'. Did you mean 'arguments'? Known members: arguments, description, title",
    ],
    [{ argument: [] }, "the unknown member 'argument'. Did you mean 'arguments'?"],
    [{ title: 5 }, "signature.title of tool 'x' must be a string; got number 5"],
    [
      { arguments: { a: 1 } },
      "signature.arguments of tool 'x' must be an array in the order of the method's parameters, such as [{ name: 'n', type: 'integer' }]; got object",
    ],
    [{ arguments: [{}, null] }, "signature.arguments[1] of tool 'x' must be an object, such as { name: "],
    [
      { arguments: [{ name: 'a', desc: 'D' }] },
      "signature.arguments[0] of tool 'x' has the unknown member 'desc'. Did you mean 'description'? Known members: description, mode, name, optional, schema, type",
    ],
    [{ arguments: [{ name: 'a', required: false }] }, "unknown member 'required'. Did you mean 'optional'?"],
    [{ arguments: [{ name: 5 }] }, "signature.arguments[0].name of tool 'x' must be a string; got number 5"],
    [{ arguments: [{ type: 5 }] }, "signature.arguments[0].type of tool 'x' must be a string; got number 5"],
    [{ arguments: [{ optional: 'yes' }] }, "signature.arguments[0].optional of tool 'x' must be true or false"],
    [{ arguments: [{ schema: 5 }] }, "signature.arguments[0].schema of tool 'x' must be a JSON Schema, such as "],
    [{ arguments: [{ schema: z.number() }] }, "signature.arguments[0].schema of tool 'x' must be plain JSON Schema; "],
  ])('may not be %j (D-4)', (signature, message) => {
    expect(refusal(signature)).toContain(message);
  });

  it.each<[unknown, string | undefined]>([
    ['+', 'in'],
    ['++', 'in'],
    ['@', 'in'],
    ['-', 'out'],
    ['--', 'out'],
    ['?', 'inout'],
    ['input', 'in'],
    ['OUT', 'out'],
    ['inOut', 'inout'],
    ['constructor', undefined],
    [5, undefined],
  ])('has no mode %j, and the message says what was meant: %s (SI-01, SI-02, SI-09)', (mode, meant) => {
    const message = refusal({ arguments: [{ name: 'a', mode }] });
    expect(message).toContain("signature.arguments[0].mode of tool 'x' must be 'in', 'out' or 'inout'; got ");
    if (meant === undefined) expect(message).not.toContain('Did you mean');
    else expect(message).toContain(` Did you mean '${meant}'?`);
  });

  it('that is wrong stops the start, wherever the tool is, and names it', async () => {
    const signature = { arguments: [{ name: 'a', mode: '+' }] } as never;
    const message = "signature.arguments[0].mode of tool 'add' must be";
    expect(() => tool('add', { signature, method: () => 1 })).toThrow(message);
    expect(() => defineApplication({ tools: { add: { signature, method: () => 1 } } })).toThrow(message);
    await expect(start({ tools: () => [{ name: 'add', signature }], callTool: () => 1 })).rejects.toThrow(message);
  });
});
