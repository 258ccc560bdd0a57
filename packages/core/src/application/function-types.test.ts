import { describe, expect, it } from 'vitest';
import { start } from '../../test/runtime.js';
import { defineApplication } from '../define/define-application.js';
import { prompt } from '../define/prompt.js';
import { resource } from '../define/resource.js';
import { resourceTemplate } from '../define/resource-template.js';
import { tool } from '../define/tool.js';
import { ApplicationError } from '../errors.js';

const run = (): string => 'Done.';
const one = 1 as never;

describe('what answers is a function', () => {
  it.each<[string, () => unknown]>([
    ["run of tool 'a' must be a function; got number 1", () => tool('a', { run: one })],
    ["run of tool 'a' must be a function; got null", () => defineApplication({ tools: { a: { run: null as never } } })],
    ["run of prompt 'a' must be a function; got number 1", () => prompt('a', { arguments: {}, run: one })],
    [
      "complete of argument 'x' of prompt 'a' must be a function; got array of 1 item",
      () => prompt('a', { arguments: { x: { complete: ['x'] as never } }, run }),
    ],
    [
      'read of resource \'a\' must be a function; got string "Text"',
      () => resource('a', { uri: 'a://a', read: 'Text' as never }),
    ],
    [
      "complete of resource template 'a' must be an object of functions; got function",
      () => resourceTemplate('a', { uriTemplate: 'a://{x}', read: run, complete: run as never }),
    ],
    [
      "complete.x of resource template 'a' must be a function; got number 1",
      () => resourceTemplate('a', { uriTemplate: 'a://{x}', read: run, complete: { x: one } }),
    ],
  ])('where it is declared: %s', (message, declare) => {
    expect(declare).toThrow(new ApplicationError(message));
  });

  it.each<[string, object]>([
    ["run of tool 'a' must be a function; got number 1", { tools: () => [{ name: 'a', run: 1 }] }],
    ["run of prompt 'a' must be a function; got number 1", { prompts: () => [{ name: 'a', run: 1 }] }],
    [
      "read of resource 'a://a' must be a function; got number 1",
      { resources: () => [{ uri: 'a://a', name: 'a', read: 1 }] },
    ],
    [
      "read of resource template 'a://{x}' must be a function; got number 1",
      { resourceTemplates: () => [{ uriTemplate: 'a://{x}', name: 'a', read: 1 }] },
    ],
  ])('where a class lists it, at start: %s', async (message, application) => {
    await expect(start(application)).rejects.toThrow(new ApplicationError(message));
  });
});
