import { describe, expect, it } from 'vitest';
import { covering } from './covering.js';
import type { ListenFilter } from './listen-filter.js';

class Folders {
  readonly separator = '/';

  subscriptionCovers(subscribed: string, updated: string): boolean {
    return updated.startsWith(subscribed + this.separator);
  }
}

function wants(filter: ListenFilter, uri: string): boolean {
  if (typeof filter.resources !== 'function') throw new TypeError('not a function');
  return filter.resources(uri);
}

describe('a filter of resources', () => {
  it('Q-14 stays as it is where the application does not widen it', () => {
    const filter = { toolsListChanged: true, resources: ['a:1'] };
    expect(covering(filter, {})).toBe(filter);
  });

  it('Q-14, U-16 lets through what the application says is covered, and the very URIs whatever it says', () => {
    const filter = covering({ promptsListChanged: true, resources: ['file:///src', 'a:1'] }, new Folders());
    expect(filter.promptsListChanged).toBe(true);
    expect(wants(filter, 'file:///src')).toBe(true);
    expect(wants(filter, 'file:///src/main.ts')).toBe(true);
    expect(wants(filter, 'file:///srcs')).toBe(false);
    expect(wants(filter, 'a:1')).toBe(true);
  });

  it('is not widened by what is no yes', () => {
    const filter = covering({ resources: ['a:1'] }, { subscriptionCovers: () => 'yes' as never });
    expect(wants(filter, 'a:2')).toBe(false);
  });

  it('is left alone where it names no URIs, or decides by itself', () => {
    for (const filter of [{ toolsListChanged: true }, { resources: () => true }]) {
      expect(covering(filter, new Folders())).toBe(filter);
    }
  });
});
