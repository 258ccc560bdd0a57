import {
  type Application,
  combineSpecs,
  connect,
  type Server,
  type ServerOptions,
  type SpecProtocol,
  silentLogger,
} from '@polyspec/core';
import { type Spec2025Options, spec20250618, spec20251125 } from '@polyspec/spec-2025';
import { spec20260728 } from '@polyspec/spec-2026';
import { type HttpOptions, streamableHttp } from '@polyspec/transport-http';
import type { Spec } from './processes.js';

const SPEC_OBJECTS: Readonly<Record<Spec, SpecProtocol<Spec2025Options>>> = {
  all: combineSpecs([spec20260728, spec20251125]),
  '2025-06-18': spec20250618,
  '2025-11-25': spec20251125,
  '2026-07-28': spec20260728,
};

/** Serves an application over HTTP from this process, at a free port. The socket is real, the handlers can be looked at. */
export function serveHttp(
  application: Application,
  { spec = 'all', ...options }: ServerOptions & Spec2025Options & HttpOptions & { readonly spec?: Spec } = {},
): Promise<Server> {
  const fixed = { spec: SPEC_OBJECTS[spec], transport: streamableHttp, port: 0 };
  return connect('here', application, { logger: silentLogger, ...options, ...fixed });
}
