import { type Application, type ChangeEvent, createHandler, type Runtime, silentLogger } from '@polyspec/core';
import { expect } from 'vitest';

/** The runtime of an application by itself, as a spec gets it, and the way to tell it of a change, which is published at once. */
export async function runtimeOf(
  application: Application,
): Promise<{ readonly runtime: Runtime; readonly notify: (event: ChangeEvent) => void }> {
  let runtime: Runtime | undefined;
  const { notify } = await createHandler('test', application, {
    logger: silentLogger,
    changeDebounceMs: 0,
    spec: {
      revisions: ['1'],
      attach: (given) => {
        runtime = given;
        return {
          claims: () => true,
          handle: () => ({ type: 'accepted' }),
          methods: () => [],
          close: async () => undefined,
        };
      },
    },
  });
  return { runtime: runtime ?? expect.fail('nothing was attached'), notify };
}
