/**
 * The servers that are compared, in the order in which they run and are shown. Each is a folder here with the programs
 * `http.mjs` and `stdio.mjs`, as far as it has them.
 *
 * - `http`, `stdio`: the eras that are measured over this transport
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
    validates: false,
    versions: [],
  },
  {
    name: 'bare-fastify',
    title: 'bare Fastify route (floor)',
    http: ['2025', '2026'],
    stdio: [],
    validates: false,
    versions: ['fastify'],
  },
  {
    name: 'sdk-v2',
    title: 'official SDK v2, createMcpHandler / serveStdio',
    http: ['2025', '2026'],
    stdio: ['2025', '2026'],
    validates: true,
    versions: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
    install: ['@modelcontextprotocol/server', 'zod'],
  },
  {
    name: 'sdk-v2-session',
    title: 'official SDK v2, one server kept for each session',
    http: ['2025'],
    stdio: [],
    validates: true,
    versions: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
  },
  {
    name: 'tmcp',
    title: 'tmcp',
    http: ['2025', '2026'],
    stdio: ['2025', '2026'],
    validates: true,
    versions: ['tmcp', '@tmcp/transport-http', '@tmcp/transport-stdio', '@tmcp/adapter-zod', 'zod'],
    install: ['tmcp', '@tmcp/transport-stdio', '@tmcp/adapter-zod', 'zod'],
  },
  {
    name: 'polyspec',
    title: 'polyspec, serve()',
    http: ['2025', '2026'],
    stdio: ['2025', '2026'],
    validates: true,
    versions: ['polyspec'],
  },
];
