import type { Application } from '../application/application.js';
import type { ServerControl } from '../application/lifecycle.js';
import { type Awaitable, after } from '../awaitable.js';
import { MemoryBus } from '../bus/memory-bus.js';
import { ChangeHub } from '../changes/change-hub.js';
import { covering } from '../changes/covering.js';
import type { ChangeEvent } from '../contract/change-event.js';
import { safeLogger, stderrLogger } from '../contract/logger.js';
import { RequestError } from '../errors.js';
import { asksForGuards } from '../operations/asks-for-guards.js';
import type { ServerOptions } from '../options/server-options.js';
import { Cursors } from '../paging/cursors.js';
import { createSealer, keysFromEnvironment } from '../seal/index.js';
import { shown } from '../shown.js';
import { cachePolicyOf } from './cache-policy.js';
import { callTool, type ToolCaller } from './call-tool.js';
import { checkApplication } from './check-application.js';
import { ClientRequests } from './client-requests.js';
import { closeApplication } from './close-application.js';
import { findCompleter, proposeValues } from './completions.js';
import { errorPolicy } from './error-policy.js';
import { featuresOf, warnOfNothing } from './features.js';
import { withIcons } from './icons.js';
import { InFlight } from './in-flight.js';
import { Lists } from './lists.js';
import { LiveLists } from './live-lists.js';
import { fillPrompt, requireArguments } from './prompts.js';
import { RequestContext } from './request-context.js';
import { requestHost } from './request-host.js';
import { locate, readLocated } from './resources.js';
import type { Features, ListedTool, Page, Runtime, ServerFacts } from './runtime.js';
import { checkAtStart } from './start-check.js';
import type { ToolEntry } from './tool-catalog.js';

const DEFAULT_VERSION = '1.0.0';

/** One hour. */
const DEFAULT_CURSOR_TTL_MS = 3_600_000;

/** One hour: its user may have to think, and to come back. */
const DEFAULT_ROUND_TTL_MS = 3_600_000;

const DEFAULT_MAX_ROUND_STATE_BYTES = 65_536;

/** A runtime in the hands of the server that started it, and that closes it. */
export interface StartedRuntime extends Runtime {
  /** The server as the application sees it. */
  readonly control: ServerControl;
  readonly changes: ChangeHub;
}

/**
 * Builds the runtime of an application: runs its `onStart`, then checks all that it lists, so that what is wrong is said
 * before the first client comes. An application that has started, but can't be served, is closed again.
 *
 * @param checkTool what the revisions served have to say about each tool when it is first seen
 * @throws ApplicationError, SchemaError, UriTemplateError
 */
export async function createRuntime(
  name: string,
  application: Application,
  options: ServerOptions,
  checkTool?: (tool: ListedTool) => void,
): Promise<StartedRuntime> {
  checkApplication(application);
  const logger = safeLogger(options.logger ?? stderrLogger);
  const bus = options.bus ?? new MemoryBus(logger);
  const server = serverFacts(name, options);
  const live = new LiveLists(application, (event) => changes.publish(event), checkTool);
  const sealer = createSealer({ keys: options.keys ?? keysFromEnvironment(process.env) });
  const cachePolicy = cachePolicyOf(application, options, logger);
  const cursors = new Cursors({
    sealer,
    ttlMs: options.cursorTtlMs ?? DEFAULT_CURSOR_TTL_MS,
    server: server.name,
    scopeOf: async (method, context) => (await cachePolicy(method, undefined, context)).scope,
  });
  const { pageSize = Number.POSITIVE_INFINITY } = options;
  const lists = new Lists(application, { cursors, pageSize, logger, checkTool }, live);
  const exposeErrors = options.exposeErrors ?? false;
  const errorText = errorPolicy(exposeErrors, logger);
  const clientRequests = new ClientRequests(options.askTimeoutMs);
  const inFlight = new InFlight(clientRequests);
  const host = requestHost(logger, clientRequests, options.progressIntervalMs ?? 0);

  // What was made of lists that may have been changed in place. An update may concern what the list says of a resource.
  const stale: Readonly<Record<ChangeEvent['type'], readonly { forget(): void }[]>> = {
    toolsListChanged: [live.tools, lists.tools],
    promptsListChanged: [live.prompts, lists.prompts],
    resourcesListChanged: [live.resources, lists.resources, live.resourceTemplates, lists.templates],
    resourceUpdated: [live.resources, lists.resources],
    elicitationComplete: [],
  };
  const changes = new ChangeHub({
    bus,
    logger,
    windowMs: options.changeDebounceMs,
    onNews: ({ type }) => {
      for (const list of stale[type]) list.forget();
    },
  });
  const notify = (event: ChangeEvent): void => changes.notify(event);
  const control = live.control(server.name, notify);
  let features: Features;
  let hasStarted = false;
  try {
    await application.onStart?.(control);
    hasStarted = true;
    const completesItself = await checkAtStart(application, lists, options, logger);
    warnOfNothing(application, live.facets, logger);
    features = featuresOf(application, completesItself, live.facets);
  } catch (thrown) {
    if (hasStarted) await closeApplication(application, options.graceMs ?? 0, logger);
    changes.close();
    throw thrown;
  }
  live.startIsOver(features);
  const caller: ToolCaller = {
    application,
    logger,
    rounds: {
      sealer,
      server: server.name,
      roundTtlMs: options.roundTtlMs ?? DEFAULT_ROUND_TTL_MS,
      maxRoundStateBytes: options.maxRoundStateBytes ?? DEFAULT_MAX_ROUND_STATE_BYTES,
      logger,
    },
    usesElicitation: features.elicitation,
    schemaEngine: options.schemaEngine,
    exposeErrors,
    errorText,
  };
  const { checkPromptArguments = true } = options;
  const toolIcons = application.toolIcons?.bind(application);
  const promptIcons = application.promptIcons?.bind(application);
  const resourceIcons = application.resourceIcons?.bind(application);

  const toolEntry = (tool: string, context: RequestContext): Awaitable<ToolEntry | undefined> => {
    const { found } = context;
    if (found?.listed.name === tool) return found;
    return after(lists.tools.holding(tool, context), ({ byName }) => byName.get(tool));
  };

  const runtime: StartedRuntime = {
    server,
    features,
    logger,
    bus,
    inFlight,
    clientRequests,
    sealer,
    extensions: options.extensions ?? [],
    errorText,
    control,
    changes,
    notify,
    listen: (filter, listener) => changes.listen(covering(filter, application), listener),
    context: (facts) => new RequestContext(facts, notify, host),

    listTools: async (cursor, context) => {
      const page = await lists.tools.page(cursor, context);
      return withItems(page, withIcons(page.items, toolIcons && ((tool) => toolIcons(tool.name, context)), logger));
    },
    findTool: (tool, context) =>
      after(toolEntry(tool, context), (entry) => {
        context.found = entry;
        return entry?.listed;
      }),
    callTool: (tool, args, context) =>
      after(toolEntry(tool, context), (entry) => {
        if (entry === undefined) throw new RequestError('unknown-tool', `Unknown tool '${shown(tool)}'`);
        context.tool = entry.listed;
        return callTool(entry, args, context, caller);
      }),

    listPrompts: async (cursor, context) => {
      const page = await lists.prompts.page(cursor, context);
      return withItems(
        page,
        withIcons(page.items, promptIcons && ((prompt) => promptIcons(prompt.name, context)), logger),
      );
    },
    getPrompt: async (prompt, args, context) => {
      const descriptor = (await lists.prompts.holding(prompt, context)).byName.get(prompt);
      if (descriptor === undefined)
        throw new RequestError('unknown-prompt', `Unknown prompt '${shown(prompt)}'`, { name: prompt });
      if (checkPromptArguments) requireArguments(descriptor, args);
      return fillPrompt(descriptor, args, context, caller);
    },

    listResources: async (cursor, context) => {
      const page = await lists.resources.page(cursor, context);
      return withItems(
        page,
        withIcons(page.items, resourceIcons && (({ uri }) => resourceIcons(uri, context)), logger),
      );
    },
    listResourceTemplates: async (cursor, context) => {
      const page = await lists.templates.page(cursor, context);
      return withItems(
        page,
        withIcons(page.items, resourceIcons && (({ uriTemplate }) => resourceIcons(uriTemplate, context)), logger),
      );
    },
    readResource: async (uri, context) => {
      const resources = await lists.resources.holding(uri, context);
      // A resource that was hidden is gone, also where a template would fit its URI.
      const isSettled = resources.byUri.has(uri) || live.resources.hides(uri);
      const located = locate(uri, resources, isSettled ? undefined : await lists.templates.whole(context));
      return readLocated(uri, located, context, caller);
    },

    complete: async (reference, argument, resolved, context) => {
      const completer = findCompleter(reference, argument, {
        prompts: reference.type === 'prompt' ? await lists.prompts.holding(reference.name, context) : undefined,
        resources: reference.type === 'resource' ? await lists.resources.holding(reference.uri, context) : undefined,
        templates: reference.type === 'resource' ? await lists.templates.holding(reference.uri, context) : undefined,
      });
      try {
        return await proposeValues(completer, reference, argument, resolved, application, context);
      } catch (thrown) {
        if (thrown instanceof RequestError) throw thrown;
        const text = errorText(thrown, `The completion of '${argument.name}'`);
        throw new RequestError('internal', text, undefined, { cause: thrown });
      }
    },

    cachePolicy,
  };
  if (!asksForGuards(options)) return runtime;
  const { guardRuntime } = await import('../operations/guard-runtime.js');
  return guardRuntime(runtime, options, { toolEntry, schemaEngine: options.schemaEngine });
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

/** A page with other items in place of its own. */
function withItems<T>(page: Page<T>, items: readonly T[]): Page<T> {
  return items === page.items ? page : { ...page, items };
}
