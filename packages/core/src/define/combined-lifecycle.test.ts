import { describe, expect, it } from 'vitest';
import type { Lifecycle } from '../application/lifecycle.js';
import { LiveLists } from '../runtime/live-lists.js';
import { defineApplication } from './define-application.js';

const server = new LiveLists({}, () => undefined).control('test', () => undefined);

describe('the lifecycle of several applications', () => {
  function chronicle(failing: readonly string[] = []) {
    const events: string[] = [];
    const happen = async (event: string): Promise<void> => {
      await Promise.resolve();
      events.push(event);
      if (failing.includes(event)) throw new Error(event);
    };
    const part = (name: string): Lifecycle => ({
      onStart: ({ name: server }) => happen(`start ${name} of ${server}`),
      onClose: () => happen(`close ${name}`),
    });
    return { events, application: defineApplication({ ...part('own'), include: [part('a'), {}, part('b')] }) };
  }

  it('starts all in order, and closes them the other way round', async () => {
    const { events, application } = chronicle();
    await application.onStart?.(server);
    await application.onClose?.();
    expect(events).toEqual([
      'start own of test',
      'start a of test',
      'start b of test',
      'close b',
      'close a',
      'close own',
    ]);
  });

  it('closes what it started when one can’t start', async () => {
    const { events, application } = chronicle(['start b of test']);
    await expect(application.onStart?.(server)).rejects.toThrow('start b of test');
    expect(events.slice(3)).toEqual(['close a', 'close own']);
  });

  it('tells both errors when closing fails too', async () => {
    const { events, application } = chronicle(['start b of test', 'close a']);
    await expect(application.onStart?.(server)).rejects.toMatchObject({
      errors: [{ message: 'start b of test' }, { message: 'close a' }],
    });
    expect(events).toContain('close own');
  });

  it('closes the others when one can’t close', async () => {
    const one = chronicle(['close a']);
    await expect(one.application.onClose?.()).rejects.toThrow('close a');
    expect(one.events).toEqual(['close b', 'close a', 'close own']);
    const two = chronicle(['close a', 'close b']);
    await expect(two.application.onClose?.()).rejects.toMatchObject({
      errors: [{ message: 'close b' }, { message: 'close a' }],
    });
  });

  it('is absent where no part has one', () => {
    const application = defineApplication({ include: [{}] });
    expect(application).not.toHaveProperty('onStart');
    expect(application).not.toHaveProperty('onClose');
  });
});
