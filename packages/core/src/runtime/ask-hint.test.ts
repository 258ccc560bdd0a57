import { expect, it } from 'vitest';
import { withAskHint } from './ask-hint.js';
import type { RequestContext } from './request-context.js';

const context = (ways: object): RequestContext => ({ revision: '2026-07-28', ...ways }) as RequestContext;

it.each([['elicit', ({ elicit }: Record<string, () => void>) => elicit?.()]])(
  'names the way to ask that is not there, and another (%s)',
  (way) => {
    for (const message of [`${way} is not a function`, `context.${way} is not a function`]) {
      const thrown = new TypeError(message);
      const told = withAskHint(thrown, context({})) as Error;
      expect(told).toBeInstanceOf(TypeError);
      expect(told.message).toMatch(new RegExp(`^${message.replace('.', '\\.')}: .*by ${way} .*dialogue\\(…\\)`));
      expect(told.cause).toBe(thrown);
    }
  },
);

it('leaves other errors alone', () => {
  const ways = context({ sample: () => undefined });
  for (const thrown of [
    new TypeError('context.sample is not a function'),
    new TypeError('context.prompt is not a function'),
    new TypeError('resample is not a function'),
    new Error('elicit is not a function'),
    'elicit is not a function',
    undefined,
  ]) {
    expect(withAskHint(thrown, ways)).toBe(thrown);
  }
});
