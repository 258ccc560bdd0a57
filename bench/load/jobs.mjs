// What one sample is made of: a job starts its servers, measures them and stops them.
import { handshake, loadHttp } from './http-load.mjs';
import { addRequest } from './protocol.mjs';
import { ServerProcess } from './server-process.mjs';
import { StdioClient } from './stdio-client.mjs';
import { assertValidates, loadStdio } from './stdio-load.mjs';
import { addWork, listWork } from './work.mjs';

const FEW = 2;
const MANY = 100;
const CONNECTIONS = 32;
const LIST_CONNECTIONS = 8;
const DEPTH = 64;

export const jobs = {
  /** Calls of a tool over HTTP, at many connections and at one; memory after the first answers. */
  async http({ warmMs, ms, ...options }) {
    return withHttp({ ...options, tools: FEW }, async (server, target) => {
      const memory = await server.ask('memory');
      const work = addWork(options.era);
      const busy = await loadHttp(server, target, work, { connections: CONNECTIONS, warmMs, ms });
      const single = await loadHttp(server, target, work, { connections: 1, warmMs: warmMs / 4, ms: ms / 2 });
      return { ...joined({ many: busy, one: single }), ...memory };
    });
  },

  /** A call on a server of many tools and on one of few, under the same conditions; then the list of the many. */
  list({ warmMs, ms, ...options }) {
    const { era } = options;
    const calls = { connections: CONNECTIONS, warmMs, ms };
    const lists = { connections: LIST_CONNECTIONS, warmMs, ms };
    return withHttp({ ...options, tools: MANY }, (server, target) =>
      withHttp({ ...options, tools: FEW }, async (small, smallTarget) => {
        const call100 = await loadHttp(server, target, addWork(era), calls);
        const call2 = await loadHttp(small, smallTarget, addWork(era), calls);
        const list = await loadHttp(server, target, listWork(era, MANY), lists);
        return { ...joined({ call100, call2, list }), callRatio: call100.cpu / call2.cpu };
      }),
    );
  },

  /** Calls of a tool over stdio, one after the other and many under way. */
  async stdio({ warmMs, ms, validates, ...options }) {
    return withStdio({ ...options, tools: FEW }, async (server, client) => {
      await client.open(options.era);
      client.confirm(options.era);
      if (validates) await assertValidates(client, options.era);
      const work = addWork(options.era);
      const sequential = await loadStdio(server, client, work, { depth: 1, warmMs, ms: ms / 2 });
      const piped = await loadStdio(server, client, work, { depth: DEPTH, warmMs, ms });
      return joined({ one: sequential, many: piped });
    });
  },

  /** How long a stdio server takes to its first answer, and to the answer of the first call; its memory then. */
  async start({ warmMs: _, ms: __, validates: ___, ...options }) {
    const { era } = options;
    const times = await withStdio({ ...options, tools: FEW, isMetered: false }, (_server, client, spawned) =>
      firstAnswers(client, era, spawned),
    );
    const memory = await withStdio({ ...options, tools: FEW }, async (server, client, spawned) => {
      await firstAnswers(client, era, spawned);
      return server.ask('memory');
    });
    return { ...times, ...memory };
  },

  /** Where a server's time goes under load: a CPU profile, for profile.mjs. */
  profile({ warmMs, ms, work, ...options }) {
    const { era } = options;
    const warm = { warmMs: warmMs / 2, ms: warmMs };
    if (work === 'stdio') {
      return withStdio({ ...options, tools: FEW }, async (server, client) => {
        await client.open(era);
        client.confirm(era);
        await loadStdio(server, client, addWork(era), { depth: DEPTH, ...warm });
        return profiled(server, () => loadStdio(server, client, addWork(era), { depth: DEPTH, warmMs: 0, ms }));
      });
    }
    return withHttp({ ...options, tools: work === 'list' ? MANY : FEW }, async (server, target) => {
      const load = work === 'list' ? listWork(era, MANY) : addWork(era);
      const connections = work === 'list' ? LIST_CONNECTIONS : CONNECTIONS;
      await loadHttp(server, target, load, { connections, ...warm });
      return profiled(server, () => loadHttp(server, target, load, { connections, warmMs: 0, ms }));
    });
  },
};

async function profiled(server, load) {
  await server.ask('startProfile');
  const usage = await load();
  return { ...usage, profile: await server.ask('stopProfile') };
}

async function firstAnswers(client, era, spawned) {
  await client.open(era);
  const startMs = performance.now() - spawned;
  client.confirm(era);
  const message = await client.request(addRequest(era, 2, 1, 2), 2);
  const firstCallMs = performance.now() - spawned;
  if (message.result?.structuredContent?.sum !== 3) throw new Error(`A wrong answer: ${JSON.stringify(message)}`);
  return { startMs, firstCallMs };
}

async function withHttp({ server: name, era, tools, validates }, measure) {
  const server = new ServerProcess({ server: name, transport: 'http', era, tools });
  try {
    const port = await server.listening();
    return await measure(server, await handshake(port, era, validates));
  } finally {
    await server.stop();
  }
}

async function withStdio({ server: name, era, tools, isMetered }, measure) {
  const spawned = performance.now();
  const server = new ServerProcess({ server: name, transport: 'stdio', era, tools, isMetered });
  try {
    return await measure(server, new StdioClient(server), spawned);
  } finally {
    await server.stop();
  }
}

/** Several measurements as one flat sample: `{ many: { cpu } }` becomes `{ manyCpu }`. The most disturbed one counts. */
function joined(usages) {
  const entries = Object.entries(usages).flatMap(([prefix, { foreign: _, ...usage }]) =>
    Object.entries(usage).map(([key, value]) => [`${prefix}${key[0].toUpperCase()}${key.slice(1)}`, value]),
  );
  return { ...Object.fromEntries(entries), foreign: Math.max(...Object.values(usages).map(({ foreign }) => foreign)) };
}
