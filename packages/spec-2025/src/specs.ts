import type { SpecProtocol } from '@polyspec/core';
import { clientDialect } from './client.js';
import { HandshakeHandler } from './handler.js';
import { type Spec2025Options, spec2025Options } from './options.js';
import { revision20250618 } from './revision-2025-06-18.js';
import { revision20251125 } from './revision-2025-11-25.js';
import type { Wire } from './wire.js';

/**
 * Revision 2025-06-18 (https://modelcontextprotocol.io/specification/2025-06-18).
 *
 * A client that asks for another revision is offered this one.
 *
 * @example
 * import { connect } from '@polyspec/core';
 * import { spec20250618 } from '@polyspec/spec-2025';
 * import { stdio } from '@polyspec/transport-stdio';
 * await connect('calculator', application, { spec: spec20250618, transport: stdio });
 */
export const spec20250618: SpecProtocol<Spec2025Options> = protocol([revision20250618]);

/**
 * Revision 2025-11-25 (https://modelcontextprotocol.io/specification/2025-11-25), and 2025-06-18 for the clients that ask
 * for it.
 *
 * @example
 * import { combineSpecs, connect } from '@polyspec/core';
 * import { spec20251125 } from '@polyspec/spec-2025';
 * import { spec20260728 } from '@polyspec/spec-2026';
 * import { stdio } from '@polyspec/transport-stdio';
 * await connect('calculator', application, { spec: combineSpecs([spec20260728, spec20251125]), transport: stdio });
 */
export const spec20251125: SpecProtocol<Spec2025Options> = protocol([revision20251125, revision20250618]);

/** A spec that serves these revisions, newest first. */
function protocol(wires: readonly [Wire, ...Wire[]]): SpecProtocol<Spec2025Options> {
  const revisions = wires.map((wire) => wire.revision);
  return {
    revisions,
    options: spec2025Options,
    attach: (runtime, options) => new HandshakeHandler(wires, runtime, options),
    client: (revision, identity) => clientDialect(revisions, revision, identity),
  };
}
