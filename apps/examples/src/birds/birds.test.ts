import { type TestClient, TestClientError } from '@polyspec/core/testing';
import type { ClientCapabilities, JsonObject } from 'polyspec';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, type AnsweringClient, connectAnswering } from '../../test/answering-client.js';
import { revisions } from '../../test/revisions.js';
import { birdMeant, featuresOf } from './bird.js';
import { createBirds } from './birds.js';
import { formFor } from './identify/form.js';
import type { FeatureName } from './knowledge/features.js';

/** What a client can do that does all there is in its revision. */
const able = (revision: string): ClientCapabilities =>
  revision === '2025-06-18'
    ? { elicitation: {}, sampling: {}, roots: {} }
    : { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

const nobody: Answer = (method) => {
  throw new Error(`It asked: ${method}`);
};

/** A user who sees this bird, and fills in forms about it. */
function seeing(name: string): Answer {
  return (_method, { requestedSchema }) => {
    const [feature] = Object.keys((requestedSchema as JsonObject).properties as JsonObject) as [FeatureName];
    const [value = 'unknown'] = featuresOf(birdMeant(name)).get(feature) ?? [];
    return { action: 'accept', content: { [feature]: value } };
  };
}

/** What a client of 2025 gets that can't do what a tool needs. */
function lacking(capability: string): object {
  return { isError: true, content: [{ text: expect.stringContaining(capability) }] };
}

describe.each(revisions)('birds under %s', (revision, spec) => {
  const clients: TestClient[] = [];
  const connect = async (answer: Answer, capabilities = able(revision)): Promise<AnsweringClient> => {
    const client = await connectAnswering(createBirds(), { spec, revision, capabilities, answer });
    clients.push(client);
    return client;
  };
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  it('asks its user in the middle of the call, until it knows the bird', async () => {
    const asked: JsonObject[] = [];
    const client = await connect((method, params) => {
      asked.push({ method, ...params });
      return seeing('common-kestrel')(method, params);
    });
    const result = await client.call('identify_bird');
    expect(result).toMatchObject({
      structuredContent: { outcome: 'identified', birds: [{ name: 'common-kestrel' }] },
      content: [{ type: 'text' }, { type: 'resource_link', uri: 'birds://bird/common-kestrel' }],
    });
    expect(asked.length).toBeGreaterThan(1);
    expect(asked[0]).toMatchObject({
      method: 'elicitation/create',
      message: '40 birds are left. What shape is its bill?',
    });
  });

  it('sends choices with titles, in the form of the revision', async () => {
    const forms: unknown[] = [];
    const client = await connect((_method, { requestedSchema }) => {
      forms.push(requestedSchema);
      return { action: 'cancel' };
    });
    await client.call('identify_bird');
    const { oneOf } = (formFor('bill').properties as { bill: { oneOf: { const: string; title: string }[] } }).bill;
    const choices =
      revision === '2025-06-18'
        ? { enum: oneOf.map((choice) => choice.const), enumNames: oneOf.map(({ title }) => title) }
        : { oneOf };
    const bill = { type: 'string', title: 'Bill', ...choices };
    expect(forms).toEqual([{ type: 'object', properties: { bill }, required: ['bill'] }]);
  });

  it.each(['decline', 'cancel'])('ends with what is left where its user does (%s)', async (action) => {
    const client = await connect(() => ({ action }));
    expect(await client.call('identify_bird', { bill: 'chisel' })).toMatchObject({
      structuredContent: {
        outcome: 'stopped',
        birds: [{ name: 'great-spotted-woodpecker' }, { name: 'european-green-woodpecker' }],
      },
    });
  });

  it('asks only for what is not known', async () => {
    const client = await connect(nobody);
    expect(await client.call('identify_bird', { bill: 'chisel', back: 'green' })).toMatchObject({
      structuredContent: { outcome: 'identified', birds: [{ name: 'european-green-woodpecker' }] },
    });
    expect(await client.call('identify_bird', { bill: 'golden' })).toMatchObject({ isError: true });
    expect(await client.call('identify_bird', { beak: 'hooked' })).toMatchObject({ isError: true });
  });

  it('hands the questions on where its user can’t be asked', async () => {
    const client = await connect(nobody, {});
    expect(await client.call('identify_bird', { bill: 'chisel' })).toMatchObject({
      structuredContent: {
        outcome: 'several',
        questions: expect.arrayContaining([
          expect.objectContaining({ feature: 'back', question: 'What colour is its back?' }),
        ]),
      },
      content: [{ text: expect.stringContaining('Ask the user, and call again:') }, {}, {}],
    });
  });

  it('goes on from what the client’s model reads in a description', async () => {
    const input = { bill: 'hooked', flight: 'hovering', song: 'loud' };
    const answers: Readonly<Record<string, Answer>> = {
      'sampling/createMessage': (_method, { messages, tools, toolChoice }) => {
        expect(JSON.stringify(messages)).toContain('It stood in the air');
        expect(tools).toMatchObject([{ name: 'note_features', inputSchema: { properties: { bill: {} } } }]);
        expect(toolChoice).toEqual({ mode: 'required' });
        const content = [{ type: 'tool_use', id: 'use-1', name: 'note_features', input }];
        return { role: 'assistant', model: 'test', stopReason: 'toolUse', content };
      },
      'elicitation/create': seeing('common-kestrel'),
    };
    const client = await connect((method, params) => answers[method]?.(method, params) ?? {});
    const result = await client.call('identify_from_words', { description: 'It stood in the air' });
    // The first revision has no tools for models.
    if (revision === '2025-06-18') expect(result).toMatchObject(lacking('sampling'));
    else
      expect(result).toMatchObject({
        structuredContent: { outcome: 'identified', birds: [{ name: 'common-kestrel' }], told: { flight: 'hovering' } },
      });
  });

  it.each([
    ['accept', 'The user opens the page: https://en.wikipedia.org/wiki/Cygnus_olor'],
    ['decline', 'The user did not open the page.'],
  ])('sends its user to a page (%s)', async (action, text) => {
    const client = await connect((_method, params) => {
      expect(params).toMatchObject({ mode: 'url', url: 'https://en.wikipedia.org/wiki/Cygnus_olor' });
      return { action };
    });
    const result = await client.call('show_pictures', { name: 'mute-swan' });
    // The first revision has no pages to visit.
    expect(result).toMatchObject(revision === '2025-06-18' ? lacking('elicitation') : { content: [{ text }] });
  });

  it('drafts a page for the folder of the client, or the one that the user chooses', async () => {
    const uris =
      (folders: readonly string[]): Answer =>
      (method, { requestedSchema }) => {
        if (method === 'roots/list') return { roots: folders.map((uri) => ({ uri, name: uri.slice(-5) })) };
        const { folder } = (requestedSchema as { properties: { folder: JsonObject } }).properties;
        expect(JSON.stringify(folder)).toContain('"notes"');
        return { action: 'accept', content: { folder: 'file:///home/notes' } };
      };
    const one = await connect(uris(['file:///home/books/']));
    expect(await one.call('draft_page', { name: 'osprey' })).toMatchObject({
      content: [
        {},
        {
          resource: {
            uri: expect.stringMatching(/^file:\/\/\/home\/books\/birds\/\d{4}-\d\d-\d\d-osprey\.md$/),
            text: expect.stringMatching(/^# Osprey\n[\s\S]*\nSeen on \d{4}-\d\d-\d\d\.\n$/),
          },
        },
      ],
    });
    const two = await connect(uris(['file:///home/books', 'file:///home/notes']));
    expect(await two.call('draft_page', { name: 'osprey' })).toMatchObject({
      content: [{}, { resource: { uri: expect.stringContaining('file:///home/notes/birds/') } }],
    });
    const none = await connect(uris([]));
    expect(await none.call('draft_page', { name: 'osprey' })).toMatchObject({
      content: [{ text: 'There is no folder to keep it in.' }],
    });
  });

  it.each([
    ['identify_from_words', { description: 'A bird' }, 'sampling'],
    ['show_pictures', { name: 'osprey' }, 'elicitation'],
    ['draft_page', { name: 'osprey' }, 'roots'],
  ])('refuses %s where the client can’t do what it needs', async (name, args, missing) => {
    const client = await connect(nobody, {});
    const refused = client.call(name, args);
    if (revision !== '2026-07-28') expect(await refused).toMatchObject(lacking(missing));
    else
      await expect(refused).rejects.toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { [missing]: expect.anything() } },
      });
  });

  it('lists and describes birds', async () => {
    const client = await connect(nobody);
    const all = (await client.call('list_birds')).structuredContent as { birds: { name: string }[] };
    expect(all.birds).toHaveLength(40);
    expect(await client.call('list_birds', { family: 'Picidae' })).toMatchObject({
      structuredContent: { birds: [{ name: 'great-spotted-woodpecker' }, { name: 'european-green-woodpecker' }] },
    });
    expect(await client.call('list_birds', { family: 'Dodos' })).toMatchObject({ isError: true });
    expect(await client.call('describe_bird', { name: 'Mute swan' })).toMatchObject({
      structuredContent: { name: 'mute-swan', family: 'Anatidae', order: 'Anseriformes', lengthCm: [140, 160] },
      content: [{ text: expect.stringMatching(/^# Mute swan\n/) }, { uri: 'birds://bird/mute-swan' }],
    });
    expect(await client.call('describe_bird', { name: 'dodo' })).toMatchObject({
      isError: true,
      content: [{ text: "No bird 'dodo' is known here; list_birds gives those that are" }],
    });
  });

  it('has a resource for each bird, by name too', async () => {
    const client = await connect(nobody);
    const resources = await client.listResources();
    expect(resources).toHaveLength(41);
    const [, { uri } = { uri: '' }] = resources;
    expect(await client.readResource(uri)).toMatchObject({ contents: [{ uri, mimeType: 'text/markdown' }] });
    const template = { type: 'ref/resource', uri: 'birds://bird/{name}' };
    expect(await client.listResourceTemplates()).toMatchObject([{ name: 'bird', uriTemplate: template.uri }]);
    const completed = await client.complete(template, { name: 'name', value: 'woodp' });
    expect(completed.completion.values).toEqual(['great-spotted-woodpecker', 'european-green-woodpecker']);
    await expect(client.readResource('birds://bird/dodo')).rejects.toBeInstanceOf(TestClientError);
  });

  it('keeps sightings for everybody', async () => {
    const client = await connect(nobody);
    expect(await client.readResource('birds://sightings')).toMatchObject({
      contents: [{ text: '# Sightings\n\nNone yet.\n' }],
    });
    await client.call('note_sighting', { name: 'osprey', place: 'The lake' });
    expect(await client.readResource('birds://sightings')).toMatchObject({
      contents: [{ text: expect.stringContaining('[Osprey](birds://bird/osprey), The lake') }],
    });
    for (const args of [
      { name: 'dodo', place: 'Mauritius' },
      { name: 'osprey', place: ' ' },
      { name: 'osprey', place: 'The lake\n- something else' },
    ]) {
      expect(await client.call('note_sighting', args)).toMatchObject({ isError: true });
    }
  });

  it('has a prompt for somebody who saw a bird', async () => {
    const client = await connect(nobody);
    const seen = 'A red breast';
    expect(await client.getPrompt('what_was_it', { seen })).toMatchObject({
      messages: [
        {
          role: 'user',
          content: { text: expect.stringMatching(/^Which bird did I see\? A red breast\n\nCall identify_bird/) },
        },
      ],
    });
    const { messages } = await client.getPrompt('what_was_it', { seen, place: 'In a wood' });
    expect(messages).toMatchObject([{ content: { text: expect.stringContaining('A red breast Place: In a wood.') } }]);
    const completed = await client.complete(
      { type: 'ref/prompt', name: 'what_was_it' },
      { name: 'place', value: 'wood' },
    );
    expect(completed.completion.values).toEqual(['In a wood']);
  });
});
