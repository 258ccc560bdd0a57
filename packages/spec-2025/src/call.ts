import {
  type Cancellation,
  type ClientFacts,
  type Exchange,
  isJsonObject,
  type JsonObject,
  type JsonRpcRequest,
  type JsonValue,
  type LogLevel,
  type LogMessage,
  notification,
  type ProgressReport,
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
  readonly exchange: Exchange;
  readonly conversation: Conversation;
  /** How its answer is written. */
  readonly wire: Wire;
  readonly revision: Revision;
  readonly client: ClientFacts;
  readonly meta: JsonObject | undefined;
  readonly cancellation: Cancellation;
  readonly sendProgress?: (report: ProgressReport) => void;
  readonly sendLog?: (message: LogMessage) => void;
  /** What handlers see. */
  readonly context: RequestContext;
  /** Why a guard did not let it through. */
  refusal: Refusal | undefined = undefined;

  constructor(
    message: JsonRpcRequest,
    exchange: Exchange,
    conversation: Conversation,
    cancellation: Cancellation,
    runtime: Runtime,
  ) {
    const { wire, client, logLevel } = conversation;
    const meta = message.params?._meta;
    this.exchange = exchange;
    this.conversation = conversation;
    this.wire = wire;
    this.revision = wire.revision;
    this.client = client;
    this.meta = isJsonObject(meta) ? meta : undefined;
    this.cancellation = cancellation;
    if (exchange.canStream) {
      const token = this.meta?.progressToken;
      if (isProgressToken(token)) this.sendProgress = progressSender(exchange, token);
      if (logLevel !== undefined) this.sendLog = logSender(exchange);
    }
    this.context = runtime.context(this);
  }

  /** Read for each log message, since the client may change its mind while the request runs. Unused without `sendLog`. */
  get logLevel(): LogLevel {
    return this.conversation.logLevel ?? 'emergency';
  }
}

function isProgressToken(value: JsonValue | undefined): value is string | number {
  return typeof value === 'string' || Number.isInteger(value);
}

/** Progress of a request, ahead of its answer (basic/utilities/progress). */
function progressSender(exchange: Exchange, progressToken: string | number): (report: ProgressReport) => void {
  return ({ progress, total, message }) => {
    exchange.send(notification('notifications/progress', { progressToken, progress, total, message }));
  };
}

/** Log messages of a request, ahead of its answer (server/utilities/logging#log-message-notifications). */
function logSender(exchange: Exchange): (message: LogMessage) => void {
  return ({ level, data, logger }) => {
    exchange.send(notification('notifications/message', { level, logger, data: data ?? null }));
  };
}
