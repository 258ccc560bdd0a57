import { AsyncLocalStorage } from 'node:async_hooks';

/** A step that runs, of one run of a dialogue. */
export interface RunningStep {
  /** Its name, where it has one. */
  readonly name: string | undefined;
}

interface Scoped extends RunningStep {
  readonly scope: StepScope;
}

const storage = new AsyncLocalStorage<Scoped>();

/** How many runs have begun a step, and have not ended. */
let users = 0;

/**
 * Knows what happens in the steps of one run, also after they have waited for something, and in what they have left behind.
 *
 * Before Node 24 every promise of the process costs more while there is such knowledge. So there is none before the first step, and
 * it goes with the run, however many of its steps never end.
 */
export class StepScope {
  #isUsed = false;

  /** Does a step. Rejects with what it throws. */
  async do(name: string | undefined, work: () => unknown): Promise<unknown> {
    if (!this.#isUsed) {
      this.#isUsed = true;
      users += 1;
    }
    return storage.run({ scope: this, name }, work);
  }

  /** The step in which this happens, if it does. */
  get around(): RunningStep | undefined {
    const step = storage.getStore();
    return step?.scope === this ? step : undefined;
  }

  /** The run is over, and does no more steps. */
  end(): void {
    if (!this.#isUsed) return;
    this.#isUsed = false;
    users -= 1;
    if (users === 0) storage.disable();
  }
}
