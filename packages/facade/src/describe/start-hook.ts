import { type Application, LiveLists } from '@polyspec/core';
import { type Members, withMembers } from './application-view.js';
import { type Problem, startProblem } from './problem.js';

const LISTS = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const;

/**
 * Runs the hook of start.
 *
 * @returns the application with what it added and hid there in its lists, and what went wrong
 */
export async function runStartHook(
  application: Application,
  name: string,
): Promise<{ readonly application: Application; readonly problems: readonly Problem[] }> {
  const live = new LiveLists(application, () => undefined);
  const problems: Problem[] = [];
  try {
    await application.onStart?.(live.control(name, () => undefined));
  } catch (thrown) {
    problems.push(startProblem('onStart()', thrown));
  }
  const members: Record<string, unknown> = {};
  for (const list of LISTS.filter((each) => !live[each].isEmpty)) members[list] = changedList(application, list, live);
  return { application: withMembers(application, members as Members), problems };
}

function changedList(application: Application, list: (typeof LISTS)[number], live: LiveLists): unknown {
  const isListed = typeof application[list] === 'function';
  if (!isListed && !live[list].hasAdded) return undefined;
  return async (context: never): Promise<unknown> => {
    const given: unknown = isListed ? await application[list]?.(context) : [];
    return Array.isArray(given) ? live[list].applyTo(given) : given;
  };
}
