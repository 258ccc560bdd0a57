import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeEvent } from '../contract/change-event.js';
import { GatheredEvents } from './gathered-events.js';

const tools: ChangeEvent = { type: 'toolsListChanged' };
const prompts: ChangeEvent = { type: 'promptsListChanged' };
const updated = (uri: string): ChangeEvent => ({ type: 'resourceUpdated', uri });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function gathered(windowMs: number) {
  const published: ChangeEvent[] = [];
  const events = new GatheredEvents((event) => published.push(event), windowMs);
  return { events, published };
}

describe('GatheredEvents', () => {
  it('YT-09, U-15 publishes a burst of like events once, after the window', () => {
    const { events, published } = gathered(10);
    for (let count = 0; count < 1000; count += 1) events.add(tools);
    vi.advanceTimersByTime(9);
    expect(published).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(published).toEqual([tools]);
    vi.advanceTimersByTime(1000);
    expect(published).toEqual([tools]);
  });

  it('keeps different events, each URI for itself, in the order in which they first came', () => {
    const { events, published } = gathered(10);
    for (const event of [updated('b://b'), tools, updated('a://a'), tools, prompts, updated('b://b')])
      events.add(event);
    vi.advanceTimersByTime(10);
    expect(published).toEqual([updated('b://b'), tools, updated('a://a'), prompts]);
  });

  it('keeps the end of each visit for itself', () => {
    const { events, published } = gathered(10);
    const done = (elicitationId: string): ChangeEvent => ({ type: 'elicitationComplete', elicitationId });
    for (const event of [done('a'), done('b'), done('a'), updated('a')]) events.add(event);
    vi.advanceTimersByTime(10);
    expect(published).toEqual([done('a'), done('b'), updated('a')]);
  });

  it('takes a resource for no list, whatever its URI', () => {
    const { events, published } = gathered(10);
    events.add(tools);
    events.add(updated('toolsListChanged'));
    vi.advanceTimersByTime(10);
    expect(published).toHaveLength(2);
  });

  it('counts the window from the first event, so that a steady stream of them is told all the same', () => {
    const { events, published } = gathered(10);
    for (let time = 0; time < 100; time += 1) {
      events.add(tools);
      vi.advanceTimersByTime(1);
    }
    expect(published).toHaveLength(10);
  });

  it('publishes each at once with a window of 0', () => {
    const { events, published } = gathered(0);
    events.add(tools);
    events.add(tools);
    expect(published).toEqual([tools, tools]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('flush publishes what waits, once', () => {
    const { events, published } = gathered(60_000);
    events.add(tools);
    events.flush();
    events.flush();
    expect(published).toEqual([tools]);
    expect(vi.getTimerCount()).toBe(0);
    events.add(tools);
    vi.advanceTimersByTime(60_000);
    expect(published).toEqual([tools, tools]);
  });

  it('gathers what is added while it publishes for the next time', () => {
    const published: ChangeEvent[] = [];
    const events = new GatheredEvents((event) => {
      published.push(event);
      if (published.length === 1) events.add(event);
    }, 10);
    events.add(tools);
    vi.advanceTimersByTime(10);
    expect(published).toHaveLength(1);
    vi.advanceTimersByTime(10);
    expect(published).toHaveLength(2);
  });

  it('keeps no process alive', () => {
    vi.useRealTimers();
    const made = vi.spyOn(globalThis, 'setTimeout');
    const { events } = gathered(60_000);
    events.add(tools);
    const timer = made.mock.results[0]?.value as NodeJS.Timeout;
    expect(timer.hasRef()).toBe(false);
    events.flush();
    made.mockRestore();
  });
});
