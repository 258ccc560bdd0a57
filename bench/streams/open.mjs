// How a client opens a stream, by the name that run.mjs has for it: what it has to send for one, up to the end of its head
// or body. A stream is open when the header of its answer has come, a subscription when it was acknowledged.
import { Connection } from '../load/connection.mjs';
import { firstRequest, INITIALIZED, post, postHead, REVISION } from '../load/protocol.mjs';

const get = ({ port }, ...lines) =>
  [
    'GET /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Accept: text/event-stream',
    'User-Agent: bench',
    ...lines,
    '\r\n',
  ].join('\r\n');

const META = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': REVISION[2026],
  'io.modelcontextprotocol/clientInfo': { name: 'bench-client', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

export const openings = {
  get: { request: async (target) => get(target), isAcknowledged: false },

  /** A session of its own for each stream. */
  session: {
    isAcknowledged: false,
    async request(target) {
      const connection = await Connection.open(target.port);
      const head = (facts) => postHead({ era: '2025', port: target.port, ...facts });
      const { head: answered } = await connection.request(post(head({}), firstRequest('2025', 1)));
      const session = /\r\nmcp-session-id: *([^\r]+)/i.exec(answered)?.[1];
      if (session === undefined) throw new Error('The server gave no session');
      await connection.request(post(head({ session, revision: REVISION[2025] }), INITIALIZED));
      connection.close();
      return get(target, `Mcp-Session-Id: ${session}`, `Mcp-Protocol-Version: ${REVISION[2025]}`);
    },
  },

  listen: {
    isAcknowledged: true,
    async request({ port }) {
      const method = 'subscriptions/listen';
      const params = `{"notifications":{"toolsListChanged":true},"_meta":${META}}`;
      const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
      return post(postHead({ era: '2026', port, revision: REVISION[2026], method }), body);
    },
  },
};
