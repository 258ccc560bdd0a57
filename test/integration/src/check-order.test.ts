// Which error wins, over real HTTP: every step of ambiguity Q-07 is broken together with every later one, and the earlier
// one has to answer. Both eras have the same steps up to the message; what follows is each era's own.
import { defineApplication, error, type HttpGuard, type JsonObject, type Server, tool } from '@polyspec/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownRevision } from '../../schema/official-schema.js';
import { serveHttp } from './http-server.js';
import type { Spec } from './processes.js';
import { checkEveryMessage } from './wire/every-message.js';
import { type Got, HttpClient } from './wire/http-client.js';
import { headersOf, requestOf } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';

checkEveryMessage();

const BODY_LIMIT = 4000;

const application = defineApplication({
  tools: {
    fine: tool({ run: () => 'fine' }),
    needy: tool({ requires: { elicitation: {} }, run: () => error('never reached') }),
    failing: tool({ run: () => error('failed') }),
  },
});

/** Whoever is restricted may not call tools. */
const guard: HttpGuard = {
  authenticate: (request) => {
    const subject = request.header('authorization');
    return subject === undefined
      ? { refusal: { status: 401, message: 'no token', body: { error: 'invalid_token' } } }
      : { caller: { subject, scopes: [] } };
  },
  authorize: ({ subject }, { method }) =>
    subject === 'restricted' && method === 'tools/call'
      ? { status: 403, message: 'restricted', body: { error: 'insufficient_scope' } }
      : undefined,
};

/** A request on its way to being broken. */
interface Draft {
  method: string;
  path: string;
  readonly headers: Record<string, string | undefined>;
  message: { jsonrpc: string; id: unknown; method: string; params: JsonObject };
  /** Sent instead of the message. */
  text?: string;
  /** How many blanks follow. */
  padding?: number;
}

/** One step: how a request comes to fail it, and how that is answered. */
interface Step {
  /** Its number in Q-07; steps of one number have no order among them. */
  readonly step: number;
  readonly what: string;
  readonly breakIt: (draft: Draft) => void;
  /** A step that it can't be combined with, since both together are a third fault. */
  readonly apartFrom?: number;
  readonly status: number;
  readonly code?: number;
  readonly text?: RegExp;
}

const header = (name: string, value: string | undefined) => (draft: Draft) => {
  draft.headers[name] = value;
};

const toolName = (name: string) => (draft: Draft) => {
  draft.message.params = { ...draft.message.params, name };
  if (draft.headers['mcp-name'] !== undefined) draft.headers['mcp-name'] = name;
};

const meta = (name: string, value: JsonObject[string] | undefined) => (draft: Draft) => {
  const { [`io.modelcontextprotocol/${name}`]: _, ...rest } = draft.message.params._meta as JsonObject;
  draft.message.params = {
    ...draft.message.params,
    _meta: value === undefined ? rest : { ...rest, [`io.modelcontextprotocol/${name}`]: value },
  };
};

/** What the transport looks at, whatever the era. */
const TRANSPORT_STEPS: readonly Step[] = [
  {
    step: 1,
    what: 'path',
    breakIt: (draft) => {
      draft.path = '/elsewhere';
    },
    status: 404,
    text: /^Not Found$/,
  },
  {
    step: 2,
    what: 'Origin',
    breakIt: header('origin', 'https://evil.example'),
    status: 403,
    code: -32600,
    text: /Origin/,
  },
  { step: 2, what: 'Host', breakIt: header('host', 'evil.example'), status: 403, code: -32600, text: /Host/ },
  {
    step: 3,
    what: 'HTTP method',
    breakIt: (draft) => {
      draft.method = 'PUT';
    },
    status: 405,
    code: -32600,
  },
  { step: 4, what: 'authentication', breakIt: header('authorization', undefined), status: 401, text: /invalid_token/ },
  { step: 5, what: 'Content-Type', breakIt: header('content-type', 'text/plain'), status: 415, code: -32600 },
  { step: 5, what: 'Accept', breakIt: header('accept', 'text/html'), status: 406, code: -32600 },
  {
    step: 5.1,
    what: 'size',
    breakIt: (draft) => {
      draft.padding = BODY_LIMIT;
    },
    status: 413,
    code: -32600,
  },
  {
    step: 6,
    what: 'JSON',
    breakIt: (draft) => {
      draft.text = '{"jsonrpc": "2.0", "id": 1, ';
    },
    status: 400,
    code: -32700,
  },
  {
    step: 7,
    what: 'envelope',
    breakIt: (draft) => {
      draft.message.jsonrpc = '1.0';
    },
    status: 400,
    code: -32600,
  },
];

/** What 2026-07-28 looks at. */
const MODERN_STEPS: readonly Step[] = [
  ...TRANSPORT_STEPS,
  {
    step: 8,
    what: 'era',
    breakIt: (draft) => {
      header('mcp-protocol-version', undefined)(draft);
      const { _meta, ...params } = draft.message.params;
      draft.message.params = params;
    },
    status: 400,
    code: -32602,
    text: /No protocol revision served here takes this request: .*initialize/,
  },
  {
    step: 9,
    what: 'version header',
    breakIt: header('mcp-protocol-version', undefined),
    // Without a version in `_meta` either, nothing says that the request is of this era.
    apartFrom: 10,
    status: 400,
    code: -32020,
  },
  {
    step: 10,
    what: 'version in _meta',
    breakIt: meta('protocolVersion', undefined),
    status: 400,
    code: -32602,
    text: /protocolVersion/,
  },
  {
    step: 11,
    what: 'equal versions',
    breakIt: header('mcp-protocol-version', '2030-01-01'),
    status: 400,
    code: -32020,
    text: /HeaderMismatch: MCP-Protocol-Version/,
  },
  {
    step: 12,
    what: 'version served',
    breakIt: (draft) => {
      header('mcp-protocol-version', '2031-01-01')(draft);
      meta('protocolVersion', '2031-01-01')(draft);
    },
    status: 400,
    code: -32022,
  },
  {
    step: 13,
    what: 'client capabilities',
    breakIt: meta('clientCapabilities', undefined),
    status: 400,
    code: -32602,
    text: /clientCapabilities/,
  },
  { step: 13, what: 'log level', breakIt: meta('logLevel', 'loud'), status: 400, code: -32602, text: /log level/ },
  {
    step: 14,
    what: 'Mcp-Method',
    breakIt: header('mcp-method', 'tools/list'),
    status: 400,
    code: -32020,
    text: /Mcp-Method/,
  },
  {
    step: 15,
    what: 'method',
    breakIt: (draft) => {
      draft.message.method = 'nope/nope';
      if (draft.headers['mcp-method'] === 'tools/call') draft.headers['mcp-method'] = 'nope/nope';
    },
    status: 404,
    code: -32601,
  },
  { step: 16, what: 'Mcp-Name', breakIt: header('mcp-name', 'other'), status: 400, code: -32020, text: /Mcp-Name/ },
  {
    step: 17,
    what: 'params',
    breakIt: (draft) => {
      draft.message.params = { ...draft.message.params, arguments: null };
    },
    status: 200,
    code: -32602,
    text: /arguments/,
  },
  {
    step: 19,
    what: 'operation',
    breakIt: header('authorization', 'restricted'),
    status: 403,
    text: /insufficient_scope/,
  },
  { step: 20, what: 'capability', breakIt: toolName('needy'), status: 400, code: -32021 },
  { step: 21, what: 'handler', breakIt: toolName('failing'), status: 200, text: /"isError":true/ },
];

/** What the revisions of 2025 look at, in a session. */
const LEGACY_STEPS: readonly Step[] = [
  ...TRANSPORT_STEPS,
  {
    step: 8,
    what: 'session id',
    breakIt: header('mcp-session-id', undefined),
    // Without a session either, a version that nobody serves is one of the other era.
    apartFrom: 12,
    status: 400,
    code: -32600,
    text: /Mcp-Session-Id/,
  },
  {
    step: 8,
    what: 'session',
    breakIt: header('mcp-session-id', 'nobody'),
    status: 404,
    code: -32600,
    text: /no such session/,
  },
  {
    step: 12,
    what: 'version of the session',
    breakIt: header('mcp-protocol-version', '2031-01-01'),
    status: 400,
    code: -32600,
    text: /2031-01-01/,
  },
  {
    step: 15,
    what: 'method',
    breakIt: (draft) => {
      draft.message.method = 'nope/nope';
    },
    status: 200,
    code: -32601,
  },
  {
    step: 17,
    what: 'params',
    breakIt: (draft) => {
      draft.message.params = { ...draft.message.params, arguments: null };
    },
    status: 200,
    code: -32602,
    text: /arguments/,
  },
  {
    step: 19,
    what: 'operation',
    breakIt: header('authorization', 'restricted'),
    status: 403,
    text: /insufficient_scope/,
  },
  { step: 20, what: 'capability', breakIt: toolName('needy'), status: 200, text: /elicitation.*"isError":true/ },
  { step: 21, what: 'handler', breakIt: toolName('failing'), status: 200, text: /failed.*"isError":true/ },
];

/** Without sessions the version header says all, and where only these are served, one that is not theirs is told of as such. */
const WITHOUT_SESSIONS: readonly Step[] = [
  ...LEGACY_STEPS.filter(({ step }) => step !== 8 && step !== 12),
  {
    step: 9,
    what: 'version header',
    breakIt: header('mcp-protocol-version', undefined),
    status: 400,
    code: -32600,
    text: /MCP-Protocol-Version/,
  },
  {
    step: 12,
    what: 'version served',
    breakIt: header('mcp-protocol-version', '2031-01-01'),
    status: 400,
    code: -32600,
    text: /2031-01-01/,
  },
];

const ERAS: readonly { spec: Spec; revision: KnownRevision; steps: readonly Step[]; sessions?: false }[] = [
  { spec: 'all', revision: '2026-07-28', steps: MODERN_STEPS },
  { spec: '2026-07-28', revision: '2026-07-28', steps: MODERN_STEPS.filter(({ what }) => what !== 'era') },
  { spec: 'all', revision: '2025-11-25', steps: LEGACY_STEPS },
  { spec: 'all', revision: '2025-06-18', steps: LEGACY_STEPS },
  { spec: '2025-11-25', revision: '2025-11-25', steps: LEGACY_STEPS },
  { spec: '2025-06-18', revision: '2025-06-18', steps: LEGACY_STEPS },
  { spec: '2025-11-25', revision: '2025-11-25', steps: WITHOUT_SESSIONS, sessions: false },
  { spec: '2025-06-18', revision: '2025-06-18', steps: WITHOUT_SESSIONS, sessions: false },
];

/** Stands for the session of whoever sends the request in the end. */
const OWN_SESSION = 'own';

describe.each(ERAS)(
  'spec $spec, a client of $revision (sessions: $sessions)',
  ({ spec, revision, steps, sessions }) => {
    let server: Server;
    let client: HttpClient;
    beforeAll(async () => {
      server = await serveHttp(application, {
        spec,
        guard,
        bodyLimit: BODY_LIMIT,
        ...(sessions === false && { sessions }),
      });
      client = new HttpClient(server.address, { served: SERVED[spec] });
    });
    afterAll(() => server.close());

    const send = async (breakIt: readonly Step['breakIt'][]): Promise<Got> => {
      const params = { name: 'fine', arguments: {} };
      const draft: Draft = {
        method: 'POST',
        path: '/mcp',
        headers: {
          ...headersOf(revision, 'tools/call', params),
          authorization: 'somebody',
          ...(revision !== '2026-07-28' && { 'mcp-session-id': OWN_SESSION }),
        },
        message: requestOf(revision, 1, 'tools/call', params),
      };
      for (const step of breakIt) step(draft);
      if (draft.headers['mcp-session-id'] === OWN_SESSION) {
        const { authorization = 'somebody' } = draft.headers;
        draft.headers['mcp-session-id'] = (await client.session(revision, { authorization }))['mcp-session-id'];
      }
      const { method, path, headers, message, text = JSON.stringify(message), padding = 0 } = draft;
      return client.send({ method, path, headers, body: `${text}${' '.repeat(padding)}` });
    };

    const answers = (got: Got, { status, code, text }: Step): void => {
      expect(got.status).toBe(status);
      if (code !== undefined) expect(got.messages[0]?.error?.code).toBe(code);
      if (text !== undefined) expect(got.text).toMatch(text);
    };

    it('answers a request with nothing wrong', async () => {
      expect(await send([])).toMatchObject({ status: 200, messages: [{ result: { content: [{ text: 'fine' }] } }] });
    });

    it.each(steps)('Q-07 tells of a fault in step $step ($what) alone', async (step) => {
      answers(await send([step.breakIt]), step);
    });

    it.each(steps)('Q-07 lets step $step ($what) win over every later one', async (step) => {
      for (const later of steps.filter((other) => isLater(other, step))) {
        answers(await send([later.breakIt, step.breakIt]), step);
      }
    });

    it('Q-07 lets each step win when all later ones are broken at once', async () => {
      const ordered = [...steps].sort((one, other) => one.step - other.step);
      for (const [index, step] of ordered.entries()) {
        const all = ordered.slice(index).filter((other) => other === step || isLater(other, step));
        answers(await send(all.reverse().map(({ breakIt }) => breakIt)), step);
      }
    });
  },
);

function isLater(other: Step, { step, apartFrom }: Step): boolean {
  return other.step > step && other.step !== apartFrom;
}
