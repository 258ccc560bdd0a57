import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTestClient, type TestClient, TestClientError } from '@polyspec/core/testing';
import type { Application } from 'polyspec';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisions } from '../../test/revisions.js';
import { createNotes } from './notes.js';

const note = { type: 'ref/resource', uri: 'notes://note/{id}' };
const tag = { type: 'ref/resource', uri: 'notes://tag/{tag}' };

function values(result: { readonly [member: string]: unknown }): unknown {
  return (result.completion as { values: unknown }).values;
}

describe.each(revisions)('notes under %s', (revision, spec) => {
  let folder: string;
  let notes: Application;
  let client: TestClient;
  const connect = (): Promise<TestClient> =>
    connectTestClient(notes, { spec, revision, server: { exposeErrors: false } });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'polyspec-notes-test-'));
    notes = createNotes({ path: join(folder, 'notes.db') });
    client = await connect();
    await client.callTool('add_note', { title: 'Milk', text: 'Two litres', tags: ['shopping', 'shopping'] });
    await client.callTool('add_note', { title: 'Bread', text: 'Rye', tags: ['shopping', 'bakery'] });
  });
  afterAll(async () => {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps a note and says where it is', async () => {
    const result = await client.callTool('add_note', { title: ' Tea ', text: 'Green' });
    expect(result).toMatchObject({
      structuredContent: { id: 3, title: 'Tea', tags: [], uri: 'notes://note/3' },
      content: [{ type: 'text' }, { type: 'resource_link', uri: 'notes://note/3' }],
    });
    expect(await client.readResource('notes://note/3')).toMatchObject({
      contents: [
        { uri: 'notes://note/3', mimeType: 'text/markdown', text: expect.stringMatching(/^# Tea\n[\s\S]*Green\n$/) },
      ],
    });
  });

  it('finds notes', async () => {
    expect(await client.callTool('search_notes', { query: 'rye' })).toMatchObject({
      structuredContent: { notes: [{ id: 2, title: 'Bread', tags: ['shopping', 'bakery'] }] },
    });
    expect(await client.callTool('search_notes', { query: 'nothing' })).toMatchObject({
      structuredContent: { notes: [] },
    });
    expect(await client.callTool('search_notes', { query: '', limit: 1 })).toMatchObject({
      structuredContent: { notes: [{}] },
    });
    expect(await client.callTool('search_notes', { query: '', limit: 0 })).toMatchObject({ isError: true });
  });

  it('deletes a note once, and says so when there is none', async () => {
    const { structuredContent } = await client.callTool('add_note', { title: 'Soon gone', text: '' });
    const { id } = structuredContent as { id: number };
    expect(await client.callTool('delete_note', { id })).not.toHaveProperty('isError', true);
    expect(await client.callTool('delete_note', { id })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: `There is no note ${id}` }],
    });
    await expect(client.readResource(`notes://note/${id}`)).rejects.toBeInstanceOf(TestClientError);
  });

  it('lists the newest notes, which changes as they come and go', async () => {
    const uris = async (): Promise<readonly unknown[]> => (await client.listResources()).map(({ uri }) => uri);
    const before = await uris();
    expect(before).toEqual(expect.arrayContaining(['notes://tags', 'notes://note/1', 'notes://note/2']));
    const { structuredContent } = await client.callTool('add_note', { title: 'For a moment', text: '' });
    const { id, uri } = structuredContent as { id: number; uri: string };
    expect(await uris()).toEqual([before[0], uri, ...before.slice(1)]);
    await client.callTool('delete_note', { id });
    expect(await uris()).toEqual(before);
  });

  it('reads what templates match', async () => {
    expect(await client.listResourceTemplates()).toMatchObject([
      { name: 'note', uriTemplate: note.uri },
      { name: 'tag', uriTemplate: tag.uri },
    ]);
    expect(await client.readResource('notes://tags')).toMatchObject({ contents: [{ text: 'shopping\nbakery' }] });
    expect(await client.readResource('notes://tag/shopping')).toMatchObject({
      contents: [{ text: expect.stringMatching(/# Bread[\s\S]*# Milk/) }],
    });
    for (const uri of [
      'notes://tag/none',
      'notes://note/0',
      'notes://note/x',
      'notes://note/1e3',
      'notes://note/999',
    ]) {
      await expect(client.readResource(uri), uri).rejects.toBeInstanceOf(TestClientError);
    }
  });

  it('completes the variables of templates', async () => {
    expect(values(await client.complete(note, { name: 'id', value: '2' }))).toEqual(['2']);
    expect(values(await client.complete(tag, { name: 'tag', value: '' }))).toEqual(['shopping', 'bakery']);
    expect(values(await client.complete(tag, { name: 'tag', value: 'b' }))).toEqual(['bakery']);
  });

  it('completes the arguments of prompts, with regard to those that are there', async () => {
    const review = { type: 'ref/prompt', name: 'review_tag' };
    expect(values(await client.complete(review, { name: 'tag', value: 'sh' }))).toEqual(['shopping']);
    expect(values(await client.complete(review, { name: 'style', value: 'th' }))).toEqual(['thorough']);
    const params = { ref: { type: 'ref/prompt', name: 'merge_notes' }, argument: { name: 'second', value: '' } };
    const context = { arguments: { first: '1' } };
    const free = values(await client.request('completion/complete', params)) as readonly string[];
    expect(free).toContain('1');
    expect(values(await client.request('completion/complete', { ...params, context }))).toEqual(
      free.filter((id) => id !== '1'),
    );
  });

  it('fills prompts in', async () => {
    expect(await client.getPrompt('review_tag', { tag: 'shopping' })).toMatchObject({
      description: 'A review of #shopping',
      messages: [
        { content: { type: 'resource', resource: { uri: 'notes://note/2' } } },
        { content: { type: 'resource', resource: { uri: 'notes://note/1' } } },
        { content: { type: 'text', text: expect.stringContaining('brief') } },
      ],
    });
    const { messages } = await client.getPrompt('merge_notes', { first: '1', second: '2' });
    expect(messages).toHaveLength(3);
  });

  it('says what is wrong with a prompt', async () => {
    await expect(client.getPrompt('review_tag', { tag: 'none' })).rejects.toMatchObject({
      code: -32603,
      message: "There is no note with the tag 'none'",
    });
    await expect(client.getPrompt('merge_notes', { first: '1', second: '999' })).rejects.toMatchObject({
      message: 'There is no note 999',
    });
    await expect(client.getPrompt('merge_notes', { first: '1' })).rejects.toMatchObject({ code: -32602 });
  });

  it('shows several clients the same notes', async () => {
    const clients = await Promise.all([connect(), connect(), connect()]);
    const added = await Promise.all(
      clients.map((other, index) => other.callTool('add_note', { title: `By client ${index}`, text: '' })),
    );
    await clients[0]?.close();
    const found = await Promise.all(
      clients.slice(1).map((other) => other.callTool('search_notes', { query: 'by client' })),
    );
    for (const { structuredContent } of found) expect(structuredContent).toMatchObject({ notes: [{}, {}, {}] });
    for (const { structuredContent } of added) {
      await client.callTool('delete_note', { id: (structuredContent as { id: number }).id });
    }
    for (const other of clients.slice(1)) await other.close();
  });
});
