import {
  type ClientCapabilities,
  type ClientFacts,
  type Implementation,
  isJsonObject,
  isLogLevel,
  type LogLevel,
} from '@polyspec/core';

/** What is remembered of a session beside its id, its revision and its owner. It is JSON, as it may go to a store elsewhere. */
export interface SessionData {
  /** What the client said about itself in `initialize`. */
  readonly client: ClientFacts;
  /** Whether it has confirmed the handshake. */
  readonly isReady?: boolean;
  /** Absent where the client has not said. */
  readonly logLevel?: LogLevel;
  /** The resources that it has subscribed to. Absent: none. */
  readonly uris?: readonly string[];
}

/** Takes what a store gave back; `undefined` for what can't have been put there by us. */
export function readSessionData(data: unknown): SessionData | undefined {
  if (!isJsonObject(data) || !isJsonObject(data.client)) return undefined;
  const { client, isReady, logLevel, uris } = data;
  if (!isJsonObject(client.capabilities)) return undefined;
  if (client.info !== undefined && !isJsonObject(client.info)) return undefined;
  if (isReady !== undefined && typeof isReady !== 'boolean') return undefined;
  if (logLevel !== undefined && !isLogLevel(logLevel)) return undefined;
  if (uris !== undefined && !(Array.isArray(uris) && uris.every((uri) => typeof uri === 'string'))) return undefined;
  return data as unknown as SessionData & { client: { info?: Implementation; capabilities: ClientCapabilities } };
}
