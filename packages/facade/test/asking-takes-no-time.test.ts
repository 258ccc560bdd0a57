// What a user thinks about is no work of the server: under the revisions that ask in the middle of a call, an open question
// takes neither the time of the call nor its turn.
import { type Application, dialogue, type ServerOptions, silentLogger } from '@polyspec/core';
import { describe, expect, it, vi } from 'vitest';
import { type TestClient, testClient } from '../src/testing.js';

const FORM = { type: 'object', properties: { name: { type: 'string' } } };

const application: Application = {
  tools: () => [
    {
      name: 'greet',
      run: dialogue(async ({ elicit }) => {
        const answer = await elicit('Who are you?', FORM);
        return answer.action === 'accept' ? `Hello, ${String(answer.content.name)}` : 'Hello';
      }),
    },
    { name: 'now', run: () => 'now' },
    { name: 'lazy', run: () => new Promise(() => undefined) },
    {
      name: 'lazy_afterwards',
      run: dialogue(async ({ elicit }) => {
        await elicit('Who are you?', FORM);
        return new Promise<string>(() => undefined);
      }),
    },
  ],
};

/** A client whose user answers when the test says so. */
async function connect(
  revision: string,
  server: ServerOptions,
): Promise<{ client: TestClient; asked: () => boolean; answer: () => void }> {
  const waiting: (() => void)[] = [];
  const client = await testClient(application, {
    revision,
    capabilities: { elicitation: {} },
    server: { logger: silentLogger, ...server },
    onRequest: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve({ action: 'accept', content: { name: 'Ada' } }));
      }),
  });
  return { client, asked: () => waiting.length > 0, answer: () => waiting.shift()?.() };
}

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'])('an open question under %s', (revision) => {
  it('takes no time of the call, whose own goes on afterwards (C-09)', async () => {
    const { client, asked, answer } = await connect(revision, { timeoutMs: 60 });
    const greeted = client.callTool('greet');
    const late = client.callTool('lazy').then(undefined, (reason: Error) => reason.message);
    expect(await late).toContain('took longer than 60 ms');
    expect(asked()).toBe(true);
    answer();
    expect(await greeted).toMatchObject({ content: [{ text: 'Hello, Ada' }] });
    const stuck = client.callTool('lazy_afterwards').then(undefined, (reason: Error) => reason.message);
    await vi.waitFor(() => expect(asked()).toBe(true));
    answer();
    expect(await stuck).toContain('took longer than 60 ms');
    await client.close();
  });

  it('takes no turn', async () => {
    const { client, asked, answer } = await connect(revision, { limits: { concurrency: 1, queue: 0 } });
    const greeted = client.callTool('greet');
    await vi.waitFor(() => expect(asked()).toBe(true));
    expect(await client.callTool('now')).toMatchObject({ content: [{ text: 'now' }] });
    answer();
    expect(await greeted).toMatchObject({ content: [{ text: 'Hello, Ada' }] });
    expect(await client.callTool('now')).toMatchObject({ content: [{ text: 'now' }] });
    await client.close();
  });
});
