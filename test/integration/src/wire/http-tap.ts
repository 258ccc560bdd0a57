import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Conversation, type Watched } from './conversation.js';
import { readAll, watchBody } from './watched-body.js';

/** A server reached through a proxy that reads along. */
export interface HttpTap {
  /** What to give to clients instead of the server's own URL. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Puts a proxy before an HTTP server that passes everything on unchanged, the end of connections included, and has every
 * message checked. Each exchange is a conversation of its own, as requests are independent of each other; where a client comes
 * back for what it has missed, that may be what it asked for before.
 */
export async function tapHttp(target: string, watched: Watched): Promise<HttpTap> {
  const { hostname, port, pathname } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const conversation = Conversation.ofExchange(watched, (name) => header(incoming, name));
    const { method, url: path, rawHeaders } = incoming;
    const upstream = request({ agent, hostname, port, path, method, headers: rawHeaders });
    collect(incoming, (body) => readAll(body, (message) => conversation.fromClient(message)));
    incoming.pipe(upstream);
    upstream.on('response', (response) => relay(response, outgoing, conversation, method));
    // Either side may leave at any time; the other is told in the only way there is.
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => !outgoing.writableFinished && upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}${pathname}`,
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function relay(response: IncomingMessage, outgoing: ServerResponse, conversation: Conversation, method?: string): void {
  outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
  watchResponse(response, conversation, method);
  response.pipe(outgoing);
  response.on('error', () => outgoing.destroy());
}

/** Has the messages of a response checked, whichever form it has. One to HEAD has none. */
export function watchResponse(response: IncomingMessage, conversation: Conversation, method?: string): void {
  if (method === 'HEAD') return;
  const { statusCode: status = 0 } = response;
  const body = watchBody({ status, type: header(response, 'content-type') }, conversation);
  response.on('data', (chunk: Buffer) => body.chunk(chunk));
  response.on('end', () => body.end());
}

function collect(stream: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}

function header(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return typeof value === 'string' ? value : undefined;
}
