import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** The revisions whose official schemas stand here. */
export type KnownRevision = '2025-06-18' | '2025-11-25' | '2026-07-28';

/** Newest first. */
export const REVISIONS: readonly KnownRevision[] = ['2026-07-28', '2025-11-25', '2025-06-18'];

/** Whether a value names a revision that has a schema here. */
export function isKnownRevision(value: unknown): value is KnownRevision {
  return (REVISIONS as readonly unknown[]).includes(value);
}

/** The result of each method, by its name in the schemas. */
const RESULTS: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'server/discover': 'DiscoverResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'completion/complete': 'CompleteResult',
  'logging/setLevel': 'EmptyResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
};

/** The methods whose result may be that more is needed from the client first, and how such a result is marked. */
const IN_ROUNDS: readonly string[] = ['tools/call', 'prompts/get', 'resources/read'];
const INTERIM = 'input_required';

/** The methods that are no more, or not yet, in a revision: a result of one is a fault. */
const ABSENT: Readonly<Record<KnownRevision, readonly string[]>> = {
  '2025-06-18': ['server/discover'],
  '2025-11-25': ['server/discover'],
  '2026-07-28': ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'],
};

/** The error codes that a server may use, with the definitions of the `error` member or of the whole message. */
const LEGACY_ERRORS: Readonly<Record<number, ErrorDefinition>> = {
  [-32700]: {},
  [-32600]: {},
  [-32601]: {},
  [-32602]: {},
  [-32603]: {},
  [-32002]: {},
};
const MODERN_ERRORS: Readonly<Record<number, ErrorDefinition>> = {
  [-32700]: { error: 'ParseError' },
  [-32600]: { error: 'InvalidRequestError' },
  [-32601]: { error: 'MethodNotFoundError' },
  [-32602]: { error: 'InvalidParamsError' },
  [-32603]: { error: 'InternalError' },
  [-32020]: { whole: 'HeaderMismatchError' },
  [-32021]: { whole: 'MissingRequiredClientCapabilityError' },
  [-32022]: { whole: 'UnsupportedProtocolVersionError' },
};

const ERRORS: Readonly<Record<KnownRevision, Readonly<Record<number, ErrorDefinition>>>> = {
  '2025-06-18': LEGACY_ERRORS,
  '2025-11-25': { ...LEGACY_ERRORS, [-32042]: { whole: 'URLElicitationRequiredError' } },
  '2026-07-28': MODERN_ERRORS,
};

interface ErrorDefinition {
  readonly error?: string;
  readonly whole?: string;
}

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number };
}

/**
 * What of a message that a server sent contradicts the official schema of a revision, or the rules that the schema is too
 * loose for (`resultType`, the identity of the server, the error codes); empty when nothing does.
 *
 * @param method the method that the message answers, `undefined` for a notification or an answer to nothing that was read
 */
export function serverFaults(message: unknown, revision: KnownRevision, method?: string): readonly string[] {
  if (typeof message !== 'object' || message === null) return [`${JSON.stringify(message)} is no message`];
  const { method: sent, result, error } = message as Message;
  if (sent !== undefined) return unsolicitedFaults(message as Message, revision);
  if (error !== undefined) return errorFaults(message as Message, error.code, revision);
  if (result === undefined) return ['neither result nor error'];
  return resultFaults(message as Message, result, revision, method);
}

/** What of a message that a client sent contradicts the official schema of a revision. */
export function clientFaults(message: unknown, revision: KnownRevision): readonly string[] {
  const { method, id } = message as Message;
  if (method === undefined) {
    return faultsAgainst(
      revision,
      'error' in (message as object) ? errorName(revision) : responseName(revision),
      message,
    );
  }
  return callFaults(
    message as Message,
    revision,
    id === undefined ? 'ClientNotification' : requestName(method, revision),
  );
}

/** A request or a notification. Before 2025-11-25 its definition leaves out what every message has. */
function callFaults(message: Message, revision: KnownRevision, definition: string): readonly string[] {
  if (revision !== '2025-06-18') return faultsAgainst(revision, definition, message);
  const { jsonrpc: _, id, ...rest } = message;
  const envelope = id === undefined ? 'JSONRPCNotification' : 'JSONRPCRequest';
  return [...faultsAgainst(revision, envelope, message), ...faultsAgainst(revision, definition, rest)];
}

function unsolicitedFaults(message: Message, revision: KnownRevision): readonly string[] {
  if (message.id === undefined) return callFaults(message, revision, 'ServerNotification');
  return revision === '2026-07-28' ? ['a request to the client'] : callFaults(message, revision, 'ServerRequest');
}

function errorFaults(message: Message, code: number, revision: KnownRevision): readonly string[] {
  const definition = ERRORS[revision][code];
  if (definition === undefined) return [`${code} is no error code of ${revision}`];
  // The schema of 2025-06-18 wants an id on every error, its page on transports has errors without one (ambiguity Q-45).
  const whole = message.id === undefined && revision === '2025-06-18' ? { ...message, id: 0 } : message;
  return [
    ...faultsAgainst(revision, errorName(revision), whole),
    ...(definition.whole === undefined ? [] : faultsAgainst(revision, definition.whole, message)),
    ...(definition.error === undefined ? [] : faultsAgainst(revision, definition.error, message.error)),
  ];
}

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

function resultFaults(
  message: Message,
  result: Readonly<Record<string, unknown>>,
  revision: KnownRevision,
  method: string | undefined,
): readonly string[] {
  if (method === undefined) return ['a result for nothing that was asked'];
  if (ABSENT[revision].includes(method)) return [`${revision} has no ${method}`];
  // A method that the revision does not have belongs to an extension.
  const isInterim = revision === '2026-07-28' && result.resultType === INTERIM && IN_ROUNDS.includes(method);
  const definition = isInterim
    ? 'InputRequiredResult'
    : (RESULTS[method] ?? (official(revision).requests.has(method) ? undefined : 'Result'));
  if (definition === undefined) return [`no definition of the result of ${method}`];
  const faults = [
    ...faultsAgainst(revision, responseName(revision), message),
    ...faultsAgainst(revision, definition, result),
  ];
  if (revision === '2026-07-28') {
    if (isInterim) faults.push(...interimFaults(result));
    else if (result.resultType !== 'complete') faults.push(`resultType is ${JSON.stringify(result.resultType)}`);
    const { [SERVER_INFO]: info } = (result._meta ?? {}) as Readonly<Record<string, unknown>>;
    faults.push(...faultsAgainst(revision, 'Implementation', info));
  }
  return faults;
}

/** What the page says of these results and their schema does not (basic/patterns/mrtr). */
function interimFaults({ inputRequests, requestState }: Readonly<Record<string, unknown>>): readonly string[] {
  const requests = Object.entries((inputRequests ?? {}) as object);
  return [
    ...(requests.length > 0 || requestState !== undefined ? [] : ['neither inputRequests nor requestState']),
    ...(inputRequests !== undefined && requests.length === 0 ? ['inputRequests is empty'] : []),
    ...requests.flatMap(([key, request]) => ('id' in request || 'jsonrpc' in request ? [`${key} is a message`] : [])),
  ];
}

function responseName(revision: KnownRevision): string {
  return revision === '2025-06-18' ? 'JSONRPCResponse' : 'JSONRPCResultResponse';
}

function errorName(revision: KnownRevision): string {
  return revision === '2025-06-18' ? 'JSONRPCError' : 'JSONRPCErrorResponse';
}

/** The definition whose `method` is this one, so that faults are told of it and not of a union of all. */
function requestName(method: string, revision: KnownRevision): string {
  return official(revision).requests.get(method) ?? 'ClientRequest';
}

/** What of a value contradicts a definition of the official schema of a revision; empty when nothing does. */
export function faultsAgainst(revision: KnownRevision, definition: string, value: unknown): string[] {
  const validate = official(revision).validator(definition);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${definition}${instancePath} ${message} ${JSON.stringify(params)} (${revision})`,
  );
}

interface Official {
  /** The definitions of requests by their methods. */
  readonly requests: ReadonlyMap<string, string>;
  validator(definition: string): ValidateFunction;
}

interface Definition {
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>;
  readonly additionalProperties?: unknown;
}

const kept = new Map<KnownRevision, Official>();

/** Definitions that others may add members to. */
const OPEN = /^(?:Server|Client)Capabilities$|MetaObject$/;

/**
 * The official schema of a revision, closed: a definition takes only the members that it names, so that what another
 * revision has is found.
 */
function official(revision: KnownRevision): Official {
  const known = kept.get(revision);
  if (known !== undefined) return known;
  const file = new URL(`./${revision}.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, Definition>>;
  const member = schema.$defs === undefined ? 'definitions' : '$defs';
  const requests = new Map<string, string>();
  for (const [name, definition] of Object.entries(schema[member] ?? {})) {
    const method = definition.properties?.method?.const;
    if (method !== undefined) requests.set(method, name);
    if (OPEN.test(name) || definition.properties === undefined || definition.additionalProperties !== undefined)
      continue;
    Object.assign(definition, { additionalProperties: false });
  }
  const options = { strict: false, allErrors: true, logger: false } as const;
  const ajv = member === '$defs' ? new Ajv2020(options) : new Ajv(options);
  formats.default(ajv);
  ajv.addSchema(schema, revision);
  const made: Official = {
    requests,
    validator: (definition) => {
      const validate = ajv.getSchema(`${revision}#/${member}/${definition}`);
      if (validate === undefined) throw new TypeError(`The official schema of ${revision} has no ${definition}`);
      return validate;
    },
  };
  kept.set(revision, made);
  return made;
}
