// The engine compiles what has run often, so a server is as quick as it gets only after some thousand calls.
const CALLS = 10_000;
const MOST_TURNS = 4;

/** Runs a load for so many milliseconds, and on a slow server or a busy machine for longer, until it has had its calls. */
export async function warmUp(milliseconds, run) {
  if (milliseconds === 0) return;
  let calls = 0;
  for (let turn = 0; turn < MOST_TURNS && (turn === 0 || calls < CALLS); turn += 1) {
    const tally = await run(milliseconds);
    tally.assertRight();
    calls += tally.total;
  }
}
