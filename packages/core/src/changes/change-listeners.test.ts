import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { spyLogger } from '../../test/runtime.js';
import type { ChangeEvent } from '../contract/change-event.js';
import { silentLogger } from '../contract/logger.js';
import { ChangeListeners } from './change-listeners.js';
import type { ListenFilter } from './listen-filter.js';

const tools: ChangeEvent = { type: 'toolsListChanged' };
const updated = (uri: string): ChangeEvent => ({ type: 'resourceUpdated', uri });

describe('ChangeListeners', () => {
  it('U-02, U-08 gives an event to every listener that asked for it and to no other', () => {
    const listeners = new ChangeListeners(silentLogger);
    const heard: string[] = [];
    const add = (name: string, filter: ListenFilter) => listeners.add(filter, () => void heard.push(name));
    add('tools', { toolsListChanged: true });
    add('all lists', { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true });
    add('false', { toolsListChanged: false, resources: [] });
    add('nothing', {});
    add('a', { resources: ['a://a', 'a://a'] });
    add('a and b', { resources: ['a://a', 'b://b'] });
    add('visits', { elicitationComplete: true });
    add('those that begin with a', { resources: (uri) => uri.startsWith('a') });
    const of = (event: ChangeEvent): string[] => {
      heard.length = 0;
      listeners.deliver(event);
      return [...heard];
    };
    expect(of(tools)).toEqual(['tools', 'all lists']);
    expect(of({ type: 'promptsListChanged' })).toEqual(['all lists']);
    expect(of({ type: 'resourcesListChanged' })).toEqual(['all lists']);
    expect(of(updated('a://a'))).toEqual(['a', 'a and b', 'those that begin with a']);
    expect(of(updated('b://b'))).toEqual(['a and b']);
    expect(of(updated('a://a/b'))).toEqual(['those that begin with a']);
    expect(of({ type: 'elicitationComplete', elicitationId: 'e1' })).toEqual(['visits']);
  });

  it('Q-14 compares URIs as text', () => {
    const listeners = new ChangeListeners(silentLogger);
    const listener = vi.fn();
    listeners.add({ resources: ['HTTP://Example.com'] }, listener);
    listeners.deliver(updated('http://example.com/'));
    expect(listener).not.toHaveBeenCalled();
  });

  it('gives all listeners of an event the same object', () => {
    const listeners = new ChangeListeners(silentLogger);
    const heard: ChangeEvent[] = [];
    for (const filter of [{ resources: ['a://a'] }, { resources: ['a://a'] }, { resources: () => true }]) {
      listeners.add(filter, (event) => void heard.push(event));
    }
    const event = updated('a://a');
    listeners.deliver(event);
    expect(heard).toHaveLength(3);
    expect(heard.every((one) => one === event)).toBe(true);
  });

  it('NS-07, U-20 a listener that throws harms no other, and is logged', () => {
    const logger = spyLogger();
    const listeners = new ChangeListeners(logger);
    const next = vi.fn();
    const broken = (): never => {
      throw new Error('broken');
    };
    listeners.add({ toolsListChanged: true, resources: broken }, broken);
    listeners.add({ toolsListChanged: true, resources: () => true }, next);
    listeners.deliver(tools);
    listeners.deliver(updated('a://a'));
    expect(next).toHaveBeenCalledTimes(2);
    expect(logger.error).toHaveBeenCalledTimes(2);
  });

  it('logs what keeps listeners from deciding once for an update, and does what they decide all the same', () => {
    const logger = spyLogger();
    const listeners = new ChangeListeners(logger);
    const heard: string[] = [];
    const fault = new Error('broken');
    for (const name of ['a', 'b']) {
      listeners.add(
        {
          resources: (uri, failed) => {
            failed(fault);
            return uri.startsWith(name);
          },
        },
        () => void heard.push(name),
      );
    }
    listeners.deliver(updated('a://a'));
    expect(heard).toEqual(['a']);
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(
      { err: fault, uri: 'a://a', failures: 2 },
      'It could not be decided who is to hear about a resource',
    );
  });

  it('U-10 calls none that has left, also if it left during the delivery, and none that came during it', () => {
    const listeners = new ChangeListeners(silentLogger);
    const heard: string[] = [];
    const leave = [
      listeners.add({ toolsListChanged: true }, () => {
        heard.push('first');
        for (const end of leave) end();
        listeners.add({ toolsListChanged: true }, () => heard.push('late'));
      }),
      listeners.add({ toolsListChanged: true }, () => heard.push('second')),
    ];
    listeners.deliver(tools);
    expect(heard).toEqual(['first']);
    listeners.deliver(tools);
    expect(heard).toEqual(['first', 'late']);
  });

  it('keeps two listeners that are one function apart, each ended twice without harm', () => {
    const listeners = new ChangeListeners(silentLogger);
    const listener = vi.fn();
    const end = listeners.add({ resources: ['a://a'] }, listener);
    listeners.add({ resources: ['a://a'] }, listener);
    end();
    end();
    listeners.deliver(updated('a://a'));
    expect(listener).toHaveBeenCalledTimes(1);
    expect(listeners.isEmpty).toBe(false);
  });

  it('calls nobody after clear', () => {
    const listeners = new ChangeListeners(silentLogger);
    const listener = vi.fn();
    const end = listeners.add({ toolsListChanged: true, resources: ['a://a'] }, listener);
    listeners.add({ resources: () => true }, listener);
    listeners.clear();
    end();
    listeners.deliver(tools);
    listeners.deliver(updated('a://a'));
    expect(listener).not.toHaveBeenCalled();
    expect(listeners.isEmpty).toBe(true);
  });

  it('delivers as a walk through all filters would, whoever comes and goes', () => {
    const uri = fc.constantFrom('a://a', 'b://b', 'c://c');
    const filter = fc.record(
      {
        toolsListChanged: fc.boolean(),
        promptsListChanged: fc.boolean(),
        resourcesListChanged: fc.boolean(),
        resources: fc.oneof(
          fc.array(uri),
          uri.map((wanted) => (one: string) => one === wanted),
        ),
      },
      { requiredKeys: [] },
    );
    const event = fc.oneof(
      fc.constantFrom<ChangeEvent>(tools, { type: 'promptsListChanged' }, { type: 'resourcesListChanged' }),
      uri.map(updated),
    );
    const step = fc.oneof(
      fc.record({ type: fc.constant('listen' as const), filter }),
      fc.record({ type: fc.constant('leave' as const), which: fc.nat() }),
      fc.record({ type: fc.constant('deliver' as const), event }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const listeners = new ChangeListeners(silentLogger);
        const present: { readonly filter: ListenFilter; readonly end: () => void; readonly heard: ChangeEvent[] }[] =
          [];
        for (const each of steps) {
          if (each.type === 'listen') {
            const heard: ChangeEvent[] = [];
            const end = listeners.add(each.filter, (one) => void heard.push(one));
            present.push({ filter: each.filter, end, heard });
          } else if (each.type === 'leave') {
            present.splice(each.which % (present.length + 1), 1)[0]?.end();
          } else {
            listeners.deliver(each.event);
            for (const one of present) {
              expect(one.heard.splice(0)).toEqual(isWanted(each.event, one.filter) ? [each.event] : []);
            }
          }
          expect(listeners.isEmpty).toBe(present.length === 0);
        }
      }),
    );
  });
});

function isWanted(event: ChangeEvent, filter: ListenFilter): boolean {
  if (event.type !== 'resourceUpdated') return filter[event.type] === true;
  const { resources = [] } = filter;
  return typeof resources === 'function' ? resources(event.uri, () => undefined) : resources.includes(event.uri);
}
