import { describe, expect, it } from 'vitest';
import type { ClientCapabilities } from '../application/context.js';
import { missingCapabilities } from './client-capabilities.js';

describe('missingCapabilities', () => {
  it('M-07 is undefined when the client has all that is wanted', () => {
    expect(missingCapabilities({ sampling: {} }, { sampling: { tools: {} }, roots: {} })).toBeUndefined();
    expect(missingCapabilities({}, {})).toBeUndefined();
  });

  it('M-07 holds just what is missing, in the shape of client capabilities', () => {
    expect(missingCapabilities({ sampling: { tools: {} }, roots: {} }, { sampling: {} })).toEqual({
      sampling: { tools: {} },
      roots: {},
    });
    expect(missingCapabilities({ elicitation: { form: {}, url: {} } }, { elicitation: { form: {} } })).toEqual({
      elicitation: { url: {} },
    });
  });

  it('I-02 takes elicitation: {} as form mode only, and { url: {} } as URL mode only', () => {
    expect(missingCapabilities({ elicitation: { form: {} } }, { elicitation: {} })).toBeUndefined();
    expect(missingCapabilities({ elicitation: { url: {} } }, { elicitation: {} })).toEqual({
      elicitation: { url: {} },
    });
    expect(missingCapabilities({ elicitation: { form: {} } }, { elicitation: { url: {} } })).toEqual({
      elicitation: { form: {} },
    });
  });

  it('takes null and rubbish from a client as absent', () => {
    for (const wrong of [null, false, true, 'yes', 5, [], [{}]]) {
      const rubbish = { elicitation: wrong, sampling: { tools: wrong }, roots: wrong } as unknown as ClientCapabilities;
      const wanted = { elicitation: { form: {} }, sampling: { tools: {} }, roots: {} };
      expect(missingCapabilities(wanted, rubbish)).toEqual(wanted);
    }
  });

  it('takes a flag for what it is', () => {
    const wanted = { roots: { listChanged: true } };
    expect(missingCapabilities(wanted, { roots: { listChanged: true } })).toBeUndefined();
    expect(missingCapabilities(wanted, { roots: { listChanged: false } })).toEqual(wanted);
    expect(missingCapabilities(wanted, { roots: {} })).toEqual(wanted);
  });

  it('does not take what objects inherit for a capability', () => {
    expect(missingCapabilities({ constructor: {} } as ClientCapabilities, {})).toEqual({ constructor: {} });
  });
});
