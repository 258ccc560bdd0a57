import { expect } from 'vitest';
import type { Session } from './official-client.js';

/**
 * Writes a note and meets it again as a resource, in a prompt and in completions; then meets the errors of those.
 *
 * @param tag marks the notes of this client among those of others
 * @param notFound the error code that the client shows for a resource that does not exist
 */
export async function useNotes(client: Session, tag: string, notFound: number): Promise<void> {
  const added = await client.callTool({
    name: 'add_note',
    arguments: { title: 'Tea', text: 'Assam, 4 minutes — 🍵', tags: [tag] },
  });
  const { id, uri } = (added as { structuredContent: { id: number; uri: string } }).structuredContent;
  expect(added).toMatchObject({ structuredContent: { title: 'Tea', tags: [tag], uri: `notes://note/${id}` } });

  await readIt(client, uri, tag);
  await promptForIt(client, uri, tag);
  await completeIt(client, id, tag);
  await meetErrors(client, notFound);

  expect(await client.callTool({ name: 'delete_note', arguments: { id } })).toMatchObject({
    content: [{ type: 'text', text: `Note ${id} is deleted.` }],
  });
  expect(await client.callTool({ name: 'delete_note', arguments: { id } })).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: `There is no note ${id}` }],
  });
}

async function readIt(client: Session, uri: string, tag: string): Promise<void> {
  const { resources } = await client.listResources();
  expect(resources.map((resource) => resource.uri)).toEqual(expect.arrayContaining(['notes://tags', uri]));
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['notes://note/{id}', 'notes://tag/{tag}']);
  for (const wanted of [uri, `notes://tag/${tag}`]) {
    const { contents } = await client.readResource({ uri: wanted });
    expect(contents).toEqual([
      { uri: wanted, mimeType: 'text/markdown', text: expect.stringContaining('Assam, 4 minutes — 🍵') },
    ]);
  }
}

async function promptForIt(client: Session, uri: string, tag: string): Promise<void> {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['review_tag', 'merge_notes']);
  expect(await client.getPrompt({ name: 'review_tag', arguments: { tag, style: 'thorough' } })).toMatchObject({
    description: `A review of #${tag}`,
    messages: [
      { role: 'user', content: { type: 'resource', resource: { uri } } },
      { role: 'user', content: { type: 'text', text: expect.stringContaining('Style: thorough.') } },
    ],
  });
}

async function completeIt(client: Session, id: number, tag: string): Promise<void> {
  const typed = tag.slice(0, -1);
  const prompt = { type: 'ref/prompt', name: 'review_tag' } as const;
  const { completion } = await client.complete({ ref: prompt, argument: { name: 'tag', value: typed } });
  expect(completion.values).toContain(tag);
  const template = { type: 'ref/resource', uri: 'notes://note/{id}' } as const;
  const ids = await client.complete({ ref: template, argument: { name: 'id', value: `${id}` } });
  expect(ids.completion.values).toContain(`${id}`);
}

async function meetErrors(client: Session, notFound: number): Promise<void> {
  await expect(client.readResource({ uri: 'notes://note/987654' }), 'no such note').rejects.toMatchObject({
    code: notFound,
  });
  await expect(client.readResource({ uri: 'other://thing' }), 'no such resource').rejects.toMatchObject({
    code: notFound,
  });
  await expect(client.getPrompt({ name: 'nope', arguments: {} }), 'unknown prompt').rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining("Unknown prompt 'nope'"),
  });
  await expect(client.getPrompt({ name: 'review_tag', arguments: {} }), 'missing argument').rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('tag'),
  });
  await expect(client.getPrompt({ name: 'review_tag', arguments: { tag: 'none' } }), 'throwing').rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining("There is no note with the tag 'none'"),
  });
  const unknown = { type: 'ref/prompt', name: 'nope' } as const;
  await expect(
    client.complete({ ref: unknown, argument: { name: 'tag', value: '' } }),
    'unknown prompt',
  ).rejects.toMatchObject({ code: -32602 });
}
