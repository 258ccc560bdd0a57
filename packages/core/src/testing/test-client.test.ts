import { describe, expect, it } from 'vitest';
import { plainSpec } from '../../test/plain-spec.js';
import type { Application } from '../application/application.js';
import { silentLogger } from '../contract/logger.js';
import type { SpecProtocol } from '../contract/spec.js';
import { OptionError } from '../errors.js';
import { connectTestClient } from './test-client.js';

const application: Application = {
  tools: () => [
    { name: 'hello', description: 'Greets.', run: () => 'Hello!' },
    {
      name: 'fail',
      run: () => {
        throw new Error('the cause');
      },
    },
  ],
};

const logger = silentLogger;

describe('the test client', () => {
  it('gives results with types, so that what is in them needs no cast', async () => {
    const client = await connectTestClient(application, { spec: plainSpec });
    const { content, isError } = await client.callTool('hello');
    expect(content[0]).toEqual({ type: 'text', text: 'Hello!' });
    expect(isError).toBeUndefined();
    const [tool] = await client.listTools();
    const words: string | undefined = tool?.description;
    expect(words).toBe('Greets.');
    await client.close();
  });

  it('speaks the newest revision, or the one that is wanted', async () => {
    expect((await connectTestClient(application, { spec: plainSpec })).revision).toBe('2');
    expect((await connectTestClient(application, { spec: plainSpec, revision: '1' })).revision).toBe('1');
    expect((await connectTestClient(application, { spec: plainSpec, revision: undefined })).revision).toBe('2');
  });

  it('sees the text of unexpected errors, unless the server hides it', async () => {
    for (const exposeErrors of [undefined, true]) {
      const client = await connectTestClient(application, { spec: plainSpec, server: { exposeErrors, logger } });
      expect((await client.callTool('fail')).content).toEqual([{ type: 'text', text: 'the cause' }]);
    }
    const server = { exposeErrors: false, logger };
    const [block] = (await (await connectTestClient(application, { spec: plainSpec, server })).callTool('fail'))
      .content;
    expect(block).toMatchObject({ text: expect.stringContaining('reference') });
  });

  it.each<[string, string, unknown]>([
    [
      'revision',
      "Option 'revision' must be '2' or '1'; got \"2024-11-05\"",
      { spec: plainSpec, revision: '2024-11-05' },
    ],
    ['revison', "Unknown option 'revison'. Did you mean 'revision'?", { spec: plainSpec, revison: '1' }],
    ['spec', "Option 'spec' must be a spec", { spec: '2' }],
    ['spec', "Option 'spec' must be a spec", undefined],
    ['onRequest', "Option 'onRequest' must be a function", { spec: plainSpec, onRequest: {} }],
    ['server', "Option 'server' must be an object", { spec: plainSpec, server: true }],
    ['exposeError', "Unknown option 'exposeError'", { spec: plainSpec, server: { exposeError: true } }],
  ])('FO-24 refuses a wrong option: %s', async (option, message, options) => {
    const connecting = connectTestClient(application, options as never);
    await expect(connecting).rejects.toBeInstanceOf(OptionError);
    await expect(connecting).rejects.toMatchObject({ option, message: expect.stringContaining(message) });
  });

  it('answers what a result asks for first, until nothing more is asked for, where it is told how', async () => {
    const asking: SpecProtocol = {
      ...plainSpec,
      client: () => ({
        params: (_method, params) => params,
        headers: () => ({}),
        nextRound: async (params, result, answer) => {
          const said = (result as { content?: readonly { text: string }[] }).content?.[0]?.text ?? '';
          if (said !== 'more' && said !== 'ever') return undefined;
          return { ...params, arguments: await answer('ask', { said }) };
        },
      }),
    };
    const application: Application = {
      tools: () => ['once', 'ever'].map((name) => ({ name, input: { type: 'object' } })),
      callTool: (name, { answer }) => (name === 'ever' ? 'ever' : answer === undefined ? 'more' : `got ${answer}`),
    };
    const answering = await connectTestClient(application, {
      spec: asking,
      onRequest: (method, { said }) => ({ answer: `${method} ${said}` }),
    });
    expect((await answering.callTool('once')).content).toEqual([{ type: 'text', text: 'got ask more' }]);
    expect(await answering.request('tools/call', { name: 'once', arguments: {} })).toMatchObject({
      content: [{ text: 'more' }],
    });
    await expect(answering.callTool('ever')).rejects.toThrow('asked for more 100 times');
    const silent = await connectTestClient(application, { spec: asking });
    expect((await silent.callTool('once')).content).toEqual([{ type: 'text', text: 'more' }]);
  });

  it('sends nothing after it was closed', async () => {
    const client = await connectTestClient(application, { spec: plainSpec });
    await client.close();
    await client.close();
    await expect(client.callTool('hello')).rejects.toThrow("The test client is closed, so it can't send tools/call");
    await expect(client.notify('notifications/x')).rejects.toThrow('closed');
  });
});
