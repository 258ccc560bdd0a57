import type { HeaderMap } from '@polyspec/core';

/** What the checks need to know of a request. */
export interface RequestFacts {
  /** As it came: any method, in upper case. */
  readonly method: string;
  /** Whether the connection came to a loopback address, as far as the host of this call can tell. */
  readonly loopback: boolean;
  /** The value of a header field without the blanks around it. The name in lower case. */
  header(name: string): string | undefined;
  /** How many field lines of this name there are. */
  count(name: string): number;
}

/**
 * One HTTP request and the way back, as the host gives them: Fastify, plain Node, or a `fetch`-style server. Everything
 * above this interface is written once for all of them.
 */
export interface HttpCall extends RequestFacts {
  /** Whether the client went away before the answer was complete. */
  readonly gone: boolean;
  /** Tells the watcher once, when the client goes away before the answer is complete. */
  watch(watcher: CallWatcher): void;
  /** Adds header fields to whatever answer will be given. */
  addHeaders(headers: HeaderMap): void;
  /** Answers as a whole. A body is JSON unless `headers` has another content type. */
  answer(status: number, headers: HeaderMap | undefined, body: string | undefined): void;
  /** Drops the connection without an answer. */
  abort(): void;
  /** Begins an answer of unknown length with status 200; its header goes out at once. */
  begin(headers: HeaderMap): StreamSink;
}

/** Who wants to know when a client goes away. */
export interface CallWatcher {
  left(): void;
}

/** Where the text of a stream goes. */
export interface StreamSink {
  /** How much was written and has not yet left, in bytes. */
  readonly unsent: number;
  /** Takes text in any case; false when it would rather have no more until it has drained. */
  write(text: string): boolean;
  /** Calls the listener once, when a sink that was full has room again; never, when the client goes away before. */
  whenDrained(listener: () => void): void;
  /** Ends the answer. The connection stays usable. */
  end(): void;
  /** Drops the connection, and with it what has not yet left. */
  abort(): void;
}

/** A header value without the blanks around it: space and tab only, as HTTP has it. */
export function trimBlanks(value: string): string {
  return isBlank(value.charCodeAt(0)) || isBlank(value.charCodeAt(value.length - 1))
    ? value.replace(/^[ \t]+|[ \t]+$/g, '')
    : value;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Header fields with names in lower case, the later ones winning, ready to be changed. */
export function mergeHeaders(...maps: readonly (HeaderMap | undefined)[]): Record<string, string | string[]> {
  const merged: Record<string, string | string[]> = {};
  for (const map of maps) {
    if (map === undefined) continue;
    for (const [name, value] of Object.entries(map))
      merged[name.toLowerCase()] = typeof value === 'string' ? value : [...value];
  }
  return merged;
}
