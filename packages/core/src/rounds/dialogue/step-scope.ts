import { AsyncLocalStorage } from 'node:async_hooks';

/** A step that runs: of which run of a dialogue, and its name, where it has one. */
export interface RunningStep {
  readonly run: object;
  readonly name: string | undefined;
}

const scope = new AsyncLocalStorage<RunningStep>();
let running = 0;

/** Does a step. Whatever it does, also after it has waited for something, knows that it is done in it. */
export async function inStep(step: RunningStep, work: () => unknown): Promise<unknown> {
  running += 1;
  try {
    return await scope.run(step, work);
  } finally {
    running -= 1;
    // Before Node 24 every promise of the process costs more while a scope is in use.
    if (running === 0) scope.disable();
  }
}

/** The step of a run in which this happens, if it does. */
export function stepAround(run: object): RunningStep | undefined {
  const step = scope.getStore();
  return step?.run === run ? step : undefined;
}
