import type { ServerControl } from '../application/lifecycle.js';
import type { Part } from './included-part.js';

/** Starts one after the other. When one can't start, those that did are closed again, and its error is thrown. */
export async function startAll(parts: readonly Part[], server: ServerControl): Promise<void> {
  for (const [index, { hooks }] of parts.entries()) {
    try {
      await hooks.onStart?.(server);
    } catch (failure) {
      await closeAll(parts.slice(0, index)).catch((failures: unknown) => {
        throw new AggregateError([failure, failures], 'An application could not start, and another not close after it');
      });
      throw failure;
    }
  }
}

/** Closes all, the last one started first. What one throws does not keep the others open. */
export async function closeAll(parts: readonly Part[]): Promise<void> {
  const failures: unknown[] = [];
  for (const { hooks } of parts.toReversed()) {
    try {
      await hooks.onClose?.();
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'Several applications could not close');
}
