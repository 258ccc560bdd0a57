import type { JsonObject } from '@polyspec/core';
import { type KnownRevision, REVISIONS } from '../../schema/official-schema.js';
import { fixture } from './processes.js';
import { HttpClient } from './wire/http-client.js';
import type { Answer } from './wire/messages.js';
import { SERVED } from './wire/revisions.js';
import { type End, StdioClient } from './wire/stdio-client.js';

/** A way to reach one and the same server. */
export interface Way {
  readonly revision: KnownRevision;
  readonly transport: 'stdio' | 'http';
}

/** Every revision over every transport. */
export const WAYS: readonly Way[] = REVISIONS.flatMap((revision) => [
  { revision, transport: 'stdio' } as const,
  { revision, transport: 'http' } as const,
]);

/** Asks a server in one way. */
export interface Caller {
  request(method: string, params?: JsonObject): Promise<Answer>;
  /** Ends the process, where there is one for this caller alone. */
  end(): Promise<End | undefined>;
}

/** Opens a way to the cases: to the HTTP server at this URL, or to a stdio process of its own. Both serve all revisions. */
export async function callerOf({ revision, transport }: Way, url: string, options: JsonObject = {}): Promise<Caller> {
  const watched = { served: SERVED.all };
  if (transport === 'http') {
    const client = new HttpClient(url, watched);
    return {
      request: (method, params) => client.request(revision, method, params),
      end: () => Promise.resolve(undefined),
    };
  }
  const client = new StdioClient(fixture('cases', options), watched);
  if (revision !== '2026-07-28') await client.initialize(revision);
  return { request: (method, params) => client.request(revision, method, params), end: () => client.end() };
}
