/**
 * Waits for work that may never end: code of the user gave a promise, and Node ends a process without a word once nothing is
 * left to do, whoever still waits.
 *
 * @param stalled gives the error for a promise that nothing is left to settle
 * @throws what the work throws, or what `stalled` gives
 */
export async function unlessStalled<Result>(work: PromiseLike<Result>, stalled: () => Error): Promise<Result> {
  let onEmpty: () => void = () => undefined;
  const never = new Promise<never>((_resolve, reject) => {
    onEmpty = () => reject(stalled());
  });
  process.once('beforeExit', onEmpty);
  try {
    return await Promise.race([work, never]);
  } finally {
    process.off('beforeExit', onEmpty);
  }
}
