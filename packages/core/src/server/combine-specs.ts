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

function combined(handlers: readonly SpecHandler[], ways: WaysIn, served: readonly Revision[]): SpecHandler {
  const owner = (message: JsonRpcMessage | undefined, exchange: Exchange): SpecHandler | undefined =>
    handlers.find((handler) => handler.claims(message, exchange));
  return {
    claims: (message, exchange) => owner(message, exchange) !== undefined,
    handle: (message, exchange) =>
      owner(message, exchange)?.handle(message, exchange) ?? unclaimed(message, exchange, ways, served),
    // It is an answer as far as it can be read, and belongs to whoever would have got that.
    misread: (question, fault, exchange) =>
      owner(failure(question, ErrorCode.InvalidRequest, fault), exchange)?.misread?.(question, fault, exchange),
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

interface WaysIn {
  /** How a client can begin to speak: some revisions are named by each request, others are agreed on once. */
  readonly text: string;
  /** The header fields that a request has over HTTP after a revision was agreed on. */
  readonly headers: readonly string[];
}

function waysIn(specs: readonly SpecProtocol<never>[]): WaysIn {
  const opened = new Map<Revision, string>();
  const named = new Set<Revision>();
  const headers = new Set<string>();
  for (const spec of specs) {
    for (const revision of spec.revisions) {
      const dialect = spec.client?.(revision, NOBODY);
      if (dialect?.opening === undefined) {
        named.add(revision);
        continue;
      }
      opened.set(revision, dialect.opening.method);
      for (const header of Object.keys(dialect.headers('tools/list', undefined))) headers.add(header);
    }
  }
  const methods = [...new Set(opened.values())];
  const ways = [
    ...(named.size > 0 ? [`name ${[...named].join(' or ')} in params._meta`] : []),
    ...(methods.length > 0 ? [`start with ${methods.join(' or ')} (${[...opened.keys()].join(', ')})`] : []),
  ];
  return { text: ways.join(', or '), headers: [...headers] };
}

const NOBODY: ClientIdentity = { name: '', version: '', capabilities: {} };

function unclaimed(message: JsonRpcMessage, { http }: Exchange, ways: WaysIn, served: readonly Revision[]): Outcome {
  if (!isRequest(message)) return accepted;
  const missing = ways.headers.filter((name) => http?.header(name) === undefined);
  // Who has opened a conversation and forgets to say so has to be told what it forgot, and not to open another one.
  const forgotten =
    http === undefined || missing.length === 0
      ? ''
      : `; after that, each has ${missing.join(', ')}, which is missing here`;
  const text = `No protocol revision served here takes this request: ${ways.text}${forgotten}`;
  return {
    type: 'response',
    status: 400,
    response: failure(message.id, ErrorCode.InvalidParams, text, { supported: served }),
  };
}
