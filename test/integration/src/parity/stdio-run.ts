import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Application, type JsonObject, silentLogger } from '@polyspec/core';
import { type ServeOptions, serve } from 'polyspec';
import { expect } from 'vitest';
import { type KnownRevision, serverFaults } from '../../../schema/official-schema.js';

/** A message as it came. */
export type Line = JsonObject;

/**
 * Serves an application over stdio on streams of its own: writes all messages, ends the input, and gives what the server
 * had to say. Each line has to be legal in a revision.
 *
 * @param revision `undefined` where a spec of one's own is served, for which there is no schema
 * @param messages objects are written as JSON, strings as they are
 */
export async function run(
  application: Application,
  revision: KnownRevision | undefined,
  messages: readonly (object | string)[],
  options: ServeOptions = {},
): Promise<readonly Line[]> {
  const input = new PassThrough();
  const output = new PassThrough();
  const server = await serve('test-stdio', application, {
    logger: silentLogger,
    spec: revision ?? 'all',
    ...options,
    input,
    output,
  });
  const written = messages.map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  input.end(written.join(''));
  await server.closed;
  output.end();
  const lines = (await text(output)).split('\n');
  expect(lines.pop()).toBe('');
  const received = lines.map((line) => JSON.parse(line) as Line);
  if (revision === undefined) return received;
  for (const message of received) {
    const asked = messages.find((item) => typeof item === 'object' && (item as Line).id === message.id) as
      | Line
      | undefined;
    const faults = serverFaults(message, revision, message.method === undefined ? String(asked?.method) : undefined);
    expect(faults, JSON.stringify(message)).toEqual([]);
  }
  return received;
}
