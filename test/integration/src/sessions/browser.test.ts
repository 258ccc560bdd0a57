// A8: a client in a browser, with a session.
import type { HttpGuard } from '@polyspec/core';
import { expect, it } from 'vitest';
import { checkEveryMessage } from '../wire/every-message.js';
import { RawSocket } from './raw-socket.js';
import { BEGINNING, HELLO, JSON_HEADERS, PING, watchedServer } from './server.js';

checkEveryMessage();

const ORIGIN = 'https://app.example.com';

const guard: HttpGuard = {
  authenticate: (request) =>
    request.header('authorization') === undefined
      ? { refusal: { status: 401, message: 'no token', headers: { 'www-authenticate': 'Bearer' } } }
      : { caller: { subject: 'ada', scopes: [] } },
  routes: [{ path: '/.well-known/x', status: 200, headers: { 'content-type': 'text/plain' }, body: 'metadata' }],
};

const WANTED =
  'authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, mcp-param-region, last-event-id';

it('A8 a browser may send all that a session needs, and sees what it has to see, also of refusals', async () => {
  const { server, url, client } = await watchedServer({ guard, allowedOrigins: [ORIGIN] });
  const preflight = await client.send({
    method: 'OPTIONS',
    headers: { origin: ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': WANTED },
  });
  expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': ORIGIN } });
  expect(preflight.headers['access-control-allow-methods']).toMatch(/GET.*POST.*DELETE/);
  for (const name of WANTED.split(', ')) expect(preflight.headers['access-control-allow-headers']).toContain(name);

  const browser = { ...JSON_HEADERS, origin: ORIGIN, authorization: 'Bearer x' };
  const opened = await client.send({ headers: browser, body: HELLO });
  const session = { ...browser, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const stream = await RawSocket.open(url);
  stream.send('GET', session);
  await stream.until(BEGINNING);
  const answers = [
    opened,
    await client.send({ headers: { ...session, authorization: undefined }, body: PING }),
    await client.send({ headers: { ...session, 'mcp-session-id': 'nobody' }, body: PING }),
    await client.send({ method: 'GET', path: '/.well-known/x', headers: { origin: ORIGIN } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 200]);
  const fields: ((name: string) => unknown)[] = answers.map(
    ({ headers }) =>
      (name) =>
        headers[name],
  );
  for (const field of [...fields, (name: string) => stream.header(name)]) {
    expect(field('access-control-allow-origin')).toBe(ORIGIN);
    for (const name of ['Mcp-Session-Id', 'WWW-Authenticate', 'MCP-Protocol-Version']) {
      expect(field('access-control-expose-headers')).toContain(name);
    }
    expect(field('vary')).toContain('Origin');
  }
  const foreign = await client.send({ headers: { ...browser, origin: 'https://evil.example' }, body: HELLO });
  expect(foreign.status).toBe(403);
  await stream.cut();
  await server.close();
});
