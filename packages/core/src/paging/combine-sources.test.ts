import { describe, expect, it, vi } from 'vitest';
import { nobody, sourceOf, walk } from '../../test/pages.js';
import { callContext } from '../../test/rounds.js';
import type { PromptDescriptor } from '../application/prompts.js';
import type { ReadResource, ResourceDescriptor, ResourceTemplateDescriptor } from '../application/resources.js';
import type { Source } from '../application/source.js';
import type { ToolDescriptor } from '../application/tools.js';
import { ApplicationError } from '../errors.js';
import { dialogue } from '../rounds/dialogue/dialogue.js';
import { answersInRounds, ROUNDS } from '../rounds/run-in-rounds.js';
import { combineSources } from './combine-sources.js';

const prompt = (name: string): PromptDescriptor => ({ name, run: () => `This is ${name}` });
const [a, b, c] = [prompt('a'), prompt('b'), prompt('c')];

async function names(source: Source<PromptDescriptor>): Promise<readonly (readonly string[])[]> {
  return (await walk(source)).map((items) => items.map(({ name }) => name));
}

describe('combined sources', () => {
  it('GM-03, GM-19 are listed one after the other, a page at a time, in the order given', async () => {
    const combined = combineSources([
      [a, b],
      { prefix: 'x.', source: sourceOf([[a], [], [b, c]]) },
      { key: 'rest', source: sourceOf([[c]]) },
    ]);
    expect(await names(combined)).toEqual([['a', 'b'], ['x.a'], [], ['x.b', 'x.c'], ['c']]);
    expect(await names(combineSources<PromptDescriptor>([]))).toEqual([[]]);
  });

  it('GM-02, GM-15, GM-17 have the prefix in what is listed, and can be got by what is listed', async () => {
    const inner = sourceOf([[a], [b]]);
    const get = vi.spyOn(inner, 'get');
    const combined = combineSources([
      { prefix: 'x.', source: inner },
      { prefix: '', source: [c] },
    ]);
    for (const name of (await names(combined)).flat()) expect(await combined.get(name, nobody)).toMatchObject({ name });
    expect(get.mock.calls.map(([name]) => name)).toEqual(['a', 'b']);
    for (const unknown of ['a', 'x.c', 'x.', 'x', '', 'y.a']) {
      expect(await combined.get(unknown, nobody)).toBeUndefined();
    }
  });

  it('GM-16 a name belongs to the first part whose prefix fits and that has it', async () => {
    const combined = combineSources([
      { prefix: 'x.', source: sourceOf([[{ ...a, title: 'of x' }]]) },
      { prefix: 'x.y.', source: sourceOf([[{ ...a, title: 'of x.y' }]]) },
      {
        prefix: '',
        source: sourceOf([
          [
            { name: 'x.y.a', title: 'whole' },
            { name: 'x.y.b', title: 'whole' },
          ],
        ]),
      },
    ]);
    const titleOf = async (name: string) => (await combined.get(name, nobody))?.title;
    expect(await titleOf('x.a')).toBe('of x');
    expect(await titleOf('x.y.a')).toBe('of x.y');
    expect(await titleOf('x.y.b')).toBe('whole');
  });

  it('GM-13 give the context to all that they ask', async () => {
    const inner = sourceOf([[a]]);
    const [list, get] = [vi.spyOn(inner, 'list'), vi.spyOn(inner, 'get')];
    const combined = combineSources([{ prefix: 'x.', source: inner }]);
    await combined.list(undefined, nobody);
    await combined.get('x.a', nobody);
    expect(list).toHaveBeenCalledWith(undefined, nobody);
    expect(get).toHaveBeenCalledWith('a', nobody);
  });

  it('list once what an array has before a source, as only that can be got', async () => {
    const own = { ...a, title: 'own' };
    const combined = combineSources([[own], { key: 'more', source: sourceOf([[a, b], [a], [c]]) }]);
    expect(await names(combined)).toEqual([['a'], ['b'], [], ['c']]);
    expect(await combined.get('a', nobody)).toBe(own);
  });

  it('give the same arrays and objects while the parts do', async () => {
    const pages = [[a, b], [c]];
    const combined = combineSources([
      [{ ...a }],
      { prefix: 'x.', source: sourceOf(pages) },
      { key: 'y', source: sourceOf(pages) },
    ]);
    const [first, second] = [await walk(combined), await walk(combined)];
    expect(first).toHaveLength(5);
    for (const [index, items] of first.entries()) expect(second[index]).toBe(items);
    expect(await combined.get('x.a', nobody)).toBe(first[1]?.[0]);
    pages[1]?.push(prompt('d'));
    expect((await walk(combined))[2]?.map(({ name }) => name)).toEqual(['x.c', 'x.d']);
  });

  it('can be parts again', async () => {
    const inner = combineSources([
      { prefix: 'y.', source: sourceOf([[a], [b]]) },
      { prefix: 'z.', source: [a] },
    ]);
    const combined = combineSources([{ prefix: 'x.', source: inner }, [c]]);
    expect((await names(combined)).flat()).toEqual(['x.y.a', 'x.y.b', 'x.z.a', 'c']);
    expect(await combined.get('x.y.b', nobody)).toMatchObject({ name: 'x.y.b' });
  });
});

describe('the cursor of combined sources', () => {
  const pages = sourceOf([[a], [b]]);
  const before = combineSources([
    { prefix: 'x.', source: pages },
    { prefix: 'y.', source: pages },
  ]);

  it('names the part, so that parts may be moved and added', async () => {
    const { next } = await before.list(undefined, nobody);
    const moved = combineSources([{ prefix: 'y.', source: pages }, [c], { prefix: 'x.', source: pages }]);
    expect(await moved.list(next ?? undefined, nobody)).toMatchObject({ items: [{ name: 'x.b' }] });
  });

  it('GM-21 is refused where the part is gone, and where it is none', async () => {
    const { next } = await before.list(undefined, nobody);
    const without = combineSources([{ prefix: 'y.', source: pages }]);
    for (const cursor of [next ?? null, null, 0, 'x.', {}, [], [0], ['z.']]) {
      await expect(without.list(cursor, nobody)).rejects.toMatchObject({ reason: 'invalid-cursor' });
    }
  });
});

describe('a prefix', () => {
  it('leaves the method that a tool is dispatched to', async () => {
    const tools: ToolDescriptor[] = [
      { name: 'a', signature: {} },
      { name: 'b', method: 'own', input: { type: 'object' } },
      { name: 'c', input: { type: 'object' }, run: () => '' },
      { name: 'd' },
    ];
    expect(await combineSources([{ prefix: 'x.', source: tools }]).list(undefined, nobody)).toEqual({
      items: [
        { name: 'x.a', method: 'a', signature: {} },
        { name: 'x.b', method: 'own', input: { type: 'object' } },
        { ...tools[2], name: 'x.c' },
        { name: 'x.d' },
      ],
    });
  });

  it('stands before URIs and templates, and a read of its own gets the URI without it', async () => {
    const read = vi.fn(function (this: unknown, uri: string) {
      return this === resource ? uri : '';
    });
    const resource: ResourceDescriptor = { uri: 'readme.md', name: 'Readme', read };
    const combined = combineSources([{ prefix: 'repo://docs/', source: sourceOf([[resource]]) }]);
    const found = await combined.get('repo://docs/readme.md', nobody);
    expect(found).toMatchObject({ uri: 'repo://docs/readme.md', name: 'Readme' });
    expect((found as { read: ReadResource }).read('repo://docs/readme.md', {}, nobody)).toBe('readme.md');

    const templates: ResourceTemplateDescriptor[] = [{ uriTemplate: '{page}.md', name: 'Page' }];
    const { items } = await combineSources([{ prefix: 'repo://docs/', source: templates }]).list(undefined, nobody);
    expect(items).toEqual([{ uriTemplate: 'repo://docs/{page}.md', name: 'Page' }]);
  });

  it('stands before the URI of a read that answers in rounds, which goes on doing so', async () => {
    const read = dialogue(async (_context, uri: string) => uri);
    const resource: ResourceDescriptor = { uri: 'readme.md', name: 'Readme', read };
    const combined = combineSources([{ prefix: 'repo://docs/', source: sourceOf([[resource]]) }]);
    const found = (await combined.get('repo://docs/readme.md', nobody))?.read;
    if (!answersInRounds(found)) throw new TypeError('It does not answer in rounds');
    const round = { ...callContext(), inputResponses: new Map(), requestState: undefined };
    expect(await found[ROUNDS]('repo://docs/readme.md', {}, round)).toEqual({ type: 'complete', result: 'readme.md' });
  });

  it('leaves instances of classes what they are', async () => {
    class Greeting implements PromptDescriptor {
      readonly name: string = 'hello';
      run(): string {
        return `from ${this.name}`;
      }
    }
    const found = await combineSources([{ prefix: 'x.', source: [new Greeting()] }]).get('x.hello', nobody);
    expect(found).toBeInstanceOf(Greeting);
    expect(found?.name).toBe('x.hello');
  });
});

describe('combineSources refuses', () => {
  const source = sourceOf([[a]]);

  it.each<[string, unknown]>([
    [
      "Part 1 of combineSources and part 3 of combineSources both have the prefix 'x.'",
      [{ prefix: 'x.', source }, [b], { prefix: 'x.', key: 'k', source }],
    ],
    [
      'Part 1 of combineSources and part 2 of combineSources both have neither a prefix nor a key. Give one of them a key of its own',
      [source, [b]],
    ],
    [
      "Part 1 of combineSources and part 2 of combineSources both have the key 'k'. Give one of them a key of its own",
      [
        { key: 'k', source },
        { prefix: 'k', source },
      ],
    ],
    [
      "Part 1 of combineSources and part 2 of combineSources both have 'x.a'",
      [[prompt('x.a')], { prefix: 'x.', source: [a] }],
    ],
    ["There are two of 'a' in part 1 of combineSources", [[a, a]]],
    ['Item 2 of part 1 of combineSources is nothing with a name; got undefined', [[a, undefined]]],
    ['Item 1 of part 1 of combineSources is nothing with a name; got an object', [[{ title: 'x' }]]],
    ['Part 1 of combineSources must be an array, a source, or { source } with one; got undefined', [undefined]],
    [
      'Part 1 of combineSources must be an array, a source, or { source } with one; got an object',
      [{ list: () => ({ items: [] }) }],
    ],
    [
      'Part 1 of combineSources must be an array, a source, or { source } with one; got an object',
      [{ prefix: 'x', source: {} }],
    ],
    ['The prefix of part 1 of combineSources must be a string; got a number', [{ prefix: 1, source }]],
    ['The key of part 1 of combineSources must be a string; got null', [{ key: null, source }]],
    ['combineSources takes an array of parts; got an object', {}],
  ])('GM-15, GM-18 %s', (message, parts) => {
    expect(() => combineSources(parts as never)).toThrow(new ApplicationError(message));
  });

  it('GM-24 what is no page, and names the part', async () => {
    const broken = { list: () => [a], get: () => undefined } as never;
    const combined = combineSources([[b], { prefix: 'x.', source: broken }]);
    const { next } = await combined.list(undefined, nobody);
    await expect(combined.list(next ?? undefined, nobody)).rejects.toThrow(
      new ApplicationError('list() of part 2 of combineSources must give { items: […], next? }; got an array'),
    );
  });
});
