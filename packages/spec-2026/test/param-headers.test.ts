/** Annotations and their header fields with the real runtime behind the spec. */
import {
  type Application,
  combineSpecs,
  createHandler,
  type JsonObject,
  SchemaError,
  type ServerHandler,
  type SpecProtocol,
  silentLogger,
  type ToolDescriptor,
} from '@polyspec/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mirroredArguments } from '../src/param-headers.js';
import { spec20260728 } from '../src/spec.js';
import { httpFor, modernRequest, send } from './ask.js';
import type { Fields } from './fake-exchange.js';

const bookTool = (annotation: unknown = 'Region'): ToolDescriptor => ({
  name: 'book',
  input: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': annotation as string } } },
  run: ({ region }: { readonly region?: string }) => ({ region: region ?? 'none' }),
});

const servers: ServerHandler[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close(0);
});

async function started(application: Application, spec: SpecProtocol = spec20260728): Promise<ServerHandler> {
  const server = await createHandler('test', application, { spec, logger: silentLogger });
  servers.push(server);
  return server;
}

async function calling(server: ServerHandler, args: JsonObject, fields: Fields = {}): Promise<unknown> {
  const message = modernRequest('tools/call', { name: 'book', arguments: args });
  return send(server, message, httpFor(message, fields));
}

describe('a tool with a bad annotation (X-06)', () => {
  const bad: Application = { tools: () => [bookTool('two words')] };
  const error =
    /^input of tool 'book': x-mcp-header must be a name .*; got "two words" \(at \/properties\/region\/x-mcp-header\)$/;

  it('stops the start, also where other revisions are served as well', async () => {
    await expect(started(bad)).rejects.toThrow(SchemaError);
    await expect(started(bad)).rejects.toThrow(error);
    const other: SpecProtocol = { revisions: ['1'], attach: spec20260728.attach };
    await expect(started(bad, combineSpecs([other, spec20260728]))).rejects.toThrow(error);
  });

  it('is served by revisions that know no annotations', async () => {
    const { checkTool: _, ...unaware } = spec20260728;
    await expect(started(bad, unaware)).resolves.toBeDefined();
  });

  it('can not be added while the server runs', async () => {
    const server = await started({ tools: () => [bookTool()] });
    const { name: _, ...declaration } = bookTool('two words');
    expect(() => server.tools.add('other', declaration)).toThrow(/^input of tool 'other': x-mcp-header must be a name/);
  });
});

describe('a call over HTTP', () => {
  it('needs the fields of its tool, and is told of it when they change (X-08, X-18)', async () => {
    let annotation = 'Region';
    const server = await started({ tools: () => [bookTool(annotation)] });
    const fields = mirroredArguments({ name: 'book', inputSchema: bookTool().input as JsonObject }, { region: 'eu' });
    expect(fields).toEqual({ 'Mcp-Param-Region': 'eu' });
    expect(await calling(server, { region: 'eu' }, fields)).toMatchObject({
      result: { structuredContent: { region: 'eu' } },
    });
    expect(await calling(server, {})).toMatchObject({ result: { structuredContent: { region: 'none' } } });
    annotation = 'Area';
    expect(await calling(server, { region: 'eu' }, fields)).toMatchObject({
      status: 400,
      error: { code: -32020, message: 'Missing required header Mcp-Param-Area' },
    });
  });

  it('says that a tool is unknown before it misses fields', async () => {
    const server = await started({ tools: () => [] });
    expect(await calling(server, {})).toMatchObject({
      status: 200,
      error: { code: -32602, message: "Unknown tool 'book'" },
    });
  });

  it('looks its tool up once', async () => {
    const get = vi.fn((name: string) => (name === 'book' ? bookTool() : undefined));
    const server = await started({ tools: () => ({ list: () => ({ items: [] }), get }) });
    expect(await calling(server, { region: 'eu' }, { 'Mcp-Param-Region': 'eu' })).toMatchObject({ status: 200 });
    expect(get).toHaveBeenCalledTimes(1);
  });
});
