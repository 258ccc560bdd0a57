import {
  type Application,
  defineApplication,
  type PromptDescriptor,
  prompt,
  resourceTemplate,
  type SpecProtocol,
  tool,
} from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { type Description, describeApplication } from './description.js';
import { printDescription } from './print-description.js';

const application: Application = {
  tools: () => [
    {
      name: 'half',
      description: 'Halves.\nMore about it.',
      input: {
        type: 'object',
        properties: {
          a: { type: 'number' },
          mode: { enum: ['up', 'down'] },
          list: { type: 'array', items: { type: 'string' } },
          any: {},
          either: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Thing' }] },
        },
        required: ['a'],
        $defs: { Thing: { type: 'object' } },
      },
      output: { type: 'number' },
      icons: [{ src: 'https://example.com/a.png' }],
      run: () => {
        throw new Error('A tool is never run');
      },
    },
  ],
  prompts: () => [
    {
      name: 'hello',
      arguments: [{ name: 'who', required: true, complete: () => [] }, { name: 'day' }],
      run: () => 'Hi',
    },
  ],
  resources: () => [{ uri: 'docs://readme', name: 'readme', mimeType: 'text/plain', read: () => 'text' }],
  resourceTemplates: () => [
    { uriTemplate: 'note://{id}', name: 'note', complete: { id: () => [] }, read: () => 'text' },
  ],
};

const rules = ({ problems }: Description, level: string): readonly string[] =>
  problems.filter((problem) => problem.level === level).map(({ rule }) => rule);

describe('describeApplication', () => {
  it('shows the lists, and what each revision shows otherwise', async () => {
    const description = await describeApplication('app', application, { title: 'App' });
    expect(description).toMatchObject({ name: 'app', version: '1.0.0', title: 'App', prompts: [{ name: 'hello' }] });
    expect(description.tools).toMatchObject([{ name: 'half', outputSchema: { type: 'number' } }]);
    expect(
      description.revisions.map(({ revision, differences }) => [
        revision,
        differences.map(({ member, change }) => `${change} ${member}`),
      ]),
    ).toEqual([
      ['2026-07-28', []],
      ['2025-11-25', ['wrapped outputSchema']],
      ['2025-06-18', ['wrapped outputSchema', 'missing icons']],
    ]);
    expect(description.revisions[0]?.capabilities).toMatchObject({
      tools: {},
      prompts: {},
      resources: {},
      completions: {},
    });
    expect(description.completions).toEqual([
      { subject: "prompt 'hello'", arguments: ['who'] },
      { subject: 'resource template note://{id}', arguments: ['id'] },
    ]);
  });

  it('lists completions of what has a function for them; a hook alone answers for itself', async () => {
    const declared = defineApplication({
      prompts: {
        letter: prompt({ arguments: { to: { complete: () => ['Ann'] }, day: {} }, run: () => 'Dear' }),
        bare: prompt({ arguments: { a: {} }, run: () => 'x' }),
      },
      resourceTemplates: {
        note: resourceTemplate({ uriTemplate: 'note://{id}/{part}', read: () => 'x', complete: { id: () => [] } }),
      },
    });
    expect((await describeApplication('app', declared)).completions).toEqual([
      { subject: "prompt 'letter'", arguments: ['to'] },
      { subject: 'resource template note://{id}/{part}', arguments: ['id'] },
    ]);
    const prompts = (): [PromptDescriptor] => [{ name: 'p', arguments: [{ name: 'a' }], run: () => 'x' }];
    expect((await describeApplication('app', { prompts, complete: () => [] })).completions).toEqual([
      { subject: 'complete()', arguments: ['whatever it is asked about'] },
    ]);
    expect((await describeApplication('app', { prompts })).completions).toEqual([]);
  });

  it('puts the worst problems first', async () => {
    const { problems } = await describeApplication('app', application);
    const levels = problems.map(({ level }) => level);
    expect(levels).toEqual(
      [...levels].sort((a, b) => ['error', 'warning', 'note'].indexOf(a) - ['error', 'warning', 'note'].indexOf(b)),
    );
    expect(levels).not.toContain('error');
    expect(rules({ problems } as Description, 'warning')).toEqual(['input-references', 'prompt-description-missing']);
  });

  it('looks only at the revisions that are served', async () => {
    const { revisions } = await describeApplication('app', application, { spec: ['2025-06-18'] });
    expect(revisions.map(({ revision }) => revision)).toEqual(['2025-06-18']);
  });

  it('runs the hooks of start and end once', async () => {
    const events: string[] = [];
    const lively: Application = {
      ...application,
      onStart: ({ name }) => void events.push(name),
      onClose: () => void events.push('closed'),
    };
    await describeApplication('app', lively, { name: 'other' });
    expect(events).toEqual(['other', 'closed']);
  });

  it('goes on where the application fails', async () => {
    const broken: Application = {
      ...application,
      onStart: () => Promise.reject(new Error('no database')),
      prompts: () => Promise.reject(new Error('no prompts today')),
    };
    const description = await describeApplication('app', broken);
    expect(description.tools).toHaveLength(1);
    expect(description.problems.filter(({ level }) => level === 'error')).toMatchObject([
      { rule: 'start', subject: 'onStart()', message: 'no database' },
      { rule: 'call', subject: 'prompts/list under 2026-07-28', message: expect.stringContaining('no prompts today') },
    ]);
  });

  it('knows what asks users for input', async () => {
    const asking: Application = { ...application, callToolWithElicitation: () => undefined };
    expect(rules(await describeApplication('app', asking), 'note')).toContain('forms');
  });

  it('can not show a revision whose spec does not say how its clients speak', async () => {
    const mute: SpecProtocol = {
      revisions: ['2031-01-01'],
      attach: () => ({
        claims: () => false,
        handle: () => ({ type: 'accepted' }),
        methods: () => [],
        close: async () => undefined,
      }),
    };
    const both = await describeApplication('app', application, { spec: [mute, '2025-11-25'] });
    expect(both.revisions.map(({ revision }) => revision)).toEqual(['2025-11-25', '2025-06-18']);
    const alone = await describeApplication('app', application, { spec: mute });
    expect(alone.revisions).toEqual([]);
    expect(printDescription(alone)).toContain('Revisions: none');
  });

  it('takes declared applications', async () => {
    const declared = defineApplication({ tools: { add: tool({ description: 'Adds.', run: () => 'x' }) } });
    expect((await describeApplication('app', declared)).tools).toMatchObject([{ name: 'add' }]);
  });
});

describe('printDescription', () => {
  it('prints a table for people', async () => {
    const text = printDescription(await describeApplication('app', application));
    const [head] = text.split('Problems:');
    expect(head).toBe(`app 1.0.0

Tools (1)
  half(a: number, mode?: "up" | "down", list?: string[], any?: anything, either?: string | Thing) → number
      Halves.

Prompts (1)
  hello(who, day?)

Resources (1)
  docs://readme  readme, text/plain

Resource templates (1)
  note://{id}  note

Completions (2)
  prompt 'hello': who
  resource template note://{id}: id

Revisions, and what each shows otherwise than 2026-07-28
  2026-07-28  ${capabilities(text, '2026-07-28')}
  2025-11-25  ${capabilities(text, '2025-11-25')}
      outputSchema as { result: … }: tool 'half'
  2025-06-18  ${capabilities(text, '2025-06-18')}
      outputSchema as { result: … }: tool 'half'
      without icons: tool 'half'

`);
  });

  it('prints each kind of problem once, with all that have it, in readable lines', async () => {
    const text = printDescription(
      await describeApplication('app', { tools: () => names(8).map((name) => ({ name, run: () => '' })) }),
    );
    expect(text).toMatch(/^Problems: 8 warnings, 16 notes$/m);
    expect(text).toMatch(
      /^ {2}warning: tool-description-missing\n( {4}tool 't\d' has no description\n){5} {4}and 3 more\n {4}The model has/m,
    );
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('names all that stops the server, each once', async () => {
    const text = printDescription(
      await describeApplication('app', { tools: () => names(8).map((name) => ({ name, description: 'A.' })) }),
    );
    for (const name of names(8)) expect(text).toMatch(new RegExp(`^ {4}tool '${name}' can't be called: `, 'm'));
    expect(text).not.toContain("Tool '");
  });

  it('says so when there is no problem', () => {
    const nothing = {
      name: 'a',
      version: '1',
      title: undefined,
      revisions: [],
      tools: [],
      prompts: [],
      resources: [],
      resourceTemplates: [],
      completions: [],
      problems: [],
    };
    expect(printDescription(nothing)).toBe('a 1\n\nRevisions: none whose clients could be asked\n\nNo problems found');
  });
});

/** What a revision can do is for its spec to say. */
function capabilities(text: string, revision: string): string {
  return new RegExp(`^ {2}${revision} {2}(.*)$`, 'm').exec(text)?.[1] ?? '';
}

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `t${i}`);
}
