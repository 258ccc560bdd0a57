import { MessagePort } from 'node:worker_threads';
import {
  type Exchange,
  encodeMessage,
  type JsonRpcMessage,
  JsonText,
  type Outcome,
  parseMessage,
  type Standing,
  type TransportProtocol,
} from '@polyspec/core';

/** Options of the transport, beside those of the server. */
export interface ChannelOptions {
  /** The server's end of the channel. */
  readonly channel: MessagePort;
}

export const messageChannel: TransportProtocol<ChannelOptions> = {
  name: 'message-channel',
  // Whoever holds the other end is of this process, and may see the text of unexpected errors.
  local: true,
  options: { channel: { accepts: (value) => value instanceof MessagePort, takes: 'a MessagePort' } },
  start: async (handler, { channel }) => {
    const peer = {};
    const left = new AbortController();
    const standing = new Map<Exchange, Standing>();
    const running = new Set<Promise<void>>();

    const write = (message: JsonRpcMessage | JsonText): void => {
      channel.postMessage(message instanceof JsonText ? message.json : encodeMessage(message));
    };
    const carryOut = (outcome: Outcome, exchange: Exchange): void => {
      if (outcome.type === 'response') write(outcome.response);
      if (outcome.type === 'response' || outcome.type === 'ended') for (const each of outcome.after ?? []) write(each);
      if (outcome.type !== 'standing') return;
      if (exchange.gone) outcome.gone?.(exchange);
      else standing.set(exchange, outcome);
    };
    const newExchange = (): Exchange => {
      const exchange: Exchange = {
        peer,
        disconnected: left.signal,
        get gone() {
          return left.signal.aborted;
        },
        canStream: true,
        send: (message) => {
          if (left.signal.aborted) return false;
          write(message);
          return true;
        },
        // A channel is always open: there is nothing to begin, and nothing to close in between.
        stream: () => undefined,
        suspend: () => undefined,
        conclude: (outcome) => {
          if (standing.delete(exchange)) carryOut(outcome, exchange);
        },
      };
      return exchange;
    };
    const receive = async (text: string): Promise<void> => {
      const envelope = parseMessage(text);
      if (!envelope.ok) {
        if (envelope.answer) write(envelope.failure);
        // It may have been meant as an answer that the spec waits for.
        const { question } = envelope;
        if (question !== undefined) await handler.misread?.(question.id, question.fault, newExchange());
        return;
      }
      const exchange = newExchange();
      carryOut(await handler.handle(envelope.message, exchange), exchange);
    };

    const closed = new Promise<void>((resolve) => {
      channel.once('close', () => {
        left.abort();
        for (const [exchange, outcome] of standing) outcome.gone?.(exchange);
        standing.clear();
        resolve();
      });
    });
    const onMessage = (text: unknown): void => {
      const work = receive(String(text)).finally(() => running.delete(work));
      running.add(work);
    };
    channel.on('message', onMessage);
    // The spec may send by itself from now on.
    const exchange = newExchange();
    const opened = await handler.open?.(exchange);
    if (opened !== undefined) carryOut(opened, exchange);

    return {
      address: 'message-channel',
      closed,
      close: async (graceMs) => {
        channel.off('message', onMessage);
        // Ends streams, and gives up after the grace period on what still runs: each request has its answer then.
        await handler.close(graceMs);
        await Promise.all(running);
        channel.close();
        await closed;
      },
    };
  },
};
