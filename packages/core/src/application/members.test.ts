import { describe, expect, it } from 'vitest';
import { ApplicationError } from '../errors.js';
import {
  checkMembers,
  type MemberTable,
  PROMPT,
  PROMPT_ARGUMENT,
  RESOURCE,
  RESOURCE_TEMPLATE,
  subjectOf,
  TOOL,
} from './members.js';

const TABLES: Readonly<Record<string, MemberTable>> = { TOOL, PROMPT, PROMPT_ARGUMENT, RESOURCE, RESOURCE_TEMPLATE };

describe('checkMembers', () => {
  it.each<[MemberTable, string, string]>([
    [TOOL, 'inputSchema', 'input'],
    [TOOL, 'parameters', 'input'],
    [TOOL, 'outputSchema', 'output'],
    [TOOL, 'handler', 'run'],
    [TOOL, 'execute', 'run'],
    [TOOL, 'cb', 'run'],
    [TOOL, 'func', 'run'],
    [TOOL, 'descripton', 'description'],
    [TOOL, 'meta', '_meta'],
    [PROMPT, 'args', 'arguments'],
    [PROMPT, 'argsSchema', 'arguments'],
    [PROMPT_ARGUMENT, 'optional', 'required'],
    [RESOURCE, 'url', 'uri'],
    [RESOURCE, 'mimetype', 'mimeType'],
    [RESOURCE, 'run', 'read'],
    [RESOURCE_TEMPLATE, 'uri', 'uriTemplate'],
    [RESOURCE_TEMPLATE, 'completions', 'complete'],
  ])('knows what was meant (%#): %s', (table, member, meant) => {
    expect(() => checkMembers({ [member]: 1 }, table, "part 'x'")).toThrow(
      `Unknown member '${member}' of part 'x'. Did you mean '${meant}'? Known members: `,
    );
  });

  it('says what there is, also for a member that is like none', () => {
    expect(() => checkMembers({ nonsense: 1 }, PROMPT, "prompt 'x'")).toThrow(
      new ApplicationError(
        "Unknown member 'nonsense' of prompt 'x'. Known members: _meta, arguments, description, icons, name, requires, run, title",
      ),
    );
    expect(() => checkMembers({ constructor: 1 }, PROMPT, "prompt 'x'")).toThrow('Unknown member');
  });

  it('refuses what is no object, with an example', () => {
    expect(() => checkMembers(() => 1, TOOL, "tool 'add'")).toThrow(
      new ApplicationError("Tool 'add' must be an object, such as tool('add', { … }); got a function"),
    );
    for (const part of [null, undefined, 'x', []])
      expect(() => checkMembers(part, TOOL, 'a tool')).toThrow('A tool must');
  });

  it('lets an instance of a class have members of its own', () => {
    class Add {
      readonly name = 'add';
      readonly cache = new Map();
    }
    expect(() => checkMembers(new Add(), TOOL, "tool 'add'")).not.toThrow();
  });

  it('takes members that are undefined, and symbols', () => {
    expect(() => checkMembers({ title: undefined, [Symbol('x')]: 1 }, TOOL, "tool 'add'")).not.toThrow();
  });

  it.each(Object.keys(TABLES))('%s has other names for members that it has, and for none that it has', (name) => {
    const { known, otherNames } = TABLES[name] as MemberTable;
    for (const [other, meant] of Object.entries(otherNames)) {
      expect(known.has(meant), `${other} → ${meant}`).toBe(true);
      expect(known.has(other), other).toBe(false);
    }
  });
});

it('a part is called by its name, or by its place', () => {
  expect(subjectOf('tool', 'add', 4)).toBe("tool 'add'");
  expect(subjectOf('tool', undefined, 0)).toBe('tool 1');
});
