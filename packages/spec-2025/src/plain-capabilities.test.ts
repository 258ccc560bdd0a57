import type { ClientCapabilities } from '@polyspec/core';
import { expect, it } from 'vitest';
import { plainCapabilities } from './plain-capabilities.js';

it.each<[ClientCapabilities, ClientCapabilities]>([
  [{ elicitation: { form: {}, url: {} } }, { elicitation: { form: {} } }],
  [{ elicitation: { url: {} } }, {}],
  [{ sampling: { tools: {}, context: {} } }, { sampling: { context: {} } }],
  [{ sampling: { tools: {} } }, { sampling: {} }],
  [
    {
      elicitation: { form: {}, url: {} },
      sampling: { tools: {} },
      roots: { listChanged: true },
      experimental: { a: {} },
    },
    { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true }, experimental: { a: {} } },
  ],
])('YI-01, YI-02, YI-13 of %j 2025-06-18 has %j', (declared, known) => {
  expect(plainCapabilities(declared)).toEqual(known);
});

it.each<[ClientCapabilities]>([
  [{}],
  [{ elicitation: {} }],
  [{ elicitation: { form: {} }, sampling: {}, roots: {}, extensions: { 'a/b': {} } }],
  // Whatever a client may send there.
  [{ elicitation: null, sampling: false } as never],
  [{ elicitation: [], sampling: 'yes' } as never],
])('takes %j as it is', (declared) => {
  expect(plainCapabilities(declared)).toEqual(declared);
});
