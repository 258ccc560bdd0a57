import type { Application } from '../application/application.js';
import type { Exchange } from '../contract/exchange.js';
import type { Logger } from '../contract/logger.js';
import { ApplicationError, SchemaError, UriTemplateError } from '../errors.js';
import type { ServerOptions } from '../options/server-options.js';
import { Cancellation } from './cancellation.js';
import { warnOfNothing } from './features.js';
import type { Lists } from './lists.js';
import { warnOfNearHooks } from './near-hooks.js';
import { RequestContext } from './request-context.js';
import { compileChecks } from './tool-catalog.js';

/**
 * Asks the application for its lists once before any client does, so that a bad schema or template stops the start and not
 * the first client. A list that can't be had without a client, for example because it depends on the caller, is checked
 * when it is first asked for.
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
    try {
      return await list();
    } catch (err) {
      if (err instanceof ApplicationError || err instanceof SchemaError || err instanceof UriTemplateError) throw err;
      logger.warn({ err }, `The ${what} could not be listed at start`);
      return undefined;
    }
  };
  const tools = await attempt(() => lists.tools(context), 'tools');
  const prompts = await attempt(() => lists.prompts(context), 'prompts');
  await attempt(() => lists.resources(context), 'resources');
  const templates = await attempt(() => lists.templates(context), 'resource templates');
  const called = [...(tools?.byName.values() ?? [])].map(({ descriptor: { name, method = name } }) => method);
  warnOfNothing(application, logger);
  warnOfNearHooks(application, new Set(called), logger);
  if (precompile) for (const entry of tools?.byName.values() ?? []) await compileChecks(entry, schemaEngine);
  const completes = [...(prompts?.byName.values() ?? [])].some((prompt) =>
    prompt.arguments?.some(({ complete }) => complete),
  );
  return completes || (templates?.descriptors.some(({ complete }) => complete) ?? false);
}

/** The context of nobody's request. */
function startContext(): RequestContext {
  const exchange: Exchange = {
    peer: {},
    disconnected: new AbortController().signal,
    canStream: false,
    stream: () => undefined,
    send: () => false,
    suspend: () => undefined,
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
