import {
  Cancellation,
  type ClientCapabilities,
  type ClientFacts,
  type Exchange,
  frozen,
  type Implementation,
  isJsonObject,
  isLogLevel,
  isReturnableToken,
  type JsonObject,
  type JsonRpcRequest,
  type JsonValue,
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
  type SentRound,
} from '@polyspec/core';
import { LISTEN } from './listen-request.js';
import { META } from './meta.js';

/**
 * One request that passed the checks, on its way through the runtime. Everything about its client comes from its own
 * `_meta`: nothing is known from an earlier request (basic/index#statelessness).
 */
export class Call implements RequestFacts {
  readonly message: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly revision: Revision;
  readonly client: ClientFacts;
  readonly cancellation: Cancellation;
  readonly sendProgress?: (report: ProgressReport) => void;
  readonly sendLog?: (message: LogMessage) => void;
  readonly logLevel?: LogLevel;
  /** What handlers see. */
  readonly context: RequestContext;
  /** Why a guard did not let it through. */
  refusal: Refusal | undefined = undefined;
  readonly #meta: JsonObject;

  constructor(message: JsonRpcRequest, meta: JsonObject, exchange: Exchange, runtime: Runtime) {
    this.message = message;
    this.exchange = exchange;
    this.#meta = meta;
    this.revision = String(meta[META.protocolVersion]);
    this.client = clientOf(meta);
    // The client's going away cancels over HTTP (C-03). On stdio it is the end of everything, which the transport sees to.
    this.cancellation =
      exchange.http === undefined ? new Cancellation() : new Cancellation(() => exchange.disconnected);
    // Neither belongs on a listen stream (U-14).
    const canTell = exchange.canStream && message.method !== LISTEN;
    const token = meta.progressToken;
    if (isReturnableToken(token) && canTell) this.sendProgress = progressSender(exchange, token);
    const level = meta[META.logLevel];
    if (isLogLevel(level) && canTell) {
      this.logLevel = level;
      this.sendLog = logSender(exchange);
    }
    this.context = runtime.context(this);
  }

  /** Read by few handlers, for whom it is frozen then: all parts of an application that see the request see the same. */
  get meta(): JsonObject {
    return frozen(this.#meta);
  }

  /** What it brings of an earlier round stands beside its own parameters (basic/patterns/mrtr#basic-workflow). */
  get round(): SentRound {
    return this.message.params ?? {};
  }
}

function clientOf(meta: JsonObject): ClientFacts {
  const capabilities = meta[META.clientCapabilities] as ClientCapabilities;
  const info = meta[META.clientInfo];
  return isImplementation(info) ? { info, capabilities } : { capabilities };
}

/** For display and logs only, so one that is not well-formed is left out instead of refused. */
function isImplementation(value: JsonValue | undefined): value is JsonValue & Implementation {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.version === 'string';
}
