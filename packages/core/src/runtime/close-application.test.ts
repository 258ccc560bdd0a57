import { afterEach, describe, expect, it, vi } from 'vitest';
import { plainSpec } from '../../test/plain-spec.js';
import { spyLogger } from '../../test/runtime.js';
import type { Application } from '../application/application.js';
import type { SpecProtocol } from '../contract/spec.js';
import { combineApplications } from '../define/combine-applications.js';
import { createHandler } from '../server/handler.js';
import { closeApplication } from './close-application.js';

const noAttach: SpecProtocol = {
  ...plainSpec,
  attach: () => {
    throw new Error('no way');
  },
};

const failing: readonly [string, Application, SpecProtocol, string][] = [
  ['a list is refused', { tools: () => [{ name: '' }] }, plainSpec, 'Tool 1 has no name'],
  [
    'a facet is missing',
    { tools: () => [], capabilities: () => ['prompts'] },
    plainSpec,
    "capabilities() names 'prompts'",
  ],
  ['the spec refuses', { tools: () => [] }, noAttach, 'no way'],
];

describe('an application whose server does not start', () => {
  it.each(failing)('is closed after its onStart: %s', async (_why, part, spec, message) => {
    const order: string[] = [];
    const application: Application = {
      ...part,
      onStart: async () => void order.push('start'),
      onClose: async () => void order.push('close'),
    };
    await expect(createHandler('s', application, { spec })).rejects.toThrow(message);
    expect(order).toEqual(['start', 'close']);
  });

  it('is not closed where it has not started', async () => {
    const onClose = vi.fn();
    const onStart = () => Promise.reject(new Error('no database'));
    await expect(createHandler('s', { tools: () => [], onStart, onClose }, { spec: plainSpec })).rejects.toThrow(
      'no database',
    );
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is closed with all its parts', async () => {
    const onClose = vi.fn();
    const application = combineApplications({ tools: () => [], onClose }, [{ prompts: () => [{ name: '' }], onClose }]);
    await expect(createHandler('s', application, { spec: plainSpec })).rejects.toThrow('Prompt 1 has no name');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('fails with why it did not start, also where it can not be closed', async () => {
    const logger = spyLogger();
    const onClose = () => Promise.reject(new Error('stuck'));
    await expect(
      createHandler('s', { tools: () => [{ name: '' }], onClose }, { spec: plainSpec, logger }),
    ).rejects.toThrow('Tool 1 has no name');
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(
      { err: new Error('stuck') },
      'onClose of the application failed',
    );
  });
});

describe('closing', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes on without an onClose that does not end, and leaves no timer behind', async () => {
    vi.useFakeTimers();
    const logger = spyLogger();
    let isOver = false;
    const closing = closeApplication({ onClose: () => new Promise(() => undefined) }, 0, logger).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await closing;
    expect(logger.error).toHaveBeenCalledTimes(1);
    await closeApplication({ onClose: () => undefined }, 5000, logger);
    expect(vi.getTimerCount()).toBe(0);
  });
});
