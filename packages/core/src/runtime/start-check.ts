import type { Application } from '../application/application.js';
import type { Exchange } from '../contract/exchange.js';
import type { Logger } from '../contract/logger.js';
import { ApplicationError, SchemaError, UriTemplateError } from '../errors.js';
import { loadParts, loadRounds } from '../late-parts.js';
import type { ServerOptions } from '../options/server-options.js';
import { answersInRounds } from '../rounds/run-in-rounds.js';
import { Cancellation } from './cancellation.js';
import type { Lists } from './lists.js';
import { warnOfNearHooks } from './near-hooks.js';
import { RequestContext } from './request-context.js';
import { compileChecks } from './tool-catalog.js';

/** How long the start waits for a list without a word, in milliseconds. */
const PATIENCE_MS = 5000;

/**
 * Asks the application for its lists, or for the first page of them where they are sources, once before any client does, so that a bad schema or template stops the start and not
 * the first client. A list that can't be had without a client, for example because it depends on the caller, is checked
 * when it is first asked for. With `precompile` all that comes late is loaded, else what answers in rounds where something does.
 *
 * @returns whether a prompt or template has complete functions of its own
 */
export async function checkAtStart(
  application: Application,
  lists: Lists,
  { precompile = false, schemaEngine }: ServerOptions,
  logger: Logger,
): Promise<boolean> {
  const context = startContext();
  const attempt = async <T>(list: () => T | PromiseLike<T>, what: string): Promise<T | undefined> => {
    // Whoever only sees that nothing starts should not have to guess what it waits for.
    const timer = setTimeout(() => logger.warn({}, `The start still waits for the list of ${what}`), PATIENCE_MS);
    timer.unref();
    try {
      return await list();
    } catch (err) {
      if (err instanceof ApplicationError || err instanceof SchemaError || err instanceof UriTemplateError) throw err;
      logger.warn({ err }, `The ${what} could not be listed at start`);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
  const tools = await attempt(() => lists.tools.first(context), 'tools');
  const prompts = await attempt(() => lists.prompts.first(context), 'prompts');
  const resources = await attempt(() => lists.resources.first(context), 'resources');
  const templates = await attempt(() => lists.templates.first(context), 'resource templates');
  const entries = tools?.catalogs.flatMap(({ byName }) => [...byName.values()]) ?? [];
  const called = entries.map(({ descriptor: { name, method = name } }) => method);
  warnOfNearHooks(application, new Set(called), logger);
  // One bad tool must not take the rest of a source with it; its tools are compiled when they are called.
  if (precompile && tools?.isWhole === true) for (const entry of entries) await compileChecks(entry, schemaEngine);
  const prompted = prompts?.catalogs.flatMap(({ byName }) => [...byName.values()]) ?? [];
  const reads = [
    ...(resources?.catalogs.flatMap(({ byUri }) => [...byUri.values()]) ?? []),
    ...(templates?.catalogs.flatMap(({ descriptors }) => descriptors) ?? []),
  ];
  if (precompile) {
    await loadParts();
  } else if (
    ROUND_HOOKS.some((hook) => application[hook] !== undefined) ||
    entries.some(({ usesRounds }) => usesRounds) ||
    prompted.some(({ run }) => answersInRounds(run)) ||
    reads.some(({ read }) => answersInRounds(read))
  ) {
    await loadRounds();
  }
  const completes = prompted.some((prompt) => prompt.arguments?.some(({ complete }) => complete));
  const completesTemplates = templates?.catalogs.some(({ descriptors }) =>
    descriptors.some(({ complete }) => complete),
  );
  return completes || (completesTemplates ?? false);
}

const ROUND_HOOKS = ['callToolRound', 'getPromptRound', 'readResourceRound'] as const;

/** The context of nobody's request. */
function startContext(): RequestContext {
  const exchange: Exchange = {
    peer: {},
    disconnected: new AbortController().signal,
    gone: false,
    canStream: false,
    stream: () => undefined,
    send: () => false,
    suspend: () => undefined,
    conclude: () => undefined,
  };
  const facts = {
    exchange,
    revision: '',
    client: { capabilities: {} },
    meta: undefined,
    cancellation: new Cancellation(),
  };
  return new RequestContext(facts, () => undefined);
}
