import type { ServerOptions as NodeHttpOptions } from 'node:http';
import type { ServerOptions as NodeHttpsOptions } from 'node:https';
import {
  atLeast,
  flag,
  type HttpGuard,
  integer,
  nonEmptyString,
  type OptionRule,
  type OptionTable,
  objectWith,
} from '@polyspec/core';
import type { FastifyServerOptions } from 'fastify';

/** Options of an MCP endpoint over HTTP, whatever server it is mounted in. */
export interface HttpEndpointOptions {
  /** The largest body that is read, in bytes; a larger one is answered with 413. Default 4 MiB (4,194,304). */
  readonly bodyLimit?: number | undefined;
  /**
   * Whether `Origin` and `Host` are checked (403). Default true. Switching it off opens the server to every web page that
   * the user visits; it is warned about, and not conformant.
   */
  readonly originCheck?: boolean | undefined;
  /**
   * Web pages that may call this server, such as `https://app.example.com`; `null` is the origin of local files and
   * sandboxed frames, `*` is any. On connections to a loopback address, pages served from loopback names are allowed beside
   * them. Default: none. Giving a list, even an empty one, also switches CORS on for the origins that are allowed.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Names under which this server may be reached, as in the `Host` header, with a port or for any port; `*` is any. On
   * connections to a loopback address, loopback names are allowed beside them. Default: only those there, any elsewhere.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** How often a quiet stream gets a comment line, so that proxies keep it, in seconds. Default 15; 0 switches it off. */
  readonly keepAliveSeconds?: number | undefined;
  /**
   * After how much silence a running request begins its stream, so that proxies don't cut a long call, in milliseconds.
   * Only for clients that accept a stream. Default 5000; 0 switches it off.
   */
  readonly sseAfterMs?: number | undefined;
  /**
   * How often a guard is asked whether the caller of a stream is still welcome, in milliseconds; it is also asked when the
   * caller's credentials end. Default 60,000; 0: only then. A caller who is not, or for whom the guard fails, has to come back.
   */
  readonly recheckMs?: number | undefined;
  /**
   * How much a client that reads too slowly may leave unread on a stream, in characters. After that messages to it are dropped;
   * a standing stream, and one that can be resumed, ends. Answers always go out. Default 1,048,576.
   */
  readonly streamBuffer?: number | undefined;
  /** Who may use this server: authentication before a body is read, and authorization of each operation. Default: anybody. */
  readonly guard?: HttpGuard | undefined;
}

/** Options of `streamableHttp`: those of its endpoint, and where it listens. */
export interface HttpOptions extends HttpEndpointOptions {
  /** The address to bind. Default `127.0.0.1`: reachable from this machine only. */
  readonly host?: string | undefined;
  /** The port to bind. Default 8080; 0 takes a free one. */
  readonly port?: number | undefined;
  /** The path of the endpoint. Default `/mcp`. */
  readonly path?: string | undefined;
  /** Options handed to Fastify, such as `https`, `http2`, `trustProxy` or `requestTimeout`. */
  readonly serverOptions?: HttpServerOptions | undefined;
}

/** What Fastify takes, with TLS and HTTP/2. */
export interface HttpServerOptions extends FastifyServerOptions {
  readonly https?: NodeHttpsOptions | null | undefined;
  readonly http?: NodeHttpOptions | null | undefined;
  readonly http2?: boolean | undefined;
}

/** What stands in a URL as it is: of other characters, and of `.` and `..`, clients and routers make different things. */
const PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w\-.~!$&'()+,;=@]*)+$/;

const path: OptionRule = {
  accepts: (value) => typeof value === 'string' && PATH.test(value),
  takes: "a path such as '/mcp', of ASCII letters, digits, '/' and -._~!$&'()+,;=@, without '.' and '..' as parts",
};

const origins: OptionRule = {
  accepts: (value) => Array.isArray(value) && value.every(isOrigin),
  takes: "a list of origins such as 'https://app.example.com', 'null' or '*'",
};

const hosts: OptionRule = {
  accepts: (value) => Array.isArray(value) && value.every(isHost),
  takes: "a list of host names such as 'mcp.example.com' or 'mcp.example.com:8443', or '*'",
};

/** What `HttpEndpointOptions` take. */
export const httpEndpointOptions: OptionTable = {
  bodyLimit: integer(1),
  originCheck: flag,
  allowedOrigins: origins,
  allowedHosts: hosts,
  keepAliveSeconds: atLeast(0),
  sseAfterMs: atLeast(0),
  recheckMs: atLeast(0),
  streamBuffer: integer(0),
  guard: objectWith('authenticate'),
};

/** The `path` of an endpoint that is mounted by a path. */
export const pathOption: OptionTable = { path };

/** What `HttpOptions` take. */
export const httpOptions: OptionTable = {
  ...httpEndpointOptions,
  ...pathOption,
  host: nonEmptyString,
  port: integer(0, 65_535),
  serverOptions: {
    accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    takes: 'an object of Fastify options',
  },
};

function isOrigin(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    (value === '*' || value === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/?$/i.test(value))
  );
}

function isHost(value: unknown): boolean {
  return typeof value === 'string' && /^(?:\*|\[[\da-f:.]+\](?::\d{1,5})?|[^:/?#@\s[\]]+(?::\d{1,5})?)$/i.test(value);
}
