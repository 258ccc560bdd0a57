import { describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../contract/logger.js';
import { MemoryBus } from './memory-bus.js';

describe('MemoryBus', () => {
  it('gives a message to every subscriber of the topic and to no other', () => {
    const bus = new MemoryBus(silentLogger);
    const [a, b, other] = [vi.fn(), vi.fn(), vi.fn()];
    bus.subscribe('changes', a);
    bus.subscribe('changes', b);
    bus.subscribe('other', other);
    bus.publish('changes', { type: 'toolsListChanged' });
    expect(a).toHaveBeenCalledWith({ type: 'toolsListChanged' });
    expect(b).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
  });

  it('NS-07 goes on to the others when a subscriber fails, and logs the failure', () => {
    const error = vi.fn();
    const bus = new MemoryBus({ ...silentLogger, error });
    const next = vi.fn();
    bus.subscribe('t', () => {
      throw new Error('broken');
    });
    bus.subscribe('t', next);
    bus.publish('t', 1);
    expect(next).toHaveBeenCalledWith(1);
    expect(error).toHaveBeenCalledTimes(1);
  });

  it('counts two subscriptions of one listener as two, each ended on its own, twice without harm', () => {
    const bus = new MemoryBus(silentLogger);
    const listener = vi.fn();
    const first = bus.subscribe('t', listener);
    bus.subscribe('t', listener);
    first();
    first();
    bus.publish('t', 1);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('takes messages on a topic that nobody listens to', () => {
    expect(() => new MemoryBus(silentLogger).publish('nobody', {})).not.toThrow();
  });
});
