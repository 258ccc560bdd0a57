import { existsSync, readFileSync } from 'node:fs';
import { Tally } from './tally.mjs';

/** What a load takes, summed up over the slices of time in which it is measured. */
export class Usage {
  #tally = new Tally();
  #elapsed = 0;
  #cpu = 0;
  #client = 0;
  #machine = 0;

  /** Measures one slice, before and after which no request is under way. */
  async measure(load, milliseconds) {
    await load.open();
    const cpuBefore = await load.server.ask('cpu');
    const machineBefore = machineMicros();
    const clientBefore = process.cpuUsage();
    const started = performance.now();
    await load.run(milliseconds, this.#tally);
    this.#elapsed += (performance.now() - started) * 1000;
    const { user, system } = process.cpuUsage(clientBefore);
    this.#machine += machineMicros() - machineBefore;
    this.#client += user + system;
    this.#cpu += (await load.server.ask('cpu')) - cpuBefore;
    load.close();
    this.#tally.assertRight();
  }

  /**
   * - `perSecond`: right answers a second
   * - `cpu`: CPU time of the server for an answer, in microseconds
   * - `p50`, `p99`: from sending to the checked answer, in milliseconds
   * - `clientBusy`: how much of one core the load generator used; close to 1 it is what limits `perSecond`
   * - `foreign`: how many cores the other processes of the machine used meanwhile; NaN where that is not known
   */
  get numbers() {
    return {
      perSecond: (this.#tally.total * 1e6) / this.#elapsed,
      cpu: this.#cpu / this.#tally.total,
      p50: this.#tally.quantile(0.5),
      p99: this.#tally.quantile(0.99),
      clientBusy: this.#client / this.#elapsed,
      foreign: Math.max(0, this.#machine - this.#cpu - this.#client) / this.#elapsed,
    };
  }
}

const TICK_MICROS = 10_000;

/** CPU time that all processes of the machine have used, in microseconds; NaN where the system does not tell. */
function machineMicros() {
  if (!existsSync('/proc/stat')) return Number.NaN;
  const [, ...ticks] = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0].trim().split(/\s+/).map(Number);
  const [user, nice, system, , , interrupts, softInterrupts] = ticks;
  return (user + nice + system + interrupts + softInterrupts) * TICK_MICROS;
}
