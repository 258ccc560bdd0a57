// What this revision has no more (changelog).
import { createHandler, type JsonObject, silentLogger } from '@polyspec/core';
import { describe, expect, it } from 'vitest';
import { spec20260728 } from '../src/spec.js';
import { modernRequest, send } from './ask.js';

const start = () =>
  createHandler(
    'removed',
    { tools: () => [{ name: 'f', run: () => 'done' }] },
    { spec: spec20260728, logger: silentLogger },
  );

describe('what was removed', () => {
  it.each(['tasks/list', 'tasks/result'])('TK-27, D-01 %s is not known', async (method) => {
    const { status, error } = await send(await start(), modernRequest(method, { taskId: 't' }));
    expect([status, error?.code]).toEqual([404, -32601]);
  });

  it.each<[JsonObject]>([[{}], [{ ttl: 1000 }]])('TK-27 the member task %j of a call is ignored', async (task) => {
    const { result } = await send(await start(), modernRequest('tools/call', { name: 'f', task }));
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: 'done' }] });
  });
});
