import { type Mock, vi } from 'vitest';
import type { Application } from '../src/application/application.js';
import type { PromptResult } from '../src/application/prompts.js';
import type { ResourceResult } from '../src/application/resources.js';
import type { ToolResult } from '../src/application/tools.js';
import type { Awaitable } from '../src/awaitable.js';
import type { Logger } from '../src/contract/logger.js';
import type { ServerOptions } from '../src/options/server-options.js';
import { Cancellation } from '../src/runtime/cancellation.js';
import { createRuntime } from '../src/runtime/create-runtime.js';
import type { RequestContext, RequestFacts } from '../src/runtime/request-context.js';
import type { Runtime } from '../src/runtime/runtime.js';
import { MemoryExchange } from '../src/testing/memory-exchange.js';

/** A logger whose calls a test can look at. */
export function spyLogger(): Record<keyof Logger, Mock<Logger['error']>> {
  return { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
}

/** A runtime of which nothing is asked in rounds: what it gives is the result. */
export type PlainRuntime = Omit<Runtime, 'callTool' | 'getPrompt' | 'readResource'> & {
  callTool(...call: Parameters<Runtime['callTool']>): Awaitable<ToolResult>;
  getPrompt(...call: Parameters<Runtime['getPrompt']>): Awaitable<PromptResult>;
  readResource(...call: Parameters<Runtime['readResource']>): Awaitable<ResourceResult>;
};

/** A runtime with a logger to look at and a maker of contexts. */
export async function start(
  application: Application,
  options: ServerOptions = {},
): Promise<{
  runtime: PlainRuntime;
  logger: ReturnType<typeof spyLogger>;
  context: (facts?: Partial<RequestFacts>) => RequestContext;
}> {
  const logger = spyLogger();
  const runtime = await createRuntime('test', application, { logger, ...options });
  const context = (facts: Partial<RequestFacts> = {}): RequestContext =>
    runtime.context({
      exchange: new MemoryExchange({}, () => undefined),
      revision: '2026-07-28',
      client: { capabilities: {} },
      meta: undefined,
      cancellation: new Cancellation(),
      ...facts,
    });
  return { runtime: runtime as PlainRuntime, logger, context };
}
