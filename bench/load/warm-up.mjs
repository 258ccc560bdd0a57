import { Tally } from './tally.mjs';

const TURN_MS = 100;

/**
 * Runs a load until the server is warm: the engine compiles what has run often, so a server is as quick as it gets only
 * after some thousand calls. On a busy machine that takes longer.
 *
 * @param calls how many calls make it warm
 * @param mostMs after how long it counts as warm in any case, in milliseconds
 */
export async function warmUp(load, { calls, mostMs }) {
  const tally = new Tally();
  const end = performance.now() + mostMs;
  await load.open();
  do {
    await load.run(TURN_MS, tally);
    tally.assertRight();
  } while (tally.total < calls && performance.now() < end);
  load.close();
}
