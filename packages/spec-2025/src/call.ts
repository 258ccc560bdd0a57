import {
  type Cancellation,
  type ClientFacts,
  type Exchange,
  frozen,
  isJsonObject,
  isReturnableToken,
  type JsonObject,
  type JsonRpcRequest,
  type LogLevel,
  type LogMessage,
  logSender,
  type ProgressReport,
  progressSender,
  type Refusal,
  type RequestContext,
  type RequestFacts,
  type Revision,
  type Runtime,
} from '@polyspec/core';
import type { Conversation } from './conversation.js';
import type { Wire } from './wire.js';

/** One request on its way: what the runtime is told about it, and what the methods need beside that. */
export class Call implements RequestFacts {
  readonly message: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly conversation: Conversation;
  /** How its answer is written. */
  readonly wire: Wire;
  readonly revision: Revision;
  readonly client: ClientFacts;
  readonly cancellation: Cancellation;
  readonly sendProgress?: (report: ProgressReport) => void;
  readonly sendLog?: (message: LogMessage) => void;
  /** What handlers see. */
  readonly context: RequestContext;
  /** Why a guard did not let it through. */
  refusal: Refusal | undefined = undefined;
  readonly #meta: JsonObject | undefined;

  constructor(
    message: JsonRpcRequest,
    exchange: Exchange,
    conversation: Conversation,
    cancellation: Cancellation,
    runtime: Runtime,
  ) {
    const { wire, client, logLevel } = conversation;
    const meta = message.params?._meta;
    this.message = message;
    this.exchange = exchange;
    this.conversation = conversation;
    this.wire = wire;
    this.revision = wire.revision;
    this.client = client;
    this.#meta = isJsonObject(meta) ? meta : undefined;
    this.cancellation = cancellation;
    if (exchange.canStream) {
      const token = this.#meta?.progressToken;
      if (isReturnableToken(token)) this.sendProgress = progressSender(exchange, token);
      if (logLevel !== undefined) this.sendLog = logSender(exchange);
    }
    this.context = runtime.context(this);
  }

  /** Read by few handlers, for whom it is frozen then: all parts of an application that see the request see the same. */
  get meta(): JsonObject | undefined {
    return frozen(this.#meta);
  }

  /** Read for each log message, since the client may change its mind while the request runs. Unused without `sendLog`. */
  get logLevel(): LogLevel {
    return this.conversation.logLevel ?? 'emergency';
  }
}
