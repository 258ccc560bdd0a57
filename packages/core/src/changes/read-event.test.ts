import { describe, expect, it } from 'vitest';
import { eventFault, readEvent } from './read-event.js';

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

describe('eventFault', () => {
  const ALL = 'toolsListChanged, promptsListChanged, resourcesListChanged, resourceUpdated, elicitationComplete';

  it.each<[unknown, string]>([
    [
      { type: 'toolListChanged' },
      `it has the unknown type "toolListChanged". Did you mean 'toolsListChanged'? Known types: ${ALL}`,
    ],
    [{ type: 'everything' }, `it has the unknown type "everything". Known types: ${ALL}`],
    [{}, 'its type must be a string; got undefined'],
    [{ type: ['toolsListChanged'] }, 'its type must be a string; got array of 1 item'],
    [{ type: 'resourceUpdated' }, 'the uri of resourceUpdated must be a string; got undefined'],
    [{ type: 'resourceUpdated', uri: new URL('a:b') }, 'the uri of resourceUpdated must be a string; got URL'],
    [
      { type: 'elicitationComplete', elicitationId: 1 },
      'the elicitationId of elicitationComplete must be a string; got number 1',
    ],
    ['toolsListChanged', 'it must be an object, such as { type: \'toolsListChanged\' }; got string "toolsListChanged"'],
    [undefined, "it must be an object, such as { type: 'toolsListChanged' }; got undefined"],
  ])('says what is wrong with %j', (message, fault) => {
    expect(eventFault(message)).toBe(fault);
  });

  it.each([
    ['toolsChanged', 'toolsListChanged'],
    ['ToolsListChanged', 'toolsListChanged'],
    ['prompts/list_changed', 'promptsListChanged'],
    ['notifications/resources/list_changed', 'resourcesListChanged'],
    ['notifications/resources/updated', 'resourceUpdated'],
    ['notifications/elicitation/complete', 'elicitationComplete'],
  ])('knows what is meant by %s', (type, meant) => {
    expect(eventFault({ type })).toContain(`Did you mean '${meant}'?`);
  });

  it.each(['toString', '__proto__', '', 'x'.repeat(1_000_000)])(
    'finds nothing near to others, however long',
    (type) => {
      const fault = eventFault({ type });
      expect(fault).toMatch(/^it has the unknown type .*\. Known types: /);
      expect(fault.length).toBeLessThan(250);
    },
  );

  it('says of what throws when it is looked at that it does', () => {
    const broken = {
      get type(): string {
        throw new Error('broken');
      },
    };
    expect(eventFault(broken)).toBe('it throws when it is looked at');
  });
});
