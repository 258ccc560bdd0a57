import { handshake } from './handshake.mjs';
import { ServerProcess } from './server-process.mjs';
import { StdioClient } from './stdio-client.mjs';
import { assertValidates } from './stdio-load.mjs';

/** One of the servers that are compared, for one round: its processes, how it is loaded, and what came out. */
export class Participant {
  /** The loads under which it is measured, by name, in groups one after the other. Those of a group take turns. */
  loads = [];
  /** What the loads take, by name. */
  usages = {};
  /** Numbers that are known without a load. */
  facts = {};
  /** Why it takes part no longer. */
  error = undefined;
  #processes = [];

  /**
   * @param name the folder of the server in servers/
   * @param validates whether it has to refuse wrong arguments
   * @param era `2025` or `2026`
   */
  constructor({ name, validates }, era) {
    this.name = name;
    this.validates = validates;
    this.era = era;
  }

  /** Starts it over HTTP, with so many tools, maybe with an end for sessions that are idle for so many seconds. */
  async listen(tools, idleSeconds) {
    const server = this.#start({ transport: 'http', tools, idleSeconds });
    return { server, target: await handshake(await server.listening(), this.era, this.validates) };
  }

  /** Starts it over stdio, with so many tools. */
  async converse(tools) {
    const { server, client } = this.spawn(tools);
    await client.open(this.era);
    client.confirm(this.era);
    if (this.validates) await assertValidates(client, this.era);
    return { server, client };
  }

  /** Starts it over stdio and says nothing yet. */
  spawn(tools, isMetered = true) {
    const server = this.#start({ transport: 'stdio', tools, isMetered });
    return { server, client: new StdioClient(server) };
  }

  async stop() {
    await Promise.all(this.#processes.map((server) => server.stop()));
  }

  #start(options) {
    const server = new ServerProcess({ server: this.name, era: this.era, ...options });
    this.#processes.push(server);
    return server;
  }
}
