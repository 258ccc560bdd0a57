import type { Awaitable } from '../awaitable.js';
import type { Exchange } from '../contract/exchange.js';
import { ended, type Outcome, type Standing } from '../contract/outcome.js';
import { type JsonRpcNotification, type JsonRpcRequest, JsonText } from '../jsonrpc/message.js';

/** An exchange without a wire: what is sent arrives at once. */
export class MemoryExchange implements Exchange {
  readonly peer: object;
  readonly canStream = true;
  readonly #receive: (message: JsonRpcNotification | JsonRpcRequest) => void;
  readonly #controller = new AbortController();
  readonly #concluded: Promise<Outcome>;
  #conclude: (outcome: Outcome) => void = () => undefined;
  #standing: Standing | undefined = undefined;

  /**
   * @param peer the scope of request ids
   * @param receive takes what the server sends ahead of its answer
   */
  constructor(peer: object, receive: (message: JsonRpcNotification | JsonRpcRequest) => void) {
    this.peer = peer;
    this.#receive = receive;
    this.#concluded = new Promise((resolve) => {
      this.#conclude = resolve;
    });
  }

  get disconnected(): AbortSignal {
    return this.#controller.signal;
  }

  get gone(): boolean {
    return this.#controller.signal.aborted;
  }

  stream(): void {
    // There is nothing to begin.
  }

  send(message: JsonRpcNotification | JsonRpcRequest | JsonText): boolean {
    if (this.gone) return false;
    if (!(message instanceof JsonText)) this.#receive(message);
    // Empty text is no message: a point to resume from, which there is none of.
    else if (message.json !== '') this.#receive(message.toJSON() as JsonRpcNotification | JsonRpcRequest);
    return true;
  }

  suspend(): void {
    // There is no connection to close.
  }

  conclude(outcome: Outcome): void {
    this.#standing = undefined;
    this.#conclude(outcome);
  }

  /** What was decided in the end, of what a handler gave for this exchange: where it stands, once it is concluded. */
  async settle(given: Awaitable<Outcome>): Promise<Outcome> {
    const outcome = await given;
    if (outcome.type !== 'standing') return outcome;
    if (this.gone) this.#tell(outcome);
    else this.#standing = outcome;
    return this.#concluded;
  }

  /** The client goes away. */
  disconnect(): void {
    this.#controller.abort();
    if (this.#standing !== undefined) this.#tell(this.#standing);
  }

  #tell(standing: Standing): void {
    this.conclude(ended);
    standing.gone?.(this);
  }
}
