import { describe, expect, it } from 'vitest';
import { field } from '../../test/rounds.js';
import { complete, formElicitation, inputRequired, roots, sampling, urlElicitation } from '../results/round.js';
import { checkRound } from './check-round.js';

const message = { role: 'user', content: { type: 'text', text: 'Hi' } } as const;
const request = { messages: [message], maxTokens: 10 };

describe('what a round gives', () => {
  it('is a result, or undefined where the hook does not handle the call (MR-01, MR-05)', () => {
    expect(checkRound(undefined)).toBeUndefined();
    expect(checkRound(complete('done'))).toEqual({ type: 'complete', result: 'done' });
  });

  it('is requests by key, each of the four kinds (MR-06 to MR-08, R-05, R-06)', () => {
    const round = inputRequired(
      {
        form: formElicitation('Who?', field('name')),
        page: urlElicitation('Pay!', 'https://example.com/pay', { optional: true }),
        model: sampling(request),
        folders: roots({ optional: true }),
      },
      { step: 1 },
    );
    expect(checkRound(round)).toEqual(round);
  });

  it('is a state alone, any JSON value, null and empty ones too (MR-09, MR-17, MR-23)', () => {
    for (const state of [null, '', 0, false, [], {}, 'none', { a: [1] }]) {
      expect(checkRound(inputRequired({}, state))).toEqual({
        type: 'inputRequired',
        inputRequests: {},
        requestState: state,
      });
    }
    expect(checkRound({ type: 'inputRequired', requestState: 1 })).toEqual({
      type: 'inputRequired',
      inputRequests: {},
      requestState: 1,
    });
  });

  it.each<[string, unknown]>([
    ['a round gives complete(…), inputRequired(…) or undefined; got null', null],
    ['a round gives complete(…), inputRequired(…) or undefined; got a string', 'done'],
    ['a round gives complete(…), inputRequired(…) or undefined; got an object', { content: [] }],
    ['must include nonempty inputRequests or a requestState', inputRequired({})],
    [
      'inputRequests must be an object of requests by key; got an array',
      { type: 'inputRequired', inputRequests: [roots()] },
    ],
    ["an input request can't have the key ''", inputRequired({ '': roots() })],
    ["an input request can't have the key '__proto__'", inputRequired(JSON.parse('{"__proto__":{"type":"roots"}}'))],
    ['requestState.at is a Date; it must be JSON', inputRequired({}, { at: new Date(0) } as never)],
    ['requestState is a function; it must be JSON', inputRequired({}, (() => 1) as never)],
  ])('is refused otherwise (MR-15, MR-16, R-04): %s', (fault, round) => {
    expect(() => checkRound(round)).toThrow(fault);
  });

  it.each<[string, unknown]>([
    ['must be formElicitation(…), urlElicitation(…), sampling(…) or roots(); got undefined', undefined],
    ['type must be one of formElicitation, urlElicitation, sampling, roots; got form', { type: 'form' }],
    ['type must be one of formElicitation, urlElicitation, sampling, roots; got toString', { type: 'toString' }],
    ['optional must be true or false', { type: 'roots', optional: 'yes' }],
    ['message must be a text that is not empty; got undefined', { type: 'formElicitation', schema: field('a') }],
    ['message must be a text that is not empty; got a string', formElicitation('', field('a'))],
    ["schema.type must be 'object'", formElicitation('Who?', { type: 'string' })],
    ['message must be a text that is not empty; got a number', urlElicitation(7 as never, 'https://example.com')],
    ['url must be an absolute URL; got "example.com/pay"', urlElicitation('Pay!', 'example.com/pay')],
    ['url must be an absolute URL; got "https://example.com/a b"', urlElicitation('Pay!', 'https://example.com/a b')],
    ["url can't be one of javascript:", urlElicitation('Pay!', 'javascript:alert(1)')],
    ["url can't be one of data:", urlElicitation('Pay!', 'DATA:text/html,<script>')],
    ["url can't be one of vbscript:", urlElicitation('Pay!', 'vbscript:x')],
    ['url must be a URL; got an URL', urlElicitation('Pay!', new URL('https://example.com') as never)],
    ['request must be an object with messages and maxTokens; got undefined', { type: 'sampling' }],
  ])('is refused with the key at fault: %s (I-01)', (fault, wrong) => {
    expect(() => checkRound(inputRequired({ ok: roots(), wrong: wrong as never }))).toThrow(
      `inputRequests['wrong']: ${fault}`,
    );
  });
});

describe('a sampling request', () => {
  const check = (changed: object): (() => unknown) => {
    return () => checkRound(inputRequired({ ask: sampling({ ...request, ...changed }) }));
  };
  const use = { type: 'tool_use', id: 'u1', name: 'f', input: {} };
  const result = { type: 'tool_result', toolUseId: 'u1', content: [] };
  const assistant = (...content: object[]): object => ({ role: 'assistant', content });
  const user = (...content: object[]): object => ({ role: 'user', content });

  it('may have every member that the protocol knows (I-15)', () => {
    const whole = {
      systemPrompt: 'Be brief',
      includeContext: 'none',
      temperature: 0.5,
      stopSequences: ['\n'],
      metadata: { a: 1 },
      modelPreferences: {
        hints: [{ name: 'sonnet' }, {}],
        costPriority: 0,
        speedPriority: 1,
        intelligencePriority: 0.5,
      },
      tools: [{ name: 'f', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'auto' },
      messages: [message, assistant(use, { type: 'text', text: 'Looking' }), user(result)],
    };
    expect(check(whole)).not.toThrow();
    expect(
      check({ toolChoice: {}, tools: [], messages: [user({ type: 'image', data: '', mimeType: 'image/png' })] }),
    ).not.toThrow();
  });

  it.each<[string, object]>([
    ['request.maxTokens must be a positive integer; it is required; got undefined', { maxTokens: undefined }],
    ['request.maxTokens must be a positive integer; it is required; got a number', { maxTokens: 0 }],
    ['request.messages must be a list of messages; got undefined', { messages: undefined }],
    ["request.messages[0].role must be 'user' or 'assistant'", { messages: [{ role: 'system', content: [] }] }],
    ['request.messages[0] must be a message; got a string', { messages: ['Hi'] }],
    [
      'request.messages[0].content must be a content block; got a string',
      { messages: [{ role: 'user', content: 'Hi' }] },
    ],
    [
      'request.messages[0].content[1].type must be one of text, image, audio, tool_use, tool_result',
      { messages: [user({ type: 'text', text: '' }, { type: 'toString' })] },
    ],
    [
      'request.messages[0].content[0].mimeType of a image block is missing or wrong',
      { messages: [user({ type: 'image', data: '' })] },
    ],
    ['request.systemPrompt must be a string; got a number', { systemPrompt: 1 }],
    ['request.includeContext must be none, thisServer or allServers; got a string', { includeContext: 'all' }],
    ['request.temperature must be a number; got a string', { temperature: '1' }],
    ['request.stopSequences must be a list of strings; got a string', { stopSequences: 'x' }],
    [
      'request.tools must be a list of tools, each with a name and an inputSchema; got an array',
      { tools: [{ name: 'f' }] },
    ],
    [
      'request.toolChoice must be an object whose mode is auto, required or none; got an object',
      { toolChoice: { mode: 'any' } },
    ],
    ['request.metadata must be an object; got an array', { metadata: [] }],
    ['request.modelPreferences must be an object; got a string', { modelPreferences: 'fast' }],
    ['request.modelPreferences.speedPriority must be a number from 0 to 1', { modelPreferences: { speedPriority: 2 } }],
    [
      'request.modelPreferences.hints must be a list of objects, each with the name of a model',
      { modelPreferences: { hints: ['x'] } },
    ],
  ])('is refused: %s (I-15)', (fault, changed) => {
    expect(check(changed)).toThrow(`inputRequests['ask']: ${fault}`);
  });

  it.each<[string, readonly object[]]>([
    [
      'request.messages[1] has tool results, so it must be a user message with nothing else in it',
      [assistant(use), user(result, { type: 'text', text: '' })],
    ],
    ['request.messages[0] has tool results, so it must be a user message with nothing else in it', [assistant(result)]],
    ["request.messages[0] uses the tool 'f', whose result is missing in the next message", [assistant(use)]],
    [
      "request.messages[0] uses the tool 'f', whose result is missing in the next message",
      [assistant(use, { ...use, id: 'u2' }), user(result)],
    ],
    ['request.messages[0] uses a tool, which only a message of the assistant can', [user(use), user(result)]],
  ])('is refused where the uses of tools have not their results: %s (I-18)', (fault, messages) => {
    expect(check({ messages })).toThrow(fault);
  });
});
