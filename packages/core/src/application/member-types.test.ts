import { describe, expect, it } from 'vitest';
import { ApplicationError } from '../errors.js';
import {
  checkMembers,
  type MemberTable,
  PROMPT,
  PROMPT_ARGUMENT,
  RESOURCE,
  RESOURCE_TEMPLATE,
  TOOL,
} from './members.js';

const refusal = (part: object, table: MemberTable): string | undefined => {
  try {
    checkMembers(part, table, "part 'x'");
    return undefined;
  } catch (thrown) {
    return thrown instanceof ApplicationError ? thrown.message : expect.fail('another error');
  }
};

const https = 'https://example.com/a.png';

describe.each([
  ['a tool', TOOL],
  ['a prompt', PROMPT],
  ['a resource', RESOURCE],
  ['a resource template', RESOURCE_TEMPLATE],
])('M-14 icons of %s', (_what, table) => {
  it.each<[unknown]>([
    [undefined],
    [[]],
    [[{ src: https }]],
    [[{ src: 'data:image/png;base64,AA==', mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' }]],
    [[{ src: https, mimeType: undefined, sizes: undefined, theme: undefined, more: 1 }]],
  ])('may be %j', (icons) => {
    expect(refusal({ icons }, table)).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [https, 'icons of part \'x\' must be an array of icons; got string "https://example.com/a.png"'],
    [null, "icons of part 'x' must be an array of icons; got null"],
    [[https], 'icons[0] of part \'x\' must be an object with a src; got string "https://example.com/a.png"'],
    [[null], "icons[0] of part 'x' must be an object with a src; got null"],
    [[{}], "icons[0].src of part 'x' must be an https: URL or a data: URI; got undefined"],
    [[{ src: 5 }], "icons[0].src of part 'x' must be an https: URL or a data: URI; got number 5"],
    [[{ src: 'icon.png' }], 'icons[0].src of part \'x\' must be an https: URL or a data: URI; got string "icon.png"'],
    [
      [{ src: https }, { src: https, sizes: '48x48' }],
      'icons[1].sizes of part \'x\' must be an array of strings; got string "48x48"',
    ],
    [[{ src: https, sizes: [48] }], "icons[0].sizes[0] of part 'x' must be a string; got number 48"],
    [[{ src: https, mimeType: true }], "icons[0].mimeType of part 'x' must be a string; got boolean true"],
    [[{ src: https, theme: 'blue' }], "icons[0].theme of part 'x' must be 'light' or 'dark'; got string \"blue\""],
  ])('may not be %j', (icons, message) => {
    expect(refusal({ icons }, table)).toBe(message);
  });
});

describe.each([
  ['a resource', RESOURCE],
  ['a resource template', RESOURCE_TEMPLATE],
])('M-16 annotations of %s', (_what, table) => {
  it.each<[unknown]>([
    [{}],
    [{ audience: [], priority: 0 }],
    [{ audience: ['user', 'assistant'], priority: 1, lastModified: '2026-07-28T12:00:00.123+02:00', more: {} }],
    [{ lastModified: '2026-07-28' }],
    [{ lastModified: '2026-07-28T12:00Z', audience: undefined }],
  ])('may be %j', (annotations) => {
    expect(refusal({ annotations }, table)).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [[], 'annotations of'],
    [{ audience: 'user' }, 'annotations.audience of'],
    [{ audience: ['model'] }, 'annotations.audience[0] of'],
    [{ priority: '1' }, 'annotations.priority of'],
    [{ priority: Number.NaN }, 'annotations.priority of'],
    [{ priority: -0.1 }, 'annotations.priority of'],
    [{ priority: 1.1 }, 'annotations.priority of'],
    [{ lastModified: new Date(0) }, 'annotations.lastModified of'],
    [{ lastModified: 'yesterday' }, 'annotations.lastModified of'],
    [{ lastModified: '2026-13-28T12:00:00Z' }, 'annotations.lastModified of'],
  ])('may not be %j', (annotations, beginning) => {
    expect(refusal({ annotations }, table)).toContain(`${beginning} part 'x' must be `);
  });
});

describe('TL-06 annotations of a tool', () => {
  it('are a title and hints', () => {
    const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: undefined };
    expect(refusal({ annotations: { title: 'Add', ...hints, more: 1 } }, TOOL)).toBeUndefined();
  });

  it.each<[unknown, string]>([
    ['x', 'annotations'],
    [{ title: 5 }, 'annotations.title'],
    [{ readOnlyHint: 'yes' }, 'annotations.readOnlyHint'],
    [{ destructiveHint: 0 }, 'annotations.destructiveHint'],
    [{ idempotentHint: null }, 'annotations.idempotentHint'],
    [{ openWorldHint: {} }, 'annotations.openWorldHint'],
  ])('may not be %j', (annotations, path) => {
    expect(refusal({ annotations }, TOOL)).toContain(`${path} of part 'x' must be `);
  });
});

it.each<[unknown, boolean]>([
  [0, true],
  [7, true],
  [-1, false],
  [0.5, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  ['7', false],
  [null, false],
])('RS-03 the size of a resource may be %j: %s', (size, may) => {
  expect(refusal({ size }, RESOURCE) === undefined).toBe(may);
});

it.each<[string, object, MemberTable]>([
  ['title', { title: 5 }, PROMPT_ARGUMENT],
  ['description', { description: null }, TOOL],
  ['mimeType', { mimeType: {} }, RESOURCE_TEMPLATE],
  ['_meta', { _meta: [] }, PROMPT],
])('%s is what clients can read', (member, part, table) => {
  expect(refusal(part, table)).toContain(`${member} of part 'x' must be a`);
});

it('an instance of a class is looked at too', () => {
  class Add {
    readonly #icons = 'icon.png';
    get icons() {
      return this.#icons;
    }
  }
  expect(refusal(new Add(), TOOL)).toContain('icons of');
});
