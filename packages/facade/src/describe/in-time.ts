import { type Application, ApplicationError, isPromiseLike, type Source } from '@polyspec/core';
import { unlessStalled } from '../cli/stalled.js';
import { withMembers } from './application-view.js';

/** How long a hook may take to answer, in milliseconds. */
export const HOOK_LIMIT_MS = 30_000;

/** The hooks that are run to describe an application. */
const HOOKS = ['onStart', 'tools', 'prompts', 'resources', 'resourceTemplates', 'onClose'] as const;

/**
 * An application whose hooks fail where they don't answer: a promise that is never settled would be waited for without end, and
 * without a word.
 *
 * @param limitMs how long each may take, in milliseconds
 */
export function answeringInTime(application: Application, limitMs: number): Application {
  const members: Record<string, unknown> = {};
  for (const hook of HOOKS) {
    const own = application[hook] as ((...args: readonly unknown[]) => unknown) | undefined;
    if (typeof own !== 'function') continue;
    members[hook] = (...args: readonly unknown[]) =>
      inTime(`${hook}()`, own.apply(application, [...args]), limitMs, (given) =>
        isSource(given) ? sourceInTime(hook, given, limitMs) : given,
      );
  }
  return withMembers(application, members);
}

function isSource(given: unknown): given is Source<object> {
  return typeof given === 'object' && given !== null && 'list' in given && typeof given.list === 'function';
}

function sourceInTime(hook: string, source: Source<object>, limitMs: number): Source<object> {
  return {
    list: (cursor, context) => inTime(`The source of ${hook}()`, source.list(cursor, context), limitMs),
    get: (name, context) => source.get(name, context),
  };
}

/** What is there at once is given at once. */
function inTime<Given>(
  who: string,
  given: Given | PromiseLike<Given>,
  limitMs: number,
  then: (given: Given) => Given = (same) => same,
): Given | Promise<Given> {
  return isPromiseLike(given) ? settledInTime(who, given, limitMs).then(then) : then(given);
}

async function settledInTime<Result>(who: string, work: PromiseLike<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ApplicationError(`${who} has not answered for ${limitMs / 1000} s`)), limitMs);
    // Where nothing else is left to do, there is nothing to wait for.
    timer.unref();
  });
  try {
    return await unlessStalled(
      Promise.race([work, late]),
      () => new ApplicationError(`${who} has not answered, and nothing is left to do that could bring its answer`),
    );
  } finally {
    clearTimeout(timer);
  }
}
