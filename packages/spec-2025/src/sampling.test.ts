import { type ClientCapabilities, encodeMessage, RequestError, request, type SamplingRequest } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { serverFaults } from '../../../test/schema/official-schema.js';
import { plainSampling, sampling } from './sampling.js';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const image = { type: 'image', data: '', mimeType: 'image/png' } as const;
const plain: SamplingRequest = { messages: [{ role: 'user', content: text('Hi') }], maxTokens: 9 };
const whole: SamplingRequest = {
  ...plain,
  systemPrompt: 'Be brief',
  modelPreferences: { hints: [{ name: 'small' }], costPriority: 1 },
  temperature: 0.5,
  stopSequences: ['\n'],
  metadata: { a: 1 },
};
const use = { type: 'tool_use', id: 'u1', name: 'f', input: {} };
const result = { type: 'tool_result', toolUseId: 'u1', content: [] };
const loop: SamplingRequest = {
  messages: [
    { role: 'assistant', content: [use] },
    { role: 'user', content: result },
  ],
  maxTokens: 9,
};
const tools = [{ name: 'f', inputSchema: { type: 'object' } }];
const model = (declared: object): ClientCapabilities => ({ sampling: declared });

/** The parameters as they arrive, in a message that its revision knows. */
function arrived(revision: '2025-06-18' | '2025-11-25', asked: SamplingRequest, declared: object = {}): unknown {
  const params = revision === '2025-06-18' ? plainSampling(asked) : sampling(asked, model(declared));
  const message = JSON.parse(encodeMessage(request(1, 'sampling/createMessage', params)));
  expect(serverFaults(message, revision)).toEqual([]);
  return message.params;
}

describe('a request to the model', () => {
  it.each(['2025-06-18', '2025-11-25'] as const)(
    'YI-13 has all that %s knows, and nothing that is not given',
    (revision) => {
      expect(arrived(revision, whole)).toEqual(whole);
      expect(arrived(revision, plain)).toEqual(plain);
      expect(arrived(revision, { ...plain, unknown: 1 } as never)).toEqual(plain);
    },
  );

  it('YI-13 has one block a message under 2025-06-18', () => {
    const content = [text('one'), image];
    const messages = [
      { role: 'user', content },
      { role: 'assistant', content: text('two') },
    ] as const;
    expect(arrived('2025-06-18', { messages, maxTokens: 9 })).toEqual({
      messages: [{ role: 'user', content: content[0] }, { role: 'user', content: content[1] }, messages[1]],
      maxTokens: 9,
    });
    expect(arrived('2025-11-25', { messages, maxTokens: 9 })).toEqual({ messages, maxTokens: 9 });
  });

  it('V2-11, YI-13 has tools for a client of 2025-11-25 that declared them', () => {
    const asked = { ...loop, tools, toolChoice: { mode: 'auto' } };
    expect(arrived('2025-11-25', asked, { tools: {} })).toEqual(asked);
  });

  it.each<[string, Partial<SamplingRequest>]>([
    ['tools', { tools }],
    ['a choice of tools', { toolChoice: { mode: 'none' } }],
    ['the use of a tool', { messages: loop.messages }],
  ])('YI-01, YI-13 is not made with %s to others', (_what, more) => {
    for (const ask of [() => plainSampling({ ...plain, ...more }), () => sampling({ ...plain, ...more }, model({}))]) {
      expect(ask).toThrow(RequestError);
      expect(ask).toThrow('sampling.tools');
    }
  });

  it('YI-15 has a context where that means something', () => {
    const asked = { ...plain, includeContext: 'thisServer' } as const;
    expect(arrived('2025-06-18', asked)).toEqual(asked);
    expect(arrived('2025-11-25', asked, { context: {} })).toEqual(asked);
    expect(arrived('2025-11-25', asked)).toEqual(plain);
  });
});
