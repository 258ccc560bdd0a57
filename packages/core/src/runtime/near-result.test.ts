import { describe, expect, it } from 'vitest';
import { text } from '../results/content.js';
import { inputRequired, roots } from '../results/round.js';
import { nearResult } from './near-result.js';

describe('what looks like a result and is none', () => {
  it.each<[string, unknown]>([
    ['content must be a list of blocks; got undefined', { isError: true }],
    ['content must be a list of blocks; got a string', { content: 'Done.' }],
    ['content must be a list of blocks; got an object', { content: text('x'), structuredContent: {} }],
    ['content[0] is no block: got a string', { content: ['Done.'] }],
    ['content[0] is no block: it has no type', { content: [{ text: 'Done.' }] }],
    ["content[1] is no block: 'text' needs text, a string", { content: [text('x'), { type: 'text' }] }],
    [
      "content[0] is no block: 'image' needs data and mimeType, both strings",
      { content: [{ type: 'image', url: 'x' }] },
    ],
    [
      "content[0] is no block: there is no type 'txt'; the types are text, image, audio, resource_link, resource",
      { content: [{ type: 'txt', text: 'x' }] },
    ],
    ["content[0] is no block: 'text' needs text, a string", { content: [{ type: 'text', text: 1 }], total: 1 }],
    [
      'inputRequired(…) belongs in a hook of rounds, such as callToolRound; a run asks by dialogue(…)',
      inputRequired({ who: roots() }),
    ],
    ["a result has no member 'total'", { content: [text('x')], total: 1 }],
  ])('%s', (fault, value) => {
    expect(nearResult(value)).toBe(fault);
  });

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['an array', [1]],
    ['a number', 5],
    ['a member of its own', { sum: 3 }],
    ['a content that is text, beside others', { content: 'x', title: 'y' }],
    ['an empty content, beside others', { content: [], title: 'y' }],
    ['a content of other things', { type: 'doc', content: [{ type: 'paragraph', content: [] }] }],
    ['a content without types', { content: [{ text: 'x' }], title: 'y' }],
  ])('is not: %s', (_name, value) => {
    expect(nearResult(value)).toBeUndefined();
  });
});
