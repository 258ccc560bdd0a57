import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { ApplicationError } from '../errors.js';
import { covering } from './covering.js';
import type { ListenFilter } from './listen-filter.js';

class Folders {
  readonly separator = '/';

  subscriptionCovers(subscribed: string, updated: string): boolean {
    return updated.startsWith(subscribed + this.separator);
  }
}

function wants(filter: ListenFilter, uri: string, failed: (err: unknown) => void = raise): boolean {
  if (typeof filter.resources !== 'function') throw new TypeError('not a function');
  return filter.resources(uri, failed);
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

  it('Q-14 goes on with the other URIs where the application fails for one, and tells of it', () => {
    const fault = new Error('broken');
    const application = {
      subscriptionCovers: (subscribed: string, updated: string) => {
        if (subscribed === 'bad:') throw fault;
        return updated.startsWith(subscribed);
      },
    };
    const filter = covering({ resources: ['bad:', 'a:'] }, application);
    const failed = vi.fn();
    expect(wants(filter, 'a:1', failed)).toBe(true);
    expect(wants(filter, 'b:1', failed)).toBe(false);
    expect(failed.mock.calls).toEqual([[fault], [fault]]);
    expect(wants(filter, 'bad:')).toBe(true);
  });

  it.each<[string, () => unknown]>([
    ['of a yes', async () => true],
    ['that rejects', () => Promise.reject(new Error('broken'))],
  ])('Q-14 is told of a hook that gives a promise %s, which covers nothing', async (_what, hook) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const filter = covering({ resources: ['a:', 'b:'] }, { subscriptionCovers: hook as never });
      const failed = vi.fn();
      expect(wants(filter, 'a:1', failed)).toBe(false);
      expect(wants(filter, 'b:', failed)).toBe(true);
      const fault = new ApplicationError('subscriptionCovers must answer at once, with true or false; got a promise');
      expect(failed.mock.calls).toEqual([[fault], [fault]]);
      await setImmediate();
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });

  it('is left alone where it names no URIs, or decides by itself', () => {
    for (const filter of [{ toolsListChanged: true }, { resources: () => true }]) {
      expect(covering(filter, new Folders())).toBe(filter);
    }
  });
});

function raise(err: unknown): never {
  throw err;
}
