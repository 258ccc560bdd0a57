import { readFileSync } from 'node:fs';
import type { JsonObject, JsonRpcMessage, JsonValue, Revision } from '@polyspec/core';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

/** The result of each method, by its name in the official schemas. */
const RESULTS: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'completion/complete': 'CompleteResult',
  'logging/setLevel': 'EmptyResult',
};

/** Definitions that others may add members to. */
const OPEN = ['ServerCapabilities', 'ClientCapabilities'];

interface Official {
  readonly names: { readonly response: string; readonly failure: string };
  validator(definition: string): ValidateFunction;
}

const cache = new Map<Revision, Official>();

/**
 * The official schema of a revision, closed: a definition takes only the members that it names, so that what a newer
 * revision added is found.
 */
function official(revision: Revision): Official {
  const known = cache.get(revision);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../../../test/schema/${revision}.json`, import.meta.url), 'utf8');
  const schema = JSON.parse(text) as Record<string, Record<string, JsonObject>>;
  const member = schema.$defs === undefined ? 'definitions' : '$defs';
  for (const [name, definition] of Object.entries(schema[member] ?? {})) {
    if (OPEN.includes(name) || definition.properties === undefined) continue;
    if (definition.additionalProperties === undefined) Object.assign(definition, { additionalProperties: false });
  }
  const options = { strict: false, allErrors: true };
  const ajv = member === '$defs' ? new Ajv2020(options) : new Ajv(options);
  addFormats.default(ajv);
  ajv.addFormat('byte', true);
  ajv.addSchema(schema, revision);
  const made: Official = {
    names:
      revision === '2025-06-18'
        ? { response: 'JSONRPCResponse', failure: 'JSONRPCError' }
        : { response: 'JSONRPCResultResponse', failure: 'JSONRPCErrorResponse' },
    validator: (definition) => {
      const validate = ajv.getSchema(`${revision}#/${member}/${definition}`);
      if (validate === undefined) throw new Error(`${revision} has no ${definition}`);
      return validate;
    },
  };
  cache.set(revision, made);
  return made;
}

/** Expects a message from a server to be legal in a revision, with nothing in it that the revision does not know. */
export function expectLegal(message: JsonRpcMessage, revision: Revision, method?: string): void {
  const { names, validator } = official(revision);
  const expectValid = (definition: string, value: JsonValue | object | undefined): void => {
    const validate = validator(definition);
    if (!validate(value)) {
      const faults = validate.errors?.map(({ instancePath, message: text }) => `${instancePath} ${text}`);
      expect.fail(`no ${definition} of ${revision}: ${faults?.join('; ')}\n${JSON.stringify(value)}`);
    }
  };
  if ('method' in message) {
    expectValid('ServerNotification', message);
  } else if ('error' in message) {
    expectValid(names.failure, message);
  } else {
    expectValid(names.response, message);
    const definition = method === undefined ? undefined : RESULTS[method];
    if (definition !== undefined) expectValid(definition, message.result);
  }
}
