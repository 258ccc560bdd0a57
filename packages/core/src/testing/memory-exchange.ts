import type { Exchange } from '../contract/exchange.js';
import type { JsonRpcNotification, JsonRpcRequest } from '../jsonrpc/message.js';

/** An exchange without a wire: what is sent arrives at once. */
export class MemoryExchange implements Exchange {
  readonly peer: object;
  readonly canStream = true;
  readonly #receive: (message: JsonRpcNotification | JsonRpcRequest) => void;
  readonly #controller = new AbortController();

  /**
   * @param peer the scope of request ids
   * @param receive takes what the server sends ahead of its answer
   */
  constructor(peer: object, receive: (message: JsonRpcNotification | JsonRpcRequest) => void) {
    this.peer = peer;
    this.#receive = receive;
  }

  get disconnected(): AbortSignal {
    return this.#controller.signal;
  }

  stream(): void {
    // There is nothing to begin.
  }

  send(message: JsonRpcNotification | JsonRpcRequest): boolean {
    if (this.#controller.signal.aborted) return false;
    this.#receive(message);
    return true;
  }

  suspend(): void {
    // There is no connection to close.
  }

  /** The client goes away. */
  disconnect(): void {
    this.#controller.abort();
  }
}
