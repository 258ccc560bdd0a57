import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import type { Conversation } from './conversation.js';

/** What of a response decides how its body is read. */
export interface ResponseHead {
  readonly status: number;
  /** The value of `content-type`. */
  readonly type: string | undefined;
}

/** Reads along with the body of a response. */
export interface WatchedBody {
  /** Takes what came, as soon as it came. */
  chunk(bytes: Uint8Array): void;
  /** The body is whole. One that is cut off never is. */
  end(): void;
}

/** Has the messages of a response checked, whichever form it has: those of a stream as they come. */
export function watchBody({ status, type }: ResponseHead, conversation: Conversation): WatchedBody {
  const decoder = new StringDecoder('utf8');
  const take = (message: unknown): void => conversation.fromServer(message);
  if (type?.startsWith('text/event-stream') === true) {
    const parser = createParser({
      // An event without data is a point to come back to.
      onEvent: ({ data, id }) => (data === '' && id !== undefined ? undefined : readAll(data, take)),
      onError: (error) => conversation.fault(`a stream with a bad event: ${error.message}`),
    });
    return { chunk: (bytes) => parser.feed(decoder.write(Buffer.from(bytes))), end: () => undefined };
  }
  let body = '';
  return {
    chunk: (bytes) => {
      body += decoder.write(Buffer.from(bytes));
    },
    end: () => {
      if (status === 202 && body !== '') conversation.fault(`202 with a body: ${body}`);
      if (type === undefined && body !== '') conversation.fault(`a body without a type: ${body}`);
      // What a guard refuses is told as OAuth does, not as a message (ambiguity Q-27).
      if (type?.startsWith('application/json') === true && status !== 401 && status !== 403) readAll(body, take);
    },
  };
}

/** Reads a text that should be a message, whoever sent it. */
export function readAll(text: string, take: (message: unknown) => void): void {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    // No message, and sent on purpose if it is the client's; the server's are checked for being messages.
    message = text;
  }
  take(message);
}
