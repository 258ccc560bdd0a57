/**
 * The servers that are compared, in the order in which they run and are shown. Each is a folder here with the programs
 * `http.mjs` and `stdio.mjs`, as far as it has them.
 *
 * - `http`, `stdio`: the eras in which calls and lists are measured over this transport
 * - `sessions`, `streams`: the eras in which many clients are measured that stay, over HTTP
 * - `validates`: whether it must refuse wrong arguments; only the floors need not
 * - `install`: what a stdio server of it needs, as package name to version (see footprint.mjs for ours)
 * - `versions`: the packages whose versions are reported
 */
export const SERVERS = [
  {
    name: 'bare-node',
    title: 'bare node:http handler, bare readline loop (floor)',
    http: ['2025', '2026'],
    stdio: ['2025', '2026'],
    sessions: ['2025'],
    streams: ['2025', '2026'],
    validates: false,
    versions: [],
  },
  {
    name: 'bare-fastify',
    title: 'bare Fastify route (floor)',
    http: ['2025', '2026'],
    validates: false,
    versions: ['fastify'],
  },
  {
    name: 'sdk-v2',
    title: 'official SDK v2, createMcpHandler / serveStdio',
    http: ['2025', '2026'],
    stdio: ['2025', '2026'],
    streams: ['2026'],
    validates: true,
    versions: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
    install: ['@modelcontextprotocol/server', 'zod'],
  },
  {
    name: 'sdk-v2-session',
    title: 'official SDK v2, one server kept for each session',
    http: ['2025'],
    sessions: ['2025'],
    streams: ['2025'],
    validates: true,
    versions: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
  },
  {
    name: 'tmcp',
    title: 'tmcp',
    http: ['2025', '2026'],
    stdio: ['2025', '2026'],
    sessions: ['2025'],
    streams: ['2025', '2026'],
    validates: true,
    versions: ['tmcp', '@tmcp/transport-http', '@tmcp/transport-stdio', '@tmcp/adapter-zod', 'zod'],
    install: ['tmcp', '@tmcp/transport-stdio', '@tmcp/adapter-zod', 'zod'],
  },
  {
    name: 'polyspec',
    title: 'polyspec, serve(); 2025 over HTTP without sessions',
    http: ['2025', '2026'],
    stdio: ['2025', '2026'],
    streams: ['2026'],
    validates: true,
    versions: ['polyspec'],
  },
  {
    name: 'polyspec-session',
    title: 'polyspec, serve(), with sessions and their event store',
    http: ['2025'],
    sessions: ['2025'],
    streams: ['2025'],
    validates: true,
    versions: ['polyspec'],
  },
  {
    name: 'polyspec-no-store',
    title: 'polyspec, serve(), with sessions and no event store',
    streams: ['2025'],
    validates: true,
    versions: ['polyspec'],
  },
  {
    name: 'polyspec-standing',
    title: 'polyspec, serve(), under a spec that does nothing but hold streams',
    streams: ['2025'],
    validates: false,
    versions: ['polyspec'],
  },
];
