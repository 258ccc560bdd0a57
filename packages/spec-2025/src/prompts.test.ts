import { type Application, type JsonObject, message, resourceLink, UserError } from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { connected } from '../test/client.js';

const icons = [{ src: 'https://example.com/i.png' }];
const application: Application = {
  prompts: () => [
    { name: 'link', icons },
    { name: 'needs', arguments: [{ name: 'code', required: true }, { name: 'style' }] },
    { name: 'broken' },
    { name: 'refused' },
  ],
  getPrompt: (name, args) => {
    if (name === 'broken') throw new Error('password=hunter2');
    if (name === 'refused') throw new UserError('Not on Sundays');
    return name === 'link' ? message('user', resourceLink('a:b', 'n', { icons })) : `Look at ${args.code}`;
  },
};

describe('prompts/get', () => {
  test.each<[string, JsonObject | undefined, string]>([
    ['no params', undefined, 'name must be a string, got nothing'],
    ['a number as name', { name: 1 }, 'name must be a string, got a number'],
    ['a list as arguments', { name: 'needs', arguments: [] }, 'arguments must be an object, got an array'],
    [
      'a number as argument',
      { name: 'needs', arguments: { code: 1 } },
      'arguments.code must be a string, got a number',
    ],
  ])('with %s is -32602', async (_what, params, text) => {
    expect(await (await connected(application)).error('prompts/get', params)).toEqual({
      code: -32602,
      message: `Invalid params: ${text}`,
    });
  });

  test('without a required argument is -32602 and names it (YR-03, Q-63)', async () => {
    const error = await (await connected(application)).error('prompts/get', {
      name: 'needs',
      arguments: { style: 'x' },
    });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('code') as string });
  });

  test('that fails is -32603: with the text of a UserError, without that of anything else over HTTP (V1-07, A13)', async () => {
    const client = await connected(application, { http: true });
    expect(await client.error('prompts/get', { name: 'refused' })).toEqual({ code: -32603, message: 'Not on Sundays' });
    const hidden = await client.error('prompts/get', { name: 'broken' });
    expect(hidden.code).toBe(-32603);
    expect(hidden.message).not.toContain('hunter2');
  });

  test('that fails is in the log once, with the method', async () => {
    const logged: unknown[] = [];
    const note = (fields: object, text?: string): void =>
      void logged.push([(fields as { err: Error }).err.message, text]);
    const logger = { debug: note, info: note, warn: note, error: note };
    const client = await connected(application, { http: true, server: { logger } });
    await client.error('prompts/get', { name: 'broken' });
    expect(logged).toEqual([['password=hunter2', 'prompts/get failed']]);
  });

  test('shows icons of links from 2025-11-25 on only', async () => {
    const get = async (revision: string): Promise<unknown> =>
      (await (await connected(application, { revision })).result('prompts/get', { name: 'link' })).messages;
    expect(await get('2025-06-18')).toEqual([message('user', resourceLink('a:b', 'n'))]);
    expect(await get('2025-11-25')).toEqual([message('user', resourceLink('a:b', 'n', { icons }))]);
  });
});

test('prompts that are kept back are neither listed nor filled in', async () => {
  const client = await connected({ ...application, capabilities: () => [] });
  expect(client.opening.capabilities).not.toHaveProperty('prompts');
  expect(await client.result('prompts/list')).toEqual({ prompts: [] });
  expect(await client.error('prompts/get', { name: 'link' })).toEqual({
    code: -32602,
    message: "Unknown prompt 'link'",
  });
});
