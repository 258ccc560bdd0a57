import type { HttpGuard } from '@polyspec/core';
import type { Bind } from './bind.js';
import type { HttpEndpointOptions } from './options.js';
import { canonicalOrigin } from './origin.js';

/** The options of an endpoint with every default filled in, in the form that the checks want. */
export interface EndpointSettings {
  /** In bytes. */
  readonly bodyLimit: number;
  readonly originCheck: boolean;
  readonly allowedOrigins: ReadonlySet<string>;
  readonly allowedHosts: ReadonlySet<string>;
  /** Whether browsers of other origins are told that they may call. */
  readonly cors: boolean;
  /** Whether the server is bound to a loopback address; `undefined` where only the connection can tell. */
  readonly loopback: boolean | undefined;
  /** 0: never. */
  readonly keepAliveMs: number;
  /** 0: never. */
  readonly sseAfterMs: number;
  /** 0: never, but when the credentials of a caller end. */
  readonly recheckMs: number;
  /** In characters. */
  readonly streamBuffer: number;
  readonly guard: HttpGuard | undefined;
}

const MEBIBYTE = 1_048_576;

/**
 * Fills in the defaults of an endpoint's options.
 *
 * @param bind where the server is bound; without it each connection tells whether it is a local one
 */
export function endpointSettings(options: HttpEndpointOptions, bind?: Bind): EndpointSettings {
  // Anywhere else a list would keep all other names out.
  const ownName = bind?.loopback === true ? [bind.host] : [];
  return {
    bodyLimit: options.bodyLimit ?? 4 * MEBIBYTE,
    originCheck: options.originCheck ?? true,
    allowedOrigins: new Set((options.allowedOrigins ?? []).map(canonicalOrigin)),
    allowedHosts: new Set([...(options.allowedHosts ?? []), ...ownName].map((host) => host.toLowerCase())),
    cors: options.allowedOrigins !== undefined,
    loopback: bind?.loopback,
    keepAliveMs: (options.keepAliveSeconds ?? 15) * 1000,
    sseAfterMs: options.sseAfterMs ?? 5000,
    recheckMs: options.recheckMs ?? 60_000,
    streamBuffer: options.streamBuffer ?? MEBIBYTE,
    guard: options.guard,
  };
}
