import { type Application, ApplicationError, OptionError, SchemaError, UriTemplateError } from '@polyspec/core';
import { releaseStdout } from '../guard.js';
import type { ServeOptions } from '../options.js';
import { startServer } from '../serve.js';
import { isStdio } from '../transport-choice.js';
import { CliError } from './cli-error.js';
import type { Command } from './command.js';
import { asNumber, type FlagTable } from './flags.js';
import { loadModule } from './load-module.js';
import { unlessStalled } from './stalled.js';

/** The flag that both commands have. */
export const specFlag: FlagTable = {
  spec: {
    value: 'REVISION',
    isList: true,
    option: 'spec',
    read: (text) => text.split(','),
    about: "what to serve: 'all' (default), a revision, or several with commas",
  },
};

const flags: FlagTable = {
  ...specFlag,
  transport: { value: 'NAME', option: 'transport', about: "'stdio' (default), or 'http'" },
  host: { value: 'ADDRESS', option: 'host', about: 'HTTP: the address to bind, 127.0.0.1 by default' },
  port: {
    value: 'NUMBER',
    option: 'port',
    read: asNumber,
    about: 'HTTP: the port to bind, 8080 by default; 0 takes a free one',
  },
  path: { value: 'PATH', option: 'path', about: 'HTTP: the path of the endpoint, /mcp by default' },
  'allowed-origin': {
    value: 'ORIGIN',
    isList: true,
    option: 'allowedOrigins',
    about: 'HTTP: a web page that may call; several times for several',
  },
  'allowed-host': {
    value: 'HOST',
    isList: true,
    option: 'allowedHosts',
    about: 'HTTP: a name under which this server is reached; several times for several',
  },
  'origin-check': { option: 'originCheck', about: 'HTTP: whether Origin and Host are checked; they are by default' },
  sessions: { option: 'sessions', about: 'HTTP, revisions of 2025: whether clients get sessions; they do by default' },
  name: { value: 'NAME', option: 'name', about: "the server's name; by default that of the module" },
  title: { value: 'TEXT', option: 'title', about: "the server's name for display" },
  'expose-errors': {
    option: 'exposeErrors',
    about: 'whether clients see the text of unexpected errors; over stdio they do by default',
  },
};

/** `polyspec serve`: serves the application that a module exports. Flags go before the module's own `options`. */
export const serveCommand: Command = {
  name: 'serve',
  about: "serves the module's default export; its export 'options' is read too, below the flags",
  flags,
  run: async (modulePath, fromFlags) => {
    const { application, options: ownOptions, name } = await loadModule(modulePath);
    const options = { ...ownOptions, ...fromFlags };
    // Over HTTP nothing else needs stdout.
    if (!isStdio(options.transport)) releaseStdout();
    try {
      await unlessStalled(startServer(nameAmong(options) ?? name, application, options as ServeOptions), () =>
        unanswered(application),
      );
    } catch (thrown) {
      throw explained(thrown, modulePath, fromFlags);
    }
    return undefined;
  },
};

/** What the start asks of an application, in this order. */
const ASKED = ['onStart', 'tools', 'prompts', 'resources', 'resourceTemplates'] as const;

/** Why a start does not come to its end, though nothing is left to do. */
function unanswered(application: Application): Error {
  const hooks = ASKED.filter((hook) => typeof application[hook] === 'function').map((hook) => `${hook}()`);
  const who = hooks.length === 1 ? hooks[0] : `one of ${hooks.join(', ')}`;
  const advice = hooks.length === 1 ? '' : "; 'polyspec describe' tells which";
  return new ApplicationError(
    `${who} has not answered, and nothing is left to do that could bring its answer${advice}`,
  );
}

/** The name that an option gives, if it is one; if not, the check of options says so. */
export function nameAmong({ name }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** What went wrong, in a sentence; as a wrong command line where a flag is to blame. */
function explained(thrown: unknown, modulePath: string, fromFlags: Readonly<Record<string, unknown>>): unknown {
  if (thrown instanceof OptionError) {
    const isFlag = Object.hasOwn(fromFlags, thrown.option);
    return new CliError(
      isFlag ? 2 : 1,
      isFlag ? thrown.message : `The export 'options' of ${modulePath}: ${thrown.message}`,
    );
  }
  const isAboutApplication =
    thrown instanceof ApplicationError || thrown instanceof SchemaError || thrown instanceof UriTemplateError;
  if (isAboutApplication) return new CliError(1, `The application of ${modulePath}: ${thrown.message}`);
  return thrown instanceof Error ? new CliError(1, thrown.message, { cause: thrown }) : thrown;
}
