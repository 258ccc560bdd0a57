import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const schema: object = JSON.parse(
  readFileSync(new URL('../../../test/schema/2026-07-28.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(schema, 'mcp');

/** What of a value contradicts a definition of the official schema of 2026-07-28; empty when nothing does. */
export function faultsAgainst(definition: string, value: unknown): readonly string[] {
  const validate = ajv.getSchema(`mcp#/$defs/${definition}`);
  if (validate === undefined) throw new TypeError(`The official schema has no ${definition}`);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${definition}${instancePath} ${message}`);
}

const RESULTS: Readonly<Record<string, string>> = {
  'server/discover': 'DiscoverResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'completion/complete': 'CompleteResult',
};

/** Definitions of whole error responses, and of their `error` member. */
const FAILURES: Readonly<Record<number, { readonly whole?: string; readonly error?: string }>> = {
  [-32600]: { error: 'InvalidRequestError' },
  [-32601]: { error: 'MethodNotFoundError' },
  [-32602]: { error: 'InvalidParamsError' },
  [-32603]: { error: 'InternalError' },
  [-32020]: { whole: 'HeaderMismatchError' },
  [-32021]: { whole: 'MissingRequiredClientCapabilityError' },
  [-32022]: { whole: 'UnsupportedProtocolVersionError' },
};

interface Answer {
  readonly result?: { readonly resultType?: unknown };
  readonly error?: { readonly code: number };
}

/** What of an answer to a method contradicts the official schema, or the rules that the schema is too loose for. */
export function faultsOfAnswer(method: string, answer: unknown): readonly string[] {
  const { result, error } = answer as Answer;
  if (error !== undefined) {
    const { whole, error: part } = FAILURES[error.code] ?? {};
    if (whole === undefined && part === undefined) return [`${error.code} is no code of this revision`];
    return [
      ...faultsAgainst('JSONRPCErrorResponse', answer),
      ...(whole === undefined ? [] : faultsAgainst(whole, answer)),
      ...(part === undefined ? [] : faultsAgainst(part, error)),
    ];
  }
  return [
    ...faultsAgainst('JSONRPCResultResponse', answer),
    ...faultsAgainst(RESULTS[method] ?? 'Result', result),
    ...(result?.resultType === 'complete' ? [] : [`resultType is ${JSON.stringify(result?.resultType)}`]),
  ];
}

const NOTIFICATIONS: Readonly<Record<string, string>> = {
  'notifications/progress': 'ProgressNotification',
  'notifications/message': 'LoggingMessageNotification',
};

/** What of a message that went out ahead of an answer contradicts the official schema. */
export function faultsOfNotification(message: unknown): readonly string[] {
  const { method } = message as { readonly method: string };
  const definition = NOTIFICATIONS[method];
  return definition === undefined ? [`${method} is never sent`] : faultsAgainst(definition, message);
}
