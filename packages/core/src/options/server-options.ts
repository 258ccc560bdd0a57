import type { Icon } from '../application/content.js';
import { ICONS } from '../application/member-types.js';
import type { Bus } from '../contract/bus.js';
import type { Extension } from '../contract/extension.js';
import type { Logger } from '../contract/logger.js';
import type { Middleware } from '../contract/middleware.js';
import { areExtensions } from '../extensions/check-extensions.js';
import type { Limits } from '../operations/limits.js';
import type { SchemaValidatorEngine } from '../schema/index.js';
import { readKeys, type SealingKey } from '../seal/keys.js';
import {
  anyString,
  flag,
  functionList,
  integer,
  MAX_TIMER_MS,
  nonEmptyString,
  objectOf,
  objectWith,
  oneOf,
} from './rules.js';
import type { OptionTable } from './table.js';

/** Options of every server, whatever its revisions and its transport. */
export interface ServerOptions {
  /** The server's name on the wire; beats the name argument. */
  readonly name?: string | undefined;
  /** The server's version. Default `1.0.0`. */
  readonly version?: string | undefined;
  /** The server's name for display. Default: its name. */
  readonly title?: string | undefined;
  /** What the server is. Shown from 2025-11-25 on. */
  readonly description?: string | undefined;
  /** The server's home page. Shown from 2025-11-25 on. */
  readonly websiteUrl?: string | undefined;
  /** The server's icons. Shown from 2025-11-25 on. */
  readonly icons?: readonly Icon[] | undefined;
  /** How a model uses this server as a whole. Default: none. */
  readonly instructions?: string | undefined;
  /** How long a client may keep cacheable results, in milliseconds. Default 0: not at all. Revision 2026-07-28. */
  readonly cacheTtl?: number | undefined;
  /** Whether clients may share cacheable results between callers. Default `private`. Revision 2026-07-28. */
  readonly cacheScope?: 'public' | 'private' | undefined;
  /** Whether clients see the text of unexpected errors. Default: only where the client is the local user (stdio). */
  readonly exposeErrors?: boolean | undefined;
  /** Whether a prompt without a required argument is refused. Default true. */
  readonly checkPromptArguments?: boolean | undefined;
  /**
   * Whether the schemas of all tools are compiled before the server starts, so that the first call is as fast as the others
   * and a schema that can't be compiled stops the start. Default: over HTTP only, since a process started by its client
   * should answer soon; a schema is then compiled when its tool is first called.
   */
  readonly precompile?: boolean | undefined;
  /** What decides whether values fit a schema. Default: ajv, which makes code at run time; some edge hosts forbid that. */
  readonly schemaEngine?: SchemaValidatorEngine | undefined;
  /** Where warnings and errors go. Default: JSON lines on stderr. */
  readonly logger?: Logger | undefined;
  /** Carries change events. Default: in memory. */
  readonly bus?: Bus | undefined;
  /**
   * How long the first of a burst of changes waits for others, in milliseconds: like ones are then published once. Default
   * 10, at most 60000; 0 publishes each at once.
   */
  readonly changeDebounceMs?: number | undefined;
  /**
   * How many items a page of a list has at most, from 1 on. Default: all of an array come at once, and the pages of a `Source`
   * as it gives them; a longer page of a source is cut too. Not every client asks for the pages after the first.
   */
  readonly pageSize?: number | undefined;
  /** How long a client may go on with the cursor of a page, in milliseconds. Default 3600000: one hour. */
  readonly cursorTtlMs?: number | undefined;
  /**
   * The keys that seal cursors and the state of requests on their way through clients: each at least 32 random bytes, as bytes
   * or as a text in base64url, base64 or hex. The first seals, all open. Every process that serves the same clients needs the
   * same ones. Default: those in the environment variable `POLYSPEC_KEYS`, separated by commas; without it a random key, which
   * ends with the process.
   */
  readonly keys?: readonly SealingKey[] | undefined;
  /**
   * How long a client has to answer what it is asked between two rounds of a request, in milliseconds. Default 3600000: one hour.
   * Revision 2026-07-28.
   */
  readonly roundTtlMs?: number | undefined;
  /**
   * How long the state of a request may be that waits for the answers of its client, in bytes as it travels: sealed, with what
   * was asked. Default 65536. What does not fit is an error of the request, before anything is asked. Revision 2026-07-28.
   */
  readonly maxRoundStateBytes?: number | undefined;
  /**
   * How long running requests may go on after `close`, in milliseconds. Default 1000; over stdio 900, so that the process ends
   * within a second.
   */
  readonly graceMs?: number | undefined;
  /**
   * How long a client has to answer what it is asked in the middle of a request, in milliseconds. Default 600000: ten minutes,
   * since its user may have to think. Revisions of 2025.
   */
  readonly askTimeoutMs?: number | undefined;
  /**
   * How much time passes at least between two reports of progress of one request, in milliseconds: of what a handler reports
   * meanwhile, the latest is sent. Default 0: every report is sent.
   */
  readonly progressIntervalMs?: number | undefined;
  /**
   * How many log messages of one request its client is sent in a second. How many more there were, and of what levels, it is told
   * by one message when that second is over. Default 0: every message is sent.
   */
  readonly maxLogsPerSecond?: number | undefined;
  /** What runs around every operation, the first outermost. Default: nothing. */
  readonly use?: readonly Middleware[] | undefined;
  /** How many operations run and wait at once. Default: any number run, so none waits. */
  readonly limits?: Limits | undefined;
  /**
   * How long an operation may take once it has its turn, in milliseconds, middleware included; not counted is how long the client
   * takes to answer a question. Then `context.signal` aborts, and the client gets an error that says so. A tool may say otherwise
   * for its calls. Default 0: as long as it takes.
   */
  readonly timeoutMs?: number | undefined;
  /** What the server knows beyond the protocol, told to clients that ask what it can do. Default: nothing. */
  readonly extensions?: readonly Extension[] | undefined;
}

/** The longest that something sealed may be used, in milliseconds: a hundred years. */
const MAX_TTL_MS = 3_155_760_000_000;

/** What `ServerOptions` take. */
export const serverOptions: OptionTable = {
  name: nonEmptyString,
  version: nonEmptyString,
  title: anyString,
  description: anyString,
  websiteUrl: { accepts: (value) => typeof value === 'string' && URL.canParse(value), takes: 'a URL' },
  icons: {
    accepts: (value) => ICONS(value, 'icons') === undefined,
    takes:
      "a list of icons { src, mimeType?, sizes?, theme? }, such as [{ src: 'https://example.com/icon.png', sizes: ['48x48'] }]",
  },
  instructions: anyString,
  cacheTtl: integer(0),
  cacheScope: oneOf('public', 'private'),
  exposeErrors: flag,
  checkPromptArguments: flag,
  precompile: flag,
  schemaEngine: objectWith('compile'),
  logger: objectWith('debug', 'info', 'warn', 'error'),
  bus: objectWith('publish', 'subscribe'),
  changeDebounceMs: integer(0, 60_000),
  pageSize: integer(1),
  cursorTtlMs: integer(1, MAX_TTL_MS),
  keys: { accepts: areKeys, takes: 'a list of keys' },
  roundTtlMs: integer(1, MAX_TTL_MS),
  maxRoundStateBytes: integer(1),
  graceMs: integer(0, MAX_TIMER_MS),
  askTimeoutMs: integer(1, MAX_TIMER_MS),
  progressIntervalMs: integer(0, MAX_TIMER_MS),
  maxLogsPerSecond: integer(0),
  use: functionList,
  limits: objectOf('limits', {
    concurrency: integer(1),
    perClient: integer(1),
    queue: integer(0),
    queueMs: integer(1, MAX_TIMER_MS),
  }),
  timeoutMs: integer(0, MAX_TIMER_MS),
  extensions: { accepts: areExtensions, takes: 'a list of extensions' },
};

/** @throws OptionError that says what is wrong and never shows a key, as the table itself would */
function areKeys(value: unknown): boolean {
  readKeys(value as readonly SealingKey[], 'keys');
  return true;
}
