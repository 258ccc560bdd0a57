import { CORE, fileOf, kill, spawnNode } from '../processes.mjs';

const METER = ['--expose-gc', '--import', fileOf('servers/meter.mjs')];
const START_LIMIT_MS = 20_000;

/** A server under test, in a process of its own on its own core. */
export class ServerProcess {
  #questions = new Map();
  #number = 0;
  #stderr = '';
  #ended;

  /**
   * @param server the name of a folder of servers/
   * @param transport `http` or `stdio`
   * @param era `2025` or `2026`
   * @param tools how many tools it has to offer
   * @param idleSeconds after how long an idle session is to end; `undefined` for what the server does by default
   * @param isMetered whether it can be asked; without that, nothing but the server is loaded
   */
  constructor({ server, transport, era, tools, idleSeconds, isMetered = true }) {
    const program = fileOf(`servers/${server}/${transport}.mjs`);
    const settings = [era, tools, ...(idleSeconds === undefined ? [] : [idleSeconds])].map(String);
    const pipe = transport === 'stdio' ? 'pipe' : 'ignore';
    this.child = spawnNode(CORE.server, [...(isMetered ? METER : []), program, ...settings], {
      stdio: [pipe, pipe, 'pipe', ...(isMetered ? ['ipc'] : [])],
    });
    this.child.stderr.on('data', (chunk) => {
      this.#stderr = (this.#stderr + chunk).slice(-2000);
    });
    this.#ended = new Promise((_, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (code, signal) => reject(this.#error(`The server has ended (${code ?? signal})`)));
    });
    this.#ended.catch(() => {});
    this.port = new Promise((resolve) => {
      this.child.on('message', ({ port, number, answer }) => {
        if (port !== undefined) resolve(port);
        else this.#questions.get(number)?.(answer);
      });
    });
  }

  /** The port on which it listens, once it does. */
  listening() {
    return this.within(START_LIMIT_MS, this.port);
  }

  /** Asks the meter in it (servers/meter.mjs). */
  ask(question) {
    this.#number += 1;
    const number = this.#number;
    const answer = new Promise((resolve) => this.#questions.set(number, resolve));
    this.child.send({ question, number });
    return this.within(START_LIMIT_MS, answer).finally(() => this.#questions.delete(number));
  }

  /** Waits, but not for a server that has ended, and not for ever. */
  async within(milliseconds, promise) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(this.#error(`No answer in ${milliseconds} ms`)), milliseconds);
    });
    try {
      return await Promise.race([promise, this.#ended, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  stop() {
    return kill(this.child);
  }

  #error(text) {
    return new Error(this.#stderr === '' ? text : `${text}; the server says: ${this.#stderr}`);
  }
}
