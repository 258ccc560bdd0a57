import { describe, expect, it } from 'vitest';
import { ABLE, field } from '../../test/rounds.js';
import type { ClientCapabilities } from '../application/context.js';
import type { InputRequest } from '../application/rounds.js';
import { formElicitation, roots, sampling, urlElicitation } from '../results/round.js';
import { askable } from './needed-capabilities.js';

const form = formElicitation('Who?', field('a'));
const page = urlElicitation('Pay!', 'https://example.com');
const request = { messages: [], maxTokens: 1 };
const optional = (one: InputRequest): InputRequest => ({ ...one, optional: true });

const asked = (
  requests: Record<string, InputRequest>,
  declared: ClientCapabilities,
  hasState = false,
): readonly string[] => Object.keys(askable(requests, declared, hasState, "Tool 'book'"));

describe('what a client can be asked', () => {
  it.each<[string, InputRequest, ClientCapabilities, object]>([
    ['a form', form, { elicitation: {} }, { elicitation: { form: {} } }],
    ['a form', form, { elicitation: { form: {} } }, { elicitation: { form: {} } }],
    ['a page', page, { elicitation: { url: {} } }, { elicitation: { url: {} } }],
    ['its model', sampling(request), { sampling: {} }, { sampling: {} }],
    [
      'its model with tools',
      sampling({ ...request, tools: [] }),
      { sampling: { tools: {} } },
      { sampling: { tools: {} } },
    ],
    ['its model with a choice of tools', sampling({ ...request, toolChoice: {} }), ABLE, { sampling: { tools: {} } }],
    [
      'its model with context',
      sampling({ ...request, includeContext: 'thisServer' }),
      ABLE,
      { sampling: { context: {} } },
    ],
    ['its folders', roots(), { roots: {} }, { roots: {} }],
  ])('is %s, where it declared that (R-07, I-02, I-16, I-17, I-21)', (_what, one, declared, missing) => {
    expect(asked({ one }, declared)).toEqual(['one']);
    expect(() => asked({ one }, {})).toThrow(expect.objectContaining({ reason: 'missing-capability', data: missing }));
  });

  it('is a page only where that mode was declared, and a form only where that was', () => {
    expect(() => asked({ page }, { elicitation: {} })).toThrow("Tool 'book' needs a client with elicitation.url");
    expect(() => asked({ form }, { elicitation: { url: {} } })).toThrow(
      "Tool 'book' needs a client with elicitation.form",
    );
    expect(() => asked({ one: sampling({ ...request, tools: [] }) }, { sampling: {} })).toThrow(
      expect.objectContaining({ data: { sampling: { tools: {} } } }),
    );
  });

  it('is told in one error with all that is missing (M-07, R-08, Q-33)', () => {
    expect(() => asked({ form, page, dirs: roots(), one: sampling(request) }, { roots: {} })).toThrow(
      expect.objectContaining({
        message: "Tool 'book' needs a client with elicitation.form, elicitation.url, sampling",
        data: { elicitation: { form: {}, url: {} }, sampling: {} },
      }),
    );
  });

  it('is without what is optional and was not declared (Q-33)', () => {
    expect(asked({ form, dirs: optional(roots()) }, { elicitation: {} })).toEqual(['form']);
    expect(asked({ form, dirs: optional(roots()) }, ABLE)).toEqual(['form', 'dirs']);
    expect(() => asked({ form, dirs: optional(roots()) }, {})).toThrow(
      expect.objectContaining({ data: { elicitation: { form: {} } } }),
    );
  });

  it('is nothing where all is optional, if there is a state to come again with, and else an error', () => {
    expect(asked({ dirs: optional(roots()) }, {}, true)).toEqual([]);
    expect(() => asked({ dirs: optional(roots()), page: optional(page) }, {})).toThrow(
      expect.objectContaining({ data: { roots: {}, elicitation: { url: {} } } }),
    );
  });
});
