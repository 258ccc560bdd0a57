import { existsSync, readFileSync } from 'node:fs';

/**
 * Runs `load` (which gives a tally, and has no request under way before and after) and gives what it took.
 *
 * - `perSecond`: right answers a second
 * - `cpu`: CPU time of the server for an answer, in microseconds
 * - `p50`, `p99`: from sending to the checked answer, in milliseconds
 * - `clientBusy`: how much of one core the load generator used; close to 1 it is what limits `perSecond`
 * - `foreign`: how many cores the other processes of the machine used meanwhile, where that is known
 */
export async function measured(server, load) {
  const serverBefore = await server.ask('cpu');
  const machineBefore = machineMicros();
  const ownBefore = process.cpuUsage();
  const started = performance.now();
  const tally = await load();
  const elapsed = (performance.now() - started) * 1000;
  const { user, system } = process.cpuUsage(ownBefore);
  const machine = machineMicros() - machineBefore;
  const cpu = (await server.ask('cpu')) - serverBefore;
  tally.assertRight();
  return {
    perSecond: (tally.total * 1e6) / elapsed,
    cpu: cpu / tally.total,
    p50: tally.quantile(0.5),
    p99: tally.quantile(0.99),
    clientBusy: (user + system) / elapsed,
    foreign: Number.isNaN(machine) ? undefined : Math.max(0, machine - cpu - user - system) / elapsed,
  };
}

const TICK_MICROS = 10_000;

/** CPU time that all processes of the machine have used, in microseconds; NaN where the system does not tell. */
function machineMicros() {
  if (!existsSync('/proc/stat')) return Number.NaN;
  const [, ...ticks] = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0].trim().split(/\s+/).map(Number);
  const [user, nice, system, , , interrupts, softInterrupts] = ticks;
  return (user + nice + system + interrupts + softInterrupts) * TICK_MICROS;
}
