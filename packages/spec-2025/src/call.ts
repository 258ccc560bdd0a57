import {
  type Asking,
  type Awaitable,
  type Cancellation,
  type ClientFacts,
  type Exchange,
  frozen,
  isJsonObject,
  isReturnableToken,
  type JsonObject,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type LogLevel,
  type LogMessage,
  logSender,
  type Outcome,
  type ProgressReport,
  progressSender,
  type Refusal,
  type RequestContext,
  type RequestFacts,
  type Revision,
  type RunningRequest,
  type StreamOpener,
} from '@polyspec/core';
import { askingFor, whyUnaskable } from './asking.js';
import type { CallStream } from './call-stream.js';
import type { Conversation, KnownClient } from './conversation.js';
import type { HandshakeServer } from './method.js';
import type { Wire } from './wire.js';

/**
 * One request on its way: what the runtime is told about it, what the methods need beside that, and the way to the client ahead
 * of the answer.
 */
export class Call implements RequestFacts, RunningRequest, StreamOpener, Pick<Exchange, 'send'> {
  readonly message: JsonRpcRequest;
  readonly exchange: Exchange;
  readonly conversation: Conversation;
  /** How its answer is written. */
  readonly wire: Wire;
  readonly revision: Revision;
  readonly client: ClientFacts;
  readonly cancellation: Cancellation;
  readonly sendProgress?: (report: ProgressReport) => void;
  /** What handlers see. */
  readonly context: RequestContext;
  /** Why a guard did not let it through. */
  refusal: Refusal | undefined = undefined;
  /** The session that it began. */
  sessionId: string | undefined = undefined;
  readonly #meta: JsonObject | undefined;
  readonly #running: RunningRequest;
  readonly #server: HandshakeServer;
  /** The client, where what is sent to it on the stream of this request is kept for it. */
  readonly #keeper: KnownClient | undefined;
  /** Made when first needed: of a request that is answered as a whole nothing is kept. */
  #stream: CallStream | undefined = undefined;
  #isHeld = false;
  #isOver = false;

  constructor(
    message: JsonRpcRequest,
    exchange: Exchange,
    conversation: Conversation,
    running: RunningRequest,
    server: HandshakeServer,
  ) {
    const { wire, client } = conversation;
    const meta = message.params?._meta;
    this.message = message;
    this.exchange = exchange;
    this.conversation = conversation;
    this.wire = wire;
    this.revision = wire.revision;
    this.client = client;
    this.#meta = isJsonObject(meta) ? meta : undefined;
    this.#running = running;
    this.cancellation = running.cancellation;
    if (exchange.canStream) {
      const token = this.#meta?.progressToken;
      if (isReturnableToken(token)) this.sendProgress = progressSender(this, token);
      if (conversation.isKnown && conversation.keepsStreams) {
        this.#keeper = conversation;
        exchange.opener = this;
      }
    }
    this.#server = server;
    this.context = server.runtime.context(this);
  }

  /** Tells clients apart, where nobody has verified who they are. */
  get peer(): object | undefined {
    return this.conversation.isKnown ? this.conversation.peer : undefined;
  }

  /** Read by few handlers, for whom it is frozen then: all parts of an application that see the request see the same. */
  get meta(): JsonObject | undefined {
    return frozen(this.#meta);
  }

  /** Read for each log message, since the client may change its mind while the request runs. Unused without `sendLog`. */
  get logLevel(): LogLevel {
    return this.conversation.logLevel ?? 'emergency';
  }

  get sendLog(): (message: LogMessage) => void {
    const isWanted = this.exchange.canStream && this.conversation.logLevel !== undefined;
    return isWanted ? logSender(this) : ignored;
  }

  /** The ways to ask the client. Made when a handler first reads one of them. */
  get asking(): Asking | undefined {
    return askingFor(this, this.#server);
  }

  get unaskable(): string | undefined {
    return whyUnaskable(this);
  }

  /** Whether it has a stream, so that its answer has no status of its own. */
  get isStreaming(): boolean {
    return this.#stream !== undefined;
  }

  get canCloseStream(): boolean {
    return this.#keeper !== undefined && this.wire.polling;
  }

  closeStream(retryMs?: number): void {
    this.#ownStream()?.close(retryMs);
  }

  openStream(): void {
    this.#ownStream()?.begin();
  }

  /** Sends a message ahead of the answer. @returns whether it will reach the client: now, or when it comes back */
  send(message: JsonRpcNotification | JsonRpcRequest, coalesce?: string): boolean {
    return (this.#ownStream() ?? this.exchange).send(message, coalesce);
  }

  /** Answers it: on its stream, where one has begun. */
  answer(response: JsonRpcResponse): Awaitable<Outcome> {
    return this.#stream === undefined ? { type: 'response', response } : this.#stream.answer(response);
  }

  /** It is not done at once: as long as it runs, its client counts as there. */
  hold(): void {
    if (this.#isOver || !this.conversation.isKnown) return;
    this.#isHeld = true;
    this.conversation.hold();
  }

  finish(): void {
    this.#running.finish();
    this.#isOver = true;
    if (!this.conversation.isKnown) return;
    if (this.#stream !== undefined) this.#leave(this.#stream, this.conversation);
    if (this.#isHeld) this.conversation.release();
  }

  #leave(stream: CallStream, client: KnownClient): void {
    client.forgetCall(stream);
    const { cancelled, byServer } = this.cancellation;
    if (this.refusal !== undefined || (cancelled && !byServer)) stream.end();
  }

  #ownStream(): CallStream | undefined {
    this.#stream ??= this.#keeper?.streamOf(this.exchange);
    return this.#stream;
  }
}

function ignored(): void {}
