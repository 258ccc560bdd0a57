import type { Application } from '../application/application.js';
import type { CacheableOperation, CachePolicy } from '../application/cache-policy.js';
import type { CallContext } from '../application/context.js';
import { after } from '../awaitable.js';
import { MemoryBus } from '../bus/memory-bus.js';
import { CHANGES } from '../contract/bus.js';
import type { ChangeEvent } from '../contract/change-event.js';
import { type Logger, safeLogger, stderrLogger } from '../contract/logger.js';
import { RequestError } from '../errors.js';
import type { ServerOptions } from '../options/server-options.js';
import { shown } from '../shown.js';
import { callTool, type ToolCaller } from './call-tool.js';
import { checkApplication } from './check-application.js';
import { findCompleter, proposeValues } from './completions.js';
import { errorPolicy } from './error-policy.js';
import { featuresOf } from './features.js';
import { withIcons } from './icons.js';
import { InFlight } from './in-flight.js';
import { Lists } from './lists.js';
import { fillPrompt, requireArguments } from './prompts.js';
import { RequestContext } from './request-context.js';
import { locate, readLocated } from './resources.js';
import type { Page, Runtime, ServerFacts } from './runtime.js';
import { checkAtStart } from './start-check.js';

const DEFAULT_VERSION = '1.0.0';

/**
 * Builds the runtime of an application: runs its `onStart`, then checks all that it lists, so that what is wrong is said
 * before the first client comes.
 *
 * @throws ApplicationError, SchemaError, UriTemplateError
 */
export async function createRuntime(name: string, application: Application, options: ServerOptions): Promise<Runtime> {
  checkApplication(application);
  const logger = safeLogger(options.logger ?? stderrLogger);
  const bus = options.bus ?? new MemoryBus(logger);
  const server = serverFacts(name, options);
  const lists = new Lists(application, logger);
  const exposeErrors = options.exposeErrors ?? false;
  const errorText = errorPolicy(exposeErrors, logger);
  const inFlight = new InFlight();

  const notify = (event: ChangeEvent): void => {
    lists.forget();
    try {
      bus.publish(CHANGES, event);
    } catch (err) {
      logger.error({ err, event }, 'A change could not be published');
    }
  };
  await application.onStart?.({ name: server.name, notify });
  const features = featuresOf(application, await checkAtStart(application, lists, options, logger));
  const caller: ToolCaller = {
    application,
    logger,
    usesElicitation: features.elicitation,
    schemaEngine: options.schemaEngine,
    exposeErrors,
    errorText,
  };
  const { checkPromptArguments = true } = options;
  const toolIcons = application.toolIcons?.bind(application);
  const promptIcons = application.promptIcons?.bind(application);
  const resourceIcons = application.resourceIcons?.bind(application);

  return {
    server,
    features,
    logger,
    bus,
    inFlight,
    errorText,
    notify,
    context: (facts) => new RequestContext(facts, notify),

    listTools: async (cursor, context) => {
      const { items } = await lists.tools(context);
      return page(cursor, withIcons(items, toolIcons && ((tool) => toolIcons(tool.name, context)), logger));
    },
    findTool: async (tool, context) => (await lists.tools(context)).byName.get(tool)?.listed,
    callTool: (tool, args, context) =>
      after(lists.tools(context), ({ byName }) => {
        const entry = byName.get(tool);
        if (entry === undefined) throw new RequestError('unknown-tool', `Unknown tool '${shown(tool)}'`);
        context.tool = entry.listed;
        return callTool(entry, args, context, caller);
      }),

    listPrompts: async (cursor, context) => {
      const { items } = await lists.prompts(context);
      return page(cursor, withIcons(items, promptIcons && ((prompt) => promptIcons(prompt.name, context)), logger));
    },
    getPrompt: async (prompt, args, context) => {
      const descriptor = (await lists.prompts(context)).byName.get(prompt);
      if (descriptor === undefined)
        throw new RequestError('unknown-prompt', `Unknown prompt '${shown(prompt)}'`, { name: prompt });
      if (checkPromptArguments) requireArguments(descriptor, args);
      return fillPrompt(descriptor, args, context, caller);
    },

    listResources: async (cursor, context) => {
      const { items } = await lists.resources(context);
      return page(cursor, withIcons(items, resourceIcons && (({ uri }) => resourceIcons(uri, context)), logger));
    },
    listResourceTemplates: async (cursor, context) => {
      const { items } = await lists.templates(context);
      return page(
        cursor,
        withIcons(items, resourceIcons && (({ uriTemplate }) => resourceIcons(uriTemplate, context)), logger),
      );
    },
    readResource: async (uri, context) => {
      const located = locate(uri, await lists.resources(context), await lists.templates(context));
      return readLocated(uri, located, context, caller);
    },

    complete: async (reference, argument, resolved, context) => {
      const completer = findCompleter(reference, argument, {
        prompts: reference.type === 'prompt' ? await lists.prompts(context) : undefined,
        resources: reference.type === 'resource' ? await lists.resources(context) : undefined,
        templates: reference.type === 'resource' ? await lists.templates(context) : undefined,
      });
      try {
        return await proposeValues(completer, reference, argument, resolved, application, context);
      } catch (thrown) {
        if (thrown instanceof RequestError) throw thrown;
        throw new RequestError('internal', errorText(thrown, `The completion of '${argument.name}'`));
      }
    },

    cachePolicy: (operation, request, context) =>
      cachePolicy(application, options, operation, request, context, logger),
  };
}

function serverFacts(name: string, options: ServerOptions): ServerFacts {
  const { title, description, websiteUrl, icons, instructions } = options;
  const wireName = options.name ?? name;
  return {
    name: wireName,
    version: options.version ?? DEFAULT_VERSION,
    title: title ?? wireName,
    ...(description && { description }),
    ...(websiteUrl !== undefined && { websiteUrl }),
    ...(icons !== undefined && icons.length > 0 && { icons }),
    instructions: instructions === '' ? undefined : instructions,
  };
}

/** One page, which is the whole list: no cursor was ever given, so any that comes is not one of ours. */
function page<T>(cursor: string | undefined, items: readonly T[]): Page<T> {
  if (cursor !== undefined) throw new RequestError('invalid-cursor', 'Invalid cursor');
  return { items };
}

async function cachePolicy(
  application: Application,
  { cacheTtl = 0, cacheScope = 'private' }: ServerOptions,
  operation: CacheableOperation,
  request: string | undefined,
  context: CallContext,
  logger: Logger,
): Promise<CachePolicy> {
  const fallback: CachePolicy = { ttlMs: cacheTtl, scope: cacheScope };
  const policy = await application.cachePolicy?.(operation, request, context);
  if (policy === undefined || policy === null) return fallback;
  const isValid =
    Number.isSafeInteger(policy.ttlMs) && policy.ttlMs >= 0 && ['public', 'private'].includes(policy.scope);
  if (!isValid) logger.warn({ operation, policy }, 'cachePolicy gave an invalid policy; the options are used instead');
  return isValid ? policy : fallback;
}
