// Repositories of prompts: behaviours of GenMCP, over every revision. Here a repository is a source like any other collection.
import {
  type Application,
  audio,
  type Collection,
  combineSources,
  defineApplication,
  embedded,
  error,
  image,
  message,
  messages,
  type PromptDescriptor,
  prompt,
  RequestError,
  resourceLink,
  type Source,
  silentLogger,
  textContent,
} from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { REVISIONS } from '../../../schema/official-schema.js';
import { type Client, open } from './open-client.js';

/** A repository whose prompts come one on a page, made for an argument. */
function repository(topic: string, names: readonly string[]): Source<PromptDescriptor> {
  const prompts = names.map((name): PromptDescriptor => ({ name, run: () => `On ${topic}: ${name}` }));
  return {
    list: (cursor) => {
      const at = typeof cursor === 'number' ? cursor : 0;
      const items = prompts.slice(at, at + 1);
      return at + 1 < prompts.length ? { items, next: at + 1 } : { items };
    },
    get: (name) => prompts.find((one) => one.name === name),
  };
}

const serving = (prompts: Collection<PromptDescriptor>): Application => ({ prompts: () => prompts });

describe.each(REVISIONS)('under %s', (revision) => {
  const start = (prompts: Collection<PromptDescriptor>): Promise<Client> =>
    open(serving(prompts), revision, { server: { exposeErrors: false, logger: silentLogger } });
  const walk = async (client: Client): Promise<string[]> => {
    const names: string[] = [];
    let cursor: unknown;
    do {
      const page = await client.result('prompts/list', typeof cursor === 'string' ? { cursor } : {});
      names.push(...(page.prompts as unknown as readonly { name: string }[]).map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return names;
  };

  it('GM-01, GM-03, GM-08 to GM-11, GM-14, GM-19, GM-20 repositories are listed one after the other and got by what is listed, made with an argument or without', async () => {
    const { list, get } = repository('cats', ['feed', 'brush']);
    const plain = { list, get };
    const client = await start(
      combineSources([
        { prefix: 'cats/', source: plain },
        { prefix: 'dogs/', source: repository('dogs', []) },
        { prefix: 'birds/', source: repository('birds', ['feed']) },
      ]),
    );
    expect(await walk(client)).toEqual(['cats/feed', 'cats/brush', 'birds/feed']);
    const { messages: got } = await client.result('prompts/get', { name: 'birds/feed' });
    expect(got).toEqual([{ role: 'user', content: { type: 'text', text: 'On birds: feed' } }]);
  });

  it('GM-15, GM-18, LI-24 two of one prefix are refused where they are combined', () => {
    const source = repository('cats', []);
    const parts = [
      { prefix: 'x/', source },
      { prefix: 'x/', source },
    ];
    expect(() => combineSources(parts)).toThrow("both have the prefix 'x/'");
    expect(() => combineSources([{ prefix: '', source }])).not.toThrow();
  });

  it('GM-05 to GM-07 items say what they take, and what is required has to be there', async () => {
    const item: PromptDescriptor = {
      name: 'trip',
      title: 'A trip',
      description: 'Plans one.',
      arguments: [{ name: 'city', description: 'Where to', required: true }, { name: 'day' }],
      run: (args: { readonly city: string }) => JSON.stringify(args),
    };
    const client = await start({
      list: () => ({ items: [item] }),
      get: (name) => (name === 'trip' ? item : undefined),
    });
    expect(await client.list('prompts/list', 'prompts')).toEqual([
      {
        name: 'trip',
        title: 'A trip',
        description: 'Plans one.',
        arguments: [
          { name: 'city', description: 'Where to', required: true },
          { name: 'day', required: false },
        ],
      },
    ]);
    const got = await client.result('prompts/get', { name: 'trip', arguments: { city: 'Oslo', other: 'x' } });
    expect(got).toMatchObject({ messages: [{ content: { text: '{"city":"Oslo","other":"x"}' } }] });
    expect((await client.error('prompts/get', { name: 'trip', arguments: {} })).code).toBe(-32602);
  });

  it('GM-12, GM-26 a result has a description and messages of both sides, in any kind of content', async () => {
    const run = () =>
      messages(
        [
          message('user', 'Look at this.'),
          message('user', image('AA==', 'image/png')),
          message('user', audio('AA==', 'audio/wav')),
          message('user', embedded(textContent('a:b', 'text/plain', 'x'))),
          message('assistant', 'I see.'),
          message('user', resourceLink('a:c', 'c')),
        ],
        'What it is',
      );
    const client = await start([{ name: 'look', run }]);
    const { description, messages: got } = await client.result('prompts/get', { name: 'look' });
    expect(description).toBe('What it is');
    const kinds = (got as unknown as readonly { role: string; content: { type: string } }[]).map(
      ({ role, content }) => `${role} ${content.type}`,
    );
    expect(kinds).toEqual([
      'user text',
      'user image',
      'user audio',
      'user resource',
      'assistant text',
      'user resource_link',
    ]);
  });

  it('GM-13 list and get know who is asking', async () => {
    const seen: string[] = [];
    const item: PromptDescriptor = { name: 'p', run: () => 'x' };
    const client = await start({
      list: (_cursor, context) => {
        seen.push(`list ${context.revision}`);
        return { items: [item] };
      },
      get: (_name, context) => {
        seen.push(`get ${context.revision}`);
        return item;
      },
    });
    seen.length = 0;
    await client.list('prompts/list', 'prompts');
    await client.result('prompts/get', { name: 'p' });
    expect(seen).toEqual([`list ${revision}`, `get ${revision}`]);
  });

  it('GM-21 a cursor that was never given is -32602', async () => {
    const client = await start(repository('cats', ['feed', 'brush']));
    const { code } = await client.error('prompts/list', { cursor: 'bm8gY3Vyc29y' });
    expect(code).toBe(-32602);
  });

  it('GM-22 what no repository has is -32602, with its name', async () => {
    const client = await start(combineSources([{ prefix: 'cats/', source: repository('cats', ['feed']) }]));
    for (const name of ['cats/fly', 'feed', 'dogs/feed']) {
      expect(await client.error('prompts/get', { name })).toMatchObject({ code: -32602, data: { name } });
    }
  });

  it('GM-23, GM-24 what goes wrong is -32603 with its text, -32602 where the repository says so, and what is no result says nothing', async () => {
    const client = await start([
      { name: 'broken', run: () => error('The shelf is empty') },
      {
        name: 'picky',
        run: () => {
          throw new RequestError('invalid-params', 'The city is unknown');
        },
      },
      { name: 'odd', run: () => 7 as never },
    ]);
    expect(await client.error('prompts/get', { name: 'broken' })).toEqual({
      code: -32603,
      message: 'The shelf is empty',
    });
    expect(await client.error('prompts/get', { name: 'picky' })).toEqual({
      code: -32602,
      message: 'The city is unknown',
    });
    expect(await client.error('prompts/get', { name: 'odd' })).toEqual({
      code: -32603,
      message: expect.stringMatching(/^Internal error \(reference /),
    });
  });

  it('GM-25 prompts are offered where there is a repository, the own ones before those of included applications', async () => {
    const application = defineApplication({
      prompts: { own: prompt({ run: () => 'x' }) },
      include: [serving(repository('cats', ['feed'])), serving(repository('dogs', ['walk']))],
    });
    const client = await open(application, revision);
    expect(client.facts.capabilities).toHaveProperty('prompts');
    expect(await walk(client)).toEqual(['own', 'feed', 'walk']);
    expect((await open({ tools: () => [] }, revision)).facts.capabilities).not.toHaveProperty('prompts');
  });
});
