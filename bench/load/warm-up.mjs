import { Tally } from './tally.mjs';

const TURN_MS = 100;

/**
 * Runs a load until the server is warm: the engine compiles what has run often, so a server is as quick as it gets only
 * after some thousand calls. On a busy machine that takes longer.
 *
 * @param calls how many calls make it warm
 * @param leastMs how long it takes at least, in milliseconds: the engine compiles beside its work
 * @param mostMs after how long it counts as warm in any case, in milliseconds
 */
export async function warmUp(load, { calls, leastMs, mostMs }) {
  const tally = new Tally();
  const started = performance.now();
  await load.open();
  do {
    await load.run(TURN_MS, tally);
    tally.assertRight();
  } while (!isWarm(tally.total, performance.now() - started));
  load.close();

  function isWarm(total, elapsed) {
    return elapsed >= mostMs || (elapsed >= leastMs && total >= calls);
  }
}
