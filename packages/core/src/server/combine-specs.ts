import type { Exchange, HttpMethod } from '../contract/exchange.js';
import { accepted, type Outcome } from '../contract/outcome.js';
import type { Revision } from '../contract/revision.js';
import type { ClientIdentity, SpecHandler, SpecProtocol } from '../contract/spec.js';
import { ErrorCode } from '../jsonrpc/error-code.js';
import { failure, isRequest, type JsonRpcMessage } from '../jsonrpc/message.js';
import type { OptionTable } from '../options/table.js';

/**
 * Puts several specs together into one, which serves all their revisions on one endpoint or in one process. Each message
 * goes to the first spec that claims it (ambiguities ); one that nobody claims is answered with an error that
 * names the revisions served and how to begin with them.
 *
 * @example combineSpecs([spec20260728, spec20251125])
 */
export function combineSpecs<Options extends object = object>(
  specs: readonly SpecProtocol<Options>[],
): SpecProtocol<Options> {
  const [only] = specs;
  if (only === undefined) throw new TypeError('combineSpecs needs at least one spec');
  if (specs.length === 1) return only;
  const revisions = [...new Set(specs.flatMap((spec) => spec.revisions))].sort().reverse();
  return {
    revisions,
    options: Object.assign({}, ...specs.map((spec) => spec.options)) as OptionTable,
    checkTool: (tool) => {
      for (const spec of specs) spec.checkTool?.(tool);
    },
    attach: (runtime, options) =>
      combined(
        specs.map((spec) => spec.attach(runtime, options)),
        waysIn(specs),
        options.served,
      ),
    client: (revision, identity) => {
      const dialect = specs.find((spec) => spec.revisions.includes(revision))?.client?.(revision, identity);
      if (dialect === undefined)
        throw new TypeError(`No spec here speaks ${revision}; there are ${revisions.join(', ')}`);
      return dialect;
    },
  };
}

const POST_ONLY: readonly HttpMethod[] = ['POST'];

function combined(handlers: readonly SpecHandler[], ways: string, served: readonly Revision[]): SpecHandler {
  const owner = (message: JsonRpcMessage | undefined, exchange: Exchange): SpecHandler | undefined =>
    handlers.find((handler) => handler.claims(message, exchange));
  return {
    claims: (message, exchange) => owner(message, exchange) !== undefined,
    handle: (message, exchange) =>
      owner(message, exchange)?.handle(message, exchange) ?? unclaimed(message, ways, served),
    open: (exchange) => owner(undefined, exchange)?.open?.(exchange) ?? accepted,
    // What has no message is served by the spec that claims it, or not at all (ambiguity Q-30).
    methods: (exchange) => owner(undefined, exchange)?.methods(exchange) ?? POST_ONLY,
    close: async (graceMs) => {
      // One that fails must not keep the others from their end.
      const ends = await Promise.allSettled(handlers.map(async (handler) => handler.close(graceMs)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

/** How a client can begin to speak: some revisions are named by each request, others are agreed on once. */
function waysIn(specs: readonly SpecProtocol<never>[]): string {
  const opened = new Map<Revision, string>();
  const named = new Set<Revision>();
  for (const spec of specs) {
    for (const revision of spec.revisions) {
      const opening = spec.client?.(revision, NOBODY)?.opening?.method;
      if (opening === undefined) named.add(revision);
      else opened.set(revision, opening);
    }
  }
  const methods = [...new Set(opened.values())];
  return [
    ...(named.size > 0 ? [`name ${[...named].join(' or ')} in params._meta`] : []),
    ...(methods.length > 0 ? [`start with ${methods.join(' or ')} (${[...opened.keys()].join(', ')})`] : []),
  ].join(', or ');
}

const NOBODY: ClientIdentity = { name: '', version: '', capabilities: {} };

function unclaimed(message: JsonRpcMessage, ways: string, served: readonly Revision[]): Outcome {
  if (!isRequest(message)) return accepted;
  const text = `No protocol revision served here takes this request: ${ways}`;
  return {
    type: 'response',
    status: 400,
    response: failure(message.id, ErrorCode.InvalidParams, text, { supported: served }),
  };
}
