import { OptionError } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { TestClientError, testClient } from './testing.js';

const application = {
  tools: () => [
    { name: 'revision', description: 'Tells it.', run: (_args: never, { revision }: { revision: string }) => revision },
  ],
};

describe('testClient', () => {
  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('speaks %s to a server of all revisions', async (revision) => {
    const client = await testClient(application, { revision });
    expect(await client.callTool('revision')).toMatchObject({ content: [{ text: revision }] });
    await client.close();
  });

  it('speaks the newest revision served, where none is asked for', async () => {
    expect((await testClient(application)).revision).toBe('2026-07-28');
    expect((await testClient(application, { spec: '2025-11-25' })).revision).toBe('2025-11-25');
  });

  it('refuses a revision that is not served, and names those that are', async () => {
    const fault = await testClient(application, { revision: '2024-11-05' }).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(OptionError);
    expect((fault as OptionError).message).toBe(
      `Option 'revision' must be '2026-07-28' or '2025-11-25' or '2025-06-18'; got "2024-11-05"`,
    );
    await expect(testClient(application, { spec: '2026-07-28', revision: '2025-11-25' })).rejects.toThrow(OptionError);
    await expect(testClient(application, { spec: '2024-11-05' as never })).rejects.toThrow(OptionError);
  });

  it('refuses options that it does not know, and guesses what was meant', async () => {
    await expect(testClient(application, { revison: '2025-06-18' } as object)).rejects.toThrow(
      "Unknown option 'revison'. Did you mean 'revision'?",
    );
    await expect(testClient(application, { onRequest: true as never })).rejects.toThrow(OptionError);
    await expect(testClient(application, { server: { tittle: 'T' } as object })).rejects.toThrow("'title'");
  });

  it('takes undefined for absent', async () => {
    expect((await testClient(application, { revision: undefined, spec: undefined })).revision).toBe('2026-07-28');
  });

  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('listens to changes as %s has it', async (revision) => {
    const notes = { ...application, resources: () => [{ uri: 'notes://1', name: 'note', read: () => 'Milk' }] };
    const client = await testClient(notes, { revision });
    await client.listen({ toolsListChanged: true, resources: ['notes://1'] });
    const heard = (): readonly unknown[] =>
      client.notifications.flatMap((sent) => ('method' in sent ? sent.method.replace('notifications/', '') : []));
    const before = heard().length;
    client.server.tools.add('late', { description: 'Comes late.', run: () => 'Here.' });
    client.server.notify({ type: 'resourceUpdated', uri: 'notes://1' });
    client.server.notify({ type: 'resourceUpdated', uri: 'notes://2' });
    await vi.waitFor(() => expect(heard().length).toBe(before + 2));
    expect(heard().slice(before).sort()).toEqual(['resources/updated', 'tools/list_changed']);
    await client.close();
    expect(heard().length).toBe(before + 2);
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('closed');
    await expect(client.listen({ resources: ['notes://1'] })).rejects.toThrow('closed');
  });

  it.each(['2025-11-25', '2026-07-28'])('says so where %s refuses what is listened to', async (revision) => {
    const client = await testClient(application, { revision });
    await expect(client.listen({ resources: [1 as never] })).rejects.toThrow(TestClientError);
    await client.close();
  });

  it('gives errors with their codes', async () => {
    const client = await testClient(application);
    await expect(client.callTool('nothing')).rejects.toThrow(TestClientError);
    await client.close();
  });
});
