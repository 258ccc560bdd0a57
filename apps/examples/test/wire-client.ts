import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { JsonObject, SpecProtocol } from 'polyspec';

/** A client over a wire: it sends a request, and gives the message that answers it. */
export interface WireClient {
  request(method: string, params?: JsonObject): Promise<JsonObject>;
}

type Dialect = NonNullable<ReturnType<NonNullable<SpecProtocol['client']>>>;

/** Carries one message; gives the answer to a request. */
type Send = (message: JsonObject, headers: Readonly<Record<string, string>>) => Promise<JsonObject | undefined>;

/** Talks over the two streams of a stdio server. */
export function stdioClient(
  input: Writable,
  output: Readable,
  spec: SpecProtocol,
  revision: string,
): Promise<WireClient> {
  const waiting = new Map<unknown, (answer: JsonObject) => void>();
  createInterface({ input: output }).on('line', (line) => {
    // Whatever is no message on stdout breaks here.
    const message = JSON.parse(line) as JsonObject;
    waiting.get(message.id)?.(message);
  });
  return open(spec, revision, (message) => {
    input.write(`${JSON.stringify(message)}\n`);
    if (message.id === undefined) return Promise.resolve(undefined);
    return new Promise((resolve) => waiting.set(message.id, resolve));
  });
}

/** Talks over HTTP. */
export function httpClient(url: string, spec: SpecProtocol, revision: string): Promise<WireClient> {
  const always = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  let session: Readonly<Record<string, string>> = {};
  return open(spec, revision, async (message, headers) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...always, ...session, ...headers },
      body: JSON.stringify(message),
    });
    const id = response.headers.get('mcp-session-id');
    if (id !== null) session = { 'Mcp-Session-Id': id };
    const body = await response.text();
    if (message.id === undefined) return undefined;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const data = isStream
      ? body
          .split('\n')
          .findLast((line) => line.startsWith('data: {'))
          ?.slice(6)
      : body;
    return JSON.parse(data ?? 'null') as JsonObject;
  });
}

async function open(spec: SpecProtocol, revision: string, send: Send): Promise<WireClient> {
  const dialect = dialectOf(spec, revision);
  let lastId = 0;
  const request: WireClient['request'] = async (method, own) => {
    const params = dialect.params(method, own);
    lastId += 1;
    const message = { jsonrpc: '2.0', id: lastId, method, ...(params && { params }) };
    const answer = await send(message, dialect.headers(method, params));
    if (answer === undefined) throw new Error(`There is no answer to ${method}`);
    return answer;
  };
  if (dialect.opening !== undefined) {
    const { method, params, confirm } = dialect.opening;
    lastId += 1;
    await send({ jsonrpc: '2.0', id: lastId, method, params }, {});
    if (confirm !== undefined) await send({ jsonrpc: '2.0', method: confirm }, dialect.headers(confirm, undefined));
  }
  return { request };
}

function dialectOf(spec: SpecProtocol, revision: string): Dialect {
  const dialect = spec.client?.(revision, { name: 'wire-client', version: '1.0.0', capabilities: {} });
  if (dialect === undefined) throw new Error(`Nobody here speaks ${revision}`);
  return dialect;
}
