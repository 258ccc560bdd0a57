import { describe, expect, it } from 'vitest';
import { notedIn } from './noted-features.js';

const use = (input: object, name = 'note_features'): object => ({ type: 'tool_use', id: '1', name, input });

describe('the features that a model notes', () => {
  it('are those of its uses of the tool, however many', () => {
    expect(notedIn(use({ bill: 'hooked' }) as never)).toEqual({ bill: 'hooked' });
    const blocks = [{ type: 'text', text: 'Well …' }, use({ bill: 'hooked' }), use({ size: 'crow' })];
    expect(notedIn(blocks as never)).toEqual({ bill: 'hooked', size: 'crow' });
  });

  it.each([
    [{ type: 'text', text: '{"bill":"hooked"}' }],
    [use({ bill: 'hooked' }, 'other_tool')],
    [use({ bill: 'enormous', song: 'loud', size: 7, back: ['grey'], toString: 'x', head: 'unknown' })],
    [{ type: 'tool_use', name: 'note_features' }],
    [[]],
  ])('are none in %j', (content) => {
    expect(notedIn(content as never)).toEqual({});
  });
});
