import { describe, expect, it } from 'vitest';
import { readEvent } from './read-event.js';

describe('readEvent', () => {
  it('NS-03 reads every kind of change, with its own members and no others', () => {
    expect(readEvent({ type: 'toolsListChanged', uri: 'a://b', more: 1 })).toEqual({ type: 'toolsListChanged' });
    expect(readEvent({ type: 'promptsListChanged' })).toEqual({ type: 'promptsListChanged' });
    expect(readEvent({ type: 'resourcesListChanged' })).toEqual({ type: 'resourcesListChanged' });
    expect(readEvent({ type: 'resourceUpdated', uri: 'a://b', more: 1 })).toEqual({
      type: 'resourceUpdated',
      uri: 'a://b',
    });
    expect(readEvent({ type: 'elicitationComplete', elicitationId: 'e1', uri: 'a://b' })).toEqual({
      type: 'elicitationComplete',
      elicitationId: 'e1',
    });
  });

  it('gives the same object for the same change of a list', () => {
    expect(readEvent({ type: 'toolsListChanged' })).toBe(readEvent({ type: 'toolsListChanged' }));
  });

  it.each([
    undefined,
    null,
    'toolsListChanged',
    [],
    {},
    { type: 'toolsChanged' },
    { type: 'toString' },
    { type: '__proto__' },
    { type: ['toolsListChanged'] },
    { type: 'resourceUpdated' },
    { type: 'resourceUpdated', uri: 1 },
    { type: 'elicitationComplete' },
    { type: 'elicitationComplete', elicitationId: 1 },
  ])('reads nothing in %j', (message) => {
    expect(readEvent(message)).toBeUndefined();
  });

  it('reads nothing in what throws when it is looked at', () => {
    const broken = {
      get type(): string {
        throw new Error('broken');
      },
    };
    expect(readEvent(broken)).toBeUndefined();
  });
});
