import type { Icon } from '../application/content.js';
import type { Bus } from '../contract/bus.js';
import type { Logger } from '../contract/logger.js';
import type { SchemaValidatorEngine } from '../schema/index.js';
import { anyString, flag, integer, nonEmptyString, objectWith, oneOf } from './rules.js';
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
  /** How long running requests may go on after `close`, in milliseconds. Default 1000. */
  readonly graceMs?: number | undefined;
}

/** The longest time that a timer of Node takes, in milliseconds. */
const MAX_TIMER_MS = 2_147_483_647;

/** What `ServerOptions` take. */
export const serverOptions: OptionTable = {
  name: nonEmptyString,
  version: nonEmptyString,
  title: anyString,
  description: anyString,
  websiteUrl: { accepts: (value) => typeof value === 'string' && URL.canParse(value), takes: 'a URL' },
  icons: {
    accepts: (value) => Array.isArray(value) && value.every((icon) => typeof (icon as Icon | null)?.src === 'string'),
    takes: 'a list of icons, each with a src',
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
  graceMs: integer(0, MAX_TIMER_MS),
};
