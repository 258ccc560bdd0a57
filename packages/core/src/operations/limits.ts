/**
 * How much is done at once. What comes in beyond that waits for its turn, and is refused as busy where too much waits or it has
 * waited too long.
 *
 * A client is its verified caller (issuer, subject and client program) where the transport is guarded, else whoever has the
 * connection: the process on stdio, the session over HTTP. Over HTTP without either, each request is a client of its own, so
 * `perClient` limits nothing.
 *
 * A turn ends when the work does. A handler that goes on after its request was cancelled or took too long keeps its turn, since
 * it still uses what the limit protects; one that never ends keeps it for ever, so `context.signal` should be heeded. A handler
 * that calls its own server takes a second turn, and where there is none left waits for it in vain, until `queueMs` are over. While
 * the client is asked something, its operation has no turn.
 */
export interface Limits {
  /** How many operations run at once, of all clients. Default: any number. */
  readonly concurrency?: number | undefined;
  /** How many operations of one client run at once. Default: any number. */
  readonly perClient?: number | undefined;
  /**
   * How many operations wait for their turn, of all clients. Default 1000; 0 refuses at once. Clients take turns, each in its own
   * order; when too much waits, the client with the most waiting has its last one refused.
   */
  readonly queue?: number | undefined;
  /** How long an operation waits for its turn, in milliseconds. Default 10000. */
  readonly queueMs?: number | undefined;
}
