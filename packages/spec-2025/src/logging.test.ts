import { once } from 'node:events';
import { type Application, type JsonObject, LOG_LEVELS, type Logger, type LogLevel } from '@polyspec/core';
import { describe, expect, test } from 'vitest';
import { type Client, connected } from '../test/client.js';

/** A tool that logs at each level, and one that logs before and after it is told to go on. */
const gate = { opened: new EventTarget(), reached: new EventTarget() };
const application: Application = {
  tools: () => [{ name: 'all' }, { name: 'waits' }],
  callTool: async (name, _args, context) => {
    if (name === 'waits') {
      context.log('error', 'before');
      const opened = once(gate.opened, 'now');
      gate.reached.dispatchEvent(new Event('now'));
      await opened;
      context.log('error', 'after', 'db');
    } else for (const level of LOG_LEVELS) context.log(level, { at: level });
    return 'done';
  },
};

const levels = (client: Client): readonly unknown[] => client.sent.map(({ params }) => (params as JsonObject).level);

describe('on stdio', () => {
  test('logging is advertised (YG-01, Q-61)', async () => {
    expect((await connected(application)).opening.capabilities).toMatchObject({ logging: {} });
  });

  test('nothing is sent before a level was set (Q-48)', async () => {
    const client = await connected(application);
    await client.call('all');
    expect(client.sent).toEqual([]);
  });

  test.each<LogLevel>(['debug', 'warning', 'emergency'])(
    '%s and above is sent, ahead of the answer (YG-02, YG-05)',
    async (level) => {
      const client = await connected(application);
      expect(await client.result('logging/setLevel', { level })).toEqual({});
      await client.call('all');
      expect(levels(client)).toEqual(LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)));
      expect(client.sent[0]).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level, data: { at: level } },
      });
    },
  );

  test('a level that is set while a request runs holds from then on', async () => {
    const client = await connected(application);
    await client.result('logging/setLevel', { level: 'debug' });
    const reached = once(gate.reached, 'now');
    const call = client.call('waits');
    await reached;
    await client.result('logging/setLevel', { level: 'critical' });
    gate.opened.dispatchEvent(new Event('now'));
    await call;
    expect(client.sent.map(({ params }) => (params as JsonObject).data)).toEqual(['before']);
  });

  test('the name of the logger goes with the message', async () => {
    const client = await connected(application);
    await client.result('logging/setLevel', { level: 'error' });
    const reached = once(gate.reached, 'now');
    const call = client.call('waits');
    await reached;
    gate.opened.dispatchEvent(new Event('now'));
    await call;
    expect(client.sent[1]?.params).toEqual({ level: 'error', logger: 'db', data: 'after' });
  });

  test('a level may be set before initialize and outlives it (Q-49)', async () => {
    const client = await connected(application, { initialize: false });
    await client.result('logging/setLevel', { level: 'alert' });
    await client.initialize();
    await client.call('all');
    expect(levels(client)).toEqual(['alert', 'emergency']);
  });

  test('the level of one client is not that of another', async () => {
    const client = await connected(application);
    await client.result('logging/setLevel', { level: 'debug' });
    const other = client.another();
    await other.call('all');
    expect([client.sent, other.sent]).toEqual([[], []]);
  });

  test('an unknown level is -32602 (YG-04)', async () => {
    const client = await connected(application);
    expect(await client.error('logging/setLevel', { level: 'loud' })).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^Invalid log level: loud; there are debug, /) as string,
    });
    const { message } = await client.error('logging/setLevel', { level: 'x'.repeat(100_000) });
    expect(message.length).toBeLessThan(400);
    expect(await client.error('logging/setLevel', { level: 3 })).toMatchObject({ code: -32602 });
    expect(await client.error('logging/setLevel')).toMatchObject({ code: -32602 });
  });
});

test('over HTTP without sessions there is no logging, since the level would be forgotten (Q-61)', async () => {
  const client = await connected(application, { http: true });
  expect(client.opening.capabilities).not.toHaveProperty('logging');
  expect(await client.error('logging/setLevel', { level: 'debug' })).toMatchObject({ code: -32601 });
  await client.call('all');
  expect(client.sent).toEqual([]);
});

test('messages for the client do not go to the log of the server', async () => {
  const lines: unknown[] = [];
  const note = (): void => void lines.push(1);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const client = await connected(application, { server: { logger } });
  await client.result('logging/setLevel', { level: 'debug' });
  await client.call('all');
  expect(lines).toEqual([]);
});
