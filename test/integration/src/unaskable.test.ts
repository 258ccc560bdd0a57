// Clients over HTTP that declared what they are to be asked, and can't be asked: they are told why.
import { type Application, dialogue, type Server } from '@polyspec/core';
import { afterAll, describe, expect, it } from 'vitest';
import { type AskedClientKind, askedV1, askedV2Legacy } from './clients/asked-client.js';
import { serveHttp } from './http-server.js';
import { checkEveryMessage } from './wire/every-message.js';
import { HttpClient } from './wire/http-client.js';
import { headersOf, initializeParams, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';

checkEveryMessage();

const NAME = { type: 'object', properties: { name: { type: 'string' } } };

const application: Application = {
  tools: () => [
    { name: 'hook' },
    { name: 'dialogue', run: dialogue(async ({ elicit }) => (await elicit('Who?', NAME)).action) },
  ],
  callToolWithElicitation: async (name, _args, elicit) =>
    name === 'hook' ? (await elicit('Who?', NAME)).action : undefined,
};

const servers: Server[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function started(options: { readonly sessions?: false } = {}): Promise<string> {
  const server = await serveHttp(application, options);
  servers.push(server);
  return server.address;
}

describe.each([askedV1, askedV2Legacy])('the $name, without sessions', ({ connect }: AskedClientKind) => {
  it('Q-50, Q-61 is not said to have declared nothing: what it can do is not known', async () => {
    const answer = (): never => expect.fail('it is asked');
    const client = await connect({ url: await started({ sessions: false }) }, { answer });
    for (const name of ['hook', 'dialogue']) {
      expect(await client.callTool(name)).toMatchObject({
        isError: true,
        content: [
          { text: expect.stringMatching(/what a client can do is known only in a session, and this one has none$/) },
        ],
      });
    }
    await client.close();
  });
});

describe('a client that takes no streams', () => {
  const revision = '2025-11-25';

  it('Q-50 is told that its Accept header is why it can not be asked', async () => {
    const client = new HttpClient(await started(), { served: SERVED.all });
    const capabilities = { elicitation: { form: {} } };
    const params = { ...initializeParams(revision), capabilities };
    const opened = await client.send({
      headers: headersOf(revision, 'initialize', params),
      body: requestOf(revision, 1, 'initialize', params),
    });
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']), accept: 'application/json' };
    await client.send({
      headers: { ...headersOf(revision, 'notifications/initialized'), ...session },
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
    });
    for (const [name, beginning] of [
      ['hook', "Tool 'hook' gave no result. If it asks the user, that is because this client can't be asked"],
      ['dialogue', 'The client has to be asked for input (elicitation.form), and'],
    ] as const) {
      const call = { name, arguments: {} };
      const { messages } = await client.send({
        headers: { ...headersOf(revision, 'tools/call', call), ...session },
        body: requestOf(revision, 2, 'tools/call', call),
      });
      const text = (messages[0]?.result as { content?: [{ text: string }] } | undefined)?.content?.[0].text;
      expect(text?.startsWith(beginning)).toBe(true);
      expect(text).toContain(': its Accept header has no text/event-stream, so nothing can be sent');
    }
  });
});
