import { describe, expect, test, vi } from 'vitest';
import { ListTexts, readList } from './lists.js';
import { revision20250618 } from './revision-2025-06-18.js';
import { revision20251125 } from './revision-2025-11-25.js';
import type { Wire } from './wire.js';

interface Item {
  readonly name: string;
}

const write = vi.fn((item: Item, wire: Wire) => ({ ...item, revision: wire.revision, left: undefined }));
const items: readonly Item[] = [{ name: 'a' }, { name: 'b"\n' }];

describe('the text of a list', () => {
  test('is the JSON of the result, on one line, without absent members', () => {
    const { json } = new ListTexts<Item>('things', write).of({ items }, revision20250618);
    expect(json).not.toContain('\n');
    expect(JSON.parse(json)).toEqual({
      things: [
        { name: 'a', revision: '2025-06-18' },
        { name: 'b"\n', revision: '2025-06-18' },
      ],
    });
  });

  test('items are written once for each array and revision', () => {
    write.mockClear();
    const texts = new ListTexts<Item>('things', write);
    const first = texts.of({ items }, revision20250618).json;
    expect(texts.of({ items }, revision20250618).json).toBe(first);
    expect(write).toHaveBeenCalledTimes(2);
    expect(texts.of({ items }, revision20251125).json).toContain('2025-11-25');
    expect(write).toHaveBeenCalledTimes(4);
    texts.of({ items: [...items] }, revision20250618);
    expect(write).toHaveBeenCalledTimes(6);
  });

  test('the cursor is that of each answer, and escaped (YU-13)', () => {
    const texts = new ListTexts<Item>('things', write);
    const cursorOf = (nextCursor: string): unknown =>
      (JSON.parse(texts.of({ items, nextCursor }, revision20250618).json) as { nextCursor: unknown }).nextCursor;
    expect(cursorOf('one')).toBe('one');
    expect(cursorOf('"two"')).toBe('"two"');
    expect(cursorOf('')).toBe('');
  });
});

describe('the parameters of a list', () => {
  test('a cursor is passed on as it is, also an empty one (Q-40)', () => {
    expect(readList({})).toEqual({ cursor: undefined });
    expect(readList({ cursor: '' })).toEqual({ cursor: '' });
  });

  test('a cursor that is no string is refused', () => {
    expect(() => readList({ cursor: 7 })).toThrow('cursor must be a string, got a number');
  });
});
