import type { JsonObject } from '@polyspec/core';
import { birdMeant, featuresOf } from '@polyspec/examples/birds/bird';
import { expect } from 'vitest';
import type { AskedClient, AskedClientKind, Person, Target } from './asked-client.js';

type Answer = Person['answer'];

/** What a server asked. */
export interface Asked {
  readonly method: string;
  readonly params: JsonObject;
}

/** Somebody before a client who behaves otherwise from one moment to the next. */
export class Birdwatcher implements Person {
  /** All that was asked so far. */
  readonly asked: Asked[] = [];
  #answer: Answer = (method) => {
    throw new Error(`Nobody answers ${method}`);
  };

  /** From now on answers so. */
  will(answer: Answer): void {
    this.asked.length = 0;
    this.#answer = answer;
  }

  answer: Answer = (method, params, signal) => {
    this.asked.push({ method, params });
    return this.#answer(method, params, signal);
  };
}

/** Fills in forms about this bird, as one sees it. */
export function seeing(name: string): (method: string, params: JsonObject) => JsonObject {
  const features: ReadonlyMap<string, readonly string[]> = featuresOf(birdMeant(name));
  return (_method, { requestedSchema }) => {
    const [feature = ''] = Object.keys((requestedSchema as { properties: object }).properties);
    return { action: 'accept', content: { [feature]: features.get(feature)?.[0] ?? 'unknown' } };
  };
}

/** Has the birds ask for everything that there is to ask for. */
export async function useBirds(kind: AskedClientKind, target: Target, revision: string): Promise<void> {
  const person = new Birdwatcher();
  const client = await kind.connect(target, person);
  expect(client.revision()).toBe(revision);
  const isOldest = revision === '2025-06-18';
  await identify(client, person, revision);
  await breakOff(client, person);
  await readDescription(client, person, isOldest);
  await visitPage(client, person, isOldest);
  await choosesFolder(client, person);
  await followSightings(client);
  await cancel(client, person, revision);
  await client.close();
}

async function identify(client: AskedClient, person: Birdwatcher, revision: string): Promise<void> {
  person.will(seeing('common-kestrel'));
  const progress: number[] = [];
  // The official client 2.x reports its own rounds too, without a total.
  const onprogress = (report: { readonly progress: number; readonly total?: number | undefined }): void => {
    if (report.total !== undefined) progress.push(report.progress);
  };
  const result = await client.callTool('identify_bird', {}, { onprogress });
  expect(result).toMatchObject({
    structuredContent: { outcome: 'identified', birds: [{ name: 'common-kestrel' }] },
    content: [{ type: 'text' }, { type: 'resource_link', uri: 'birds://bird/common-kestrel' }],
  });
  // Several questions, each after the answer to the one before, and each with all that can be chosen.
  const messages = person.asked.map(({ params }) => params.message);
  expect(messages.length).toBeGreaterThan(1);
  expect(messages[0]).toBe('40 birds are left. What shape is its bill?');
  expect(new Set(messages).size).toBe(messages.length);
  const [{ params } = { params: {} }] = person.asked;
  const { bill } = (params as { requestedSchema: { properties: { bill: JsonObject } } }).requestedSchema.properties;
  expect(bill).toMatchObject({ type: 'string', title: 'Bill' });
  expect(Object.keys(bill).sort()).toEqual(
    revision === '2025-06-18' ? ['enum', 'enumNames', 'title', 'type'] : ['oneOf', 'title', 'type'],
  );
  // Nothing is told twice. Over stdio the official client 2.x loses reports that come right before an answer (2026-07-28).
  if (revision !== '2026-07-28') expect(progress).toContain(31);
  expect([...new Set(progress)].sort((one, other) => one - other)).toEqual(progress);
}

async function breakOff(client: AskedClient, person: Birdwatcher): Promise<void> {
  for (const action of ['decline', 'cancel']) {
    person.will(() => ({ action }));
    expect(await client.callTool('identify_bird', { bill: 'chisel' })).toMatchObject({
      structuredContent: {
        outcome: 'stopped',
        birds: [{ name: 'great-spotted-woodpecker' }, { name: 'european-green-woodpecker' }],
      },
    });
    expect(person.asked).toHaveLength(1);
  }
}

/** The model of the client is asked and uses its tool; then its user is asked. */
async function readDescription(client: AskedClient, person: Birdwatcher, isOldest: boolean): Promise<void> {
  const model = {
    role: 'assistant',
    model: 'test',
    stopReason: 'toolUse',
    content: [{ type: 'tool_use', id: 'use-1', name: 'note_features', input: { bill: 'hooked', flight: 'hovering' } }],
  };
  const fillIn = seeing('common-kestrel');
  person.will((method, params) => (method === 'sampling/createMessage' ? model : fillIn(method, params)));
  const result = await client.callTool('identify_from_words', { description: 'It stood in the air.' });
  if (isOldest) {
    expect(result).toMatchObject({ isError: true });
    expect(person.asked).toEqual([]);
    return;
  }
  expect(result).toMatchObject({
    structuredContent: {
      outcome: 'identified',
      birds: [{ name: 'common-kestrel' }],
      told: { bill: 'hooked', flight: 'hovering' },
    },
  });
  const [first, ...more] = person.asked;
  expect(first).toMatchObject({
    method: 'sampling/createMessage',
    params: { maxTokens: 500, toolChoice: { mode: 'required' }, tools: [{ name: 'note_features' }] },
  });
  expect(new Set(more.map(({ method }) => method))).toEqual(new Set(['elicitation/create']));
}

async function visitPage(client: AskedClient, person: Birdwatcher, isOldest: boolean): Promise<void> {
  for (const action of ['accept', 'decline']) {
    person.will(() => ({ action }));
    const result = await client.callTool('show_pictures', { name: 'mute-swan' });
    if (isOldest) {
      expect(result).toMatchObject({ isError: true });
      continue;
    }
    const url = 'https://en.wikipedia.org/wiki/Cygnus_olor';
    expect(person.asked).toMatchObject([{ method: 'elicitation/create', params: { mode: 'url', url } }]);
    expect(result).toMatchObject({
      content: [{ text: action === 'accept' ? `The user opens the page: ${url}` : 'The user did not open the page.' }],
    });
  }
}

/** Its folders are asked for, then its user. */
async function choosesFolder(client: AskedClient, person: Birdwatcher): Promise<void> {
  const folders = ['file:///home/books', 'file:///home/notes'];
  person.will((method) =>
    method === 'roots/list'
      ? { roots: folders.map((uri) => ({ uri })) }
      : { action: 'accept', content: { folder: 'file:///home/notes' } },
  );
  expect(await client.callTool('draft_page', { name: 'osprey' })).toMatchObject({
    content: [{}, { resource: { uri: expect.stringMatching(/^file:\/\/\/home\/notes\/birds\/.*-osprey\.md$/) } }],
  });
  expect(person.asked.map(({ method }) => method)).toEqual(['roots/list', 'elicitation/create']);
}

async function followSightings(client: AskedClient): Promise<void> {
  const uri = 'birds://sightings';
  const updated = new Promise<string>((resolve, reject) => {
    client
      .follow(uri, resolve)
      .then(() => client.callTool('note_sighting', { name: 'osprey', place: 'The lake' }), reject);
  });
  expect(await updated).toBe(uri);
  expect(await client.readResource(uri)).toMatchObject({
    contents: [{ text: expect.stringContaining('[Osprey](birds://bird/osprey), The lake') }],
  });
}

/** The user thinks about a question when the call is cancelled; the server asks no more, and lives. */
async function cancel(client: AskedClient, person: Birdwatcher, revision: string): Promise<void> {
  const controller = new AbortController();
  let withdrawn: Promise<unknown> = Promise.resolve();
  const asked = new Promise<void>((resolve) => {
    person.will((_method, _params, signal) => {
      withdrawn = new Promise((done) => signal.addEventListener('abort', done, { once: true }));
      resolve();
      return withdrawn.then(() => ({ action: 'cancel' }));
    });
  });
  const call = client.callTool('identify_bird', {}, { signal: controller.signal });
  await asked;
  controller.abort(new Error('Enough'));
  await expect(call).rejects.toThrow();
  // Under 2025 the server takes its question back; under 2026 the client asked itself on its behalf.
  if (revision !== '2026-07-28') await withdrawn;
  person.will(seeing('atlantic-puffin'));
  expect(await client.callTool('identify_bird')).toMatchObject({
    structuredContent: { birds: [{ name: 'atlantic-puffin' }] },
  });
}
