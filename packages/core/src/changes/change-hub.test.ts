import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { spyLogger } from '../../test/runtime.js';
import { MemoryBus } from '../bus/memory-bus.js';
import { type Bus, CHANGES } from '../contract/bus.js';
import type { ChangeEvent } from '../contract/change-event.js';
import { silentLogger } from '../contract/logger.js';
import type { JsonValue } from '../json.js';
import { ChangeHub, type ChangeHubOptions } from './change-hub.js';

const tools: ChangeEvent = { type: 'toolsListChanged' };
const prompts: ChangeEvent = { type: 'promptsListChanged' };
const updated = (uri: string): ChangeEvent => ({ type: 'resourceUpdated', uri });
const ALL = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true, resources: () => true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function hubOn(bus: Bus, options: Partial<ChangeHubOptions> = {}): ChangeHub {
  return new ChangeHub({
    bus,
    logger: silentLogger,
    windowMs: undefined,
    onNews: () => undefined,
    ...options,
  });
}

/** A bus whose messages take their time. They go to those who are subscribed when they arrive. */
class SlowBus implements Bus {
  readonly #inner = new MemoryBus(silentLogger);
  readonly #delayMs: number;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  publish(topic: string, message: JsonValue): void {
    const text = JSON.stringify(message);
    setTimeout(() => this.#inner.publish(topic, JSON.parse(text)), this.#delayMs);
  }

  subscribe(topic: string, listener: (message: JsonValue) => void): () => void {
    return this.#inner.subscribe(topic, listener);
  }
}

describe('ChangeHub', () => {
  it('YT-09, U-15 tells a burst of a thousand changes once, after 10 ms unless an option says otherwise', () => {
    const bus = new MemoryBus(silentLogger);
    const publish = vi.spyOn(bus, 'publish');
    const hub = hubOn(bus);
    const listener = vi.fn();
    hub.listen(ALL, listener);
    for (let count = 0; count < 1000; count += 1) hub.notify({ ...tools });
    vi.advanceTimersByTime(9);
    expect(listener).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(listener).toHaveBeenCalledExactlyOnceWith(tools);
    expect(publish).toHaveBeenCalledExactlyOnceWith(CHANGES, tools);
  });

  it('subscribes to the bus once, from the first listener to the last', () => {
    const bus = new MemoryBus(silentLogger);
    const end = vi.fn();
    const subscribe = vi.spyOn(bus, 'subscribe').mockReturnValue(end);
    const hub = hubOn(bus);
    hub.notify(tools);
    vi.advanceTimersByTime(10);
    expect(subscribe).not.toHaveBeenCalled();
    const leave = [hub.listen(ALL, vi.fn()), hub.listen({ resources: ['a://a'] }, vi.fn())];
    expect(subscribe).toHaveBeenCalledTimes(1);
    leave[0]?.();
    leave[0]?.();
    expect(end).not.toHaveBeenCalled();
    leave[1]?.();
    leave[1]?.();
    expect(end).toHaveBeenCalledTimes(1);
    hub.listen(ALL, vi.fn());
    expect(subscribe).toHaveBeenCalledTimes(2);
  });

  it('tells other servers on the bus, and learns from them', () => {
    const bus = new SlowBus(3);
    const [news, here, there] = [vi.fn(), vi.fn(), vi.fn()];
    const one = hubOn(bus);
    hubOn(bus, { onNews: news }).listen(ALL, there);
    one.listen(ALL, here);
    one.notify(updated('a://a'));
    vi.advanceTimersByTime(13);
    expect(here).toHaveBeenCalledExactlyOnceWith(updated('a://a'));
    expect(there).toHaveBeenCalledExactlyOnceWith(updated('a://a'));
    expect(news).toHaveBeenCalledExactlyOnceWith(updated('a://a'));
  });

  it('takes what notify is given for news at once, and what it publishes itself on the bus of one process for none', () => {
    const bus = new MemoryBus(silentLogger);
    const [newsHere, newsThere] = [vi.fn(), vi.fn()];
    const one = hubOn(bus, { onNews: newsHere });
    const other = hubOn(bus, { onNews: newsThere });
    one.listen(ALL, vi.fn());
    other.listen(ALL, vi.fn());
    one.notify(tools);
    expect(newsHere).toHaveBeenCalledExactlyOnceWith(tools);
    one.publish(prompts);
    vi.advanceTimersByTime(10);
    expect(newsHere).toHaveBeenCalledTimes(1);
    expect(newsThere.mock.calls).toEqual([[tools], [prompts]]);
    // What a publisher beside the servers says is news to both.
    bus.publish(CHANGES, { type: 'promptsListChanged' });
    expect(newsHere).toHaveBeenCalledTimes(2);
    expect(newsThere).toHaveBeenCalledTimes(3);
  });

  it('drops what is no change event, from the bus and from notify, and says so', () => {
    const logger = spyLogger();
    const bus = new MemoryBus(silentLogger);
    const onNews = vi.fn();
    const hub = hubOn(bus, { logger, onNews });
    const listener = vi.fn();
    hub.listen(ALL, listener);
    for (const rubbish of [null, 'x'.repeat(100_000), [], { type: 'everythingChanged' }, { type: 'resourceUpdated' }]) {
      bus.publish(CHANGES, rubbish);
    }
    expect(logger.warn).toHaveBeenCalledTimes(5);
    expect(JSON.stringify(logger.warn.mock.calls).length).toBeLessThan(2000);
    hub.notify({ type: 'toolListChanged' } as never);
    expect(() => hub.notify(undefined as never)).not.toThrow();
    vi.advanceTimersByTime(10);
    expect(logger.error).toHaveBeenCalledTimes(2);
    expect(logger.error).toHaveBeenCalledWith(
      { fault: expect.stringMatching(/unknown type "toolListChanged"\. Did you mean 'toolsListChanged'\?/) },
      'notify was given what is no change event',
    );
    expect(logger.warn).toHaveBeenCalledWith(
      { fault: expect.stringContaining('unknown type "everythingChanged"') },
      'What came over the bus is no change event, and was dropped',
    );
    expect(listener).not.toHaveBeenCalled();
    expect(onNews).not.toHaveBeenCalled();
  });

  it('close publishes what waits before it lets go, and takes nothing more', () => {
    const bus = new MemoryBus(silentLogger);
    const hub = hubOn(bus, { windowMs: 60_000 });
    const other = vi.fn();
    bus.subscribe(CHANGES, other);
    const listener = vi.fn();
    const leave = hub.listen(ALL, listener);
    hub.notify(tools);
    hub.notify(prompts);
    hub.close();
    expect(listener.mock.calls).toEqual([[tools], [prompts]]);
    hub.notify(tools);
    bus.publish(CHANGES, { type: 'toolsListChanged' });
    hub.listen(ALL, listener)();
    leave();
    hub.close();
    vi.runAllTimers();
    expect(listener).toHaveBeenCalledTimes(2);
    expect(other).toHaveBeenCalledTimes(3);
  });

  it('NS-19 a bus that fails is logged, and neither notify, unsubscribe nor close throws', async () => {
    const logger = spyLogger();
    const broken = (): never => {
      throw new Error('down');
    };
    const hub = hubOn({ publish: broken, subscribe: () => broken }, { logger, windowMs: 0 });
    const leave = hub.listen(ALL, vi.fn());
    hub.notify(tools);
    leave();
    hub.close();
    expect(logger.error).toHaveBeenCalledTimes(2);
    const rejecting = { publish: () => Promise.reject(new Error('down')), subscribe: () => () => undefined };
    hubOn(rejecting, { logger, windowMs: 0 }).notify(tools);
    await vi.waitFor(() => expect(logger.error).toHaveBeenCalledTimes(3));
  });

  it('a bus that can’t be subscribed to says so to whoever listens, and is tried again', () => {
    const bus = new MemoryBus(silentLogger);
    vi.spyOn(bus, 'subscribe').mockImplementationOnce(() => {
      throw new Error('down');
    });
    const hub = hubOn(bus, { windowMs: 0 });
    const listener = vi.fn();
    expect(() => hub.listen(ALL, listener)).toThrow('down');
    hub.listen(ALL, listener);
    hub.notify(tools);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => unknown]>([
    ['undefined', () => undefined],
    ['a Promise', () => Promise.reject(new Error('down'))],
  ])('a bus whose subscription can’t be ended, as it gives %s, is none', async (got, subscribe) => {
    const logger = spyLogger();
    const hub = hubOn({ publish: () => undefined, subscribe: subscribe as () => () => void }, { logger });
    const message = `subscribe() of the bus must give a function that ends the subscription; got ${got}`;
    expect(() => hub.listen(ALL, vi.fn())).toThrow(new TypeError(message));
    // A rejection that nobody takes would end the process.
    await Promise.resolve();
    expect(logger.error).toHaveBeenCalledTimes(got === 'undefined' ? 0 : 1);
    hub.close();
  });

  it('notify does not throw for what throws when it is looked at', () => {
    const logger = spyLogger();
    const broken = {
      get type(): 'toolsListChanged' {
        throw new Error('broken');
      },
    };
    expect(() => hubOn(new MemoryBus(silentLogger), { logger }).notify(broken)).not.toThrow();
    expect(logger.error).toHaveBeenCalledOnce();
  });

  it('loses no event that was told of after listen returned, whoever comes and goes meanwhile, on any bus', () => {
    const uri = fc.constantFrom('a://a', 'b://b');
    const event = fc.oneof(fc.constantFrom(tools, prompts), uri.map(updated));
    const step = fc.oneof(
      fc.record({ type: fc.constant('listen' as const), node: fc.nat(1) }),
      fc.record({ type: fc.constant('leave' as const), which: fc.nat() }),
      fc.record({ type: fc.constant('notify' as const), node: fc.nat(1), event }),
      fc.record({ type: fc.constant('wait' as const), ms: fc.nat(15) }),
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 50 }),
        fc.constantFrom(0, 1, 25),
        fc.nat(12),
        (steps, delayMs, windowMs) => {
          const bus = delayMs === 0 ? new MemoryBus(silentLogger) : new SlowBus(delayMs);
          const nodes = [hubOn(bus, { windowMs }), hubOn(bus, { windowMs })];
          const told = new Map<string, number>();
          const present: { owed: Set<string>; heard: Map<string, number>; leave: () => void }[] = [];
          for (const each of steps) {
            if (each.type === 'wait') vi.advanceTimersByTime(each.ms);
            else if (each.type === 'leave') present.splice(each.which % (present.length + 1), 1)[0]?.leave();
            else if (each.type === 'listen') {
              const owed = new Set<string>();
              const heard = new Map<string, number>();
              const leave = nodes[each.node]?.listen(ALL, (one) => {
                owed.delete(JSON.stringify(one));
                heard.set(JSON.stringify(one), (heard.get(JSON.stringify(one)) ?? 0) + 1);
              });
              present.push({ owed, heard, leave: () => leave?.() });
            } else {
              const text = JSON.stringify(each.event);
              told.set(text, (told.get(text) ?? 0) + 1);
              for (const { owed } of present) owed.add(text);
              nodes[each.node]?.notify(each.event);
            }
          }
          vi.advanceTimersByTime(windowMs + delayMs);
          for (const { owed, heard } of present) {
            expect([...owed]).toEqual([]);
            for (const [text, count] of heard) expect(count).toBeLessThanOrEqual(told.get(text) ?? 0);
          }
          for (const node of nodes) node.close();
          vi.clearAllTimers();
        },
      ),
    );
  });
});
