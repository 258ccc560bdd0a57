import { isJsonObject, type JsonObject } from '../json.js';
import { kindOf } from '../kind-of.js';
import { formSchemaFault } from './form-schema.js';
import { messagesFault } from './sampling-message.js';
import { textFault, visitFault } from './visit-fault.js';

/** What is wrong with a request of each type, `undefined` when nothing is. */
const FAULTS: Readonly<Record<string, (request: JsonObject) => string | undefined>> = {
  formElicitation: ({ message, schema }) => textFault(message, 'message') ?? formSchemaFault(schema, 'schema'),
  urlElicitation: visitFault,
  sampling: ({ request }) => samplingFault(request),
  roots: () => undefined,
};

/** What is wrong with something to ask the client, in words that begin with the member at fault. */
export function requestFault(request: unknown): string | undefined {
  if (!isJsonObject(request)) {
    return `must be formElicitation(…), urlElicitation(…), sampling(…) or roots(); got ${kindOf(request)}`;
  }
  const { type, optional } = request;
  if (typeof type !== 'string' || !Object.hasOwn(FAULTS, type)) {
    return `type must be one of ${Object.keys(FAULTS).join(', ')}; got ${typeof type === 'string' ? type : kindOf(type)}`;
  }
  if (optional !== undefined && typeof optional !== 'boolean') return 'optional must be true or false';
  return FAULTS[type]?.(request);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;
const isHint = (value: unknown): boolean => isJsonObject(value) && (value.name === undefined || isText(value.name));
const isTool = (value: unknown): boolean =>
  isJsonObject(value) && isText(value.name) && isJsonObject(value.inputSchema);

/** What the members of a sampling request take beside its messages (schema `CreateMessageRequestParams`, I-15). */
const SAMPLING: Readonly<Record<string, readonly [accepts: (value: unknown) => boolean, takes: string]>> = {
  maxTokens: [(value) => Number.isSafeInteger(value) && (value as number) > 0, 'a positive integer; it is required'],
  systemPrompt: [isText, 'a string'],
  includeContext: [
    (value) => ['none', 'thisServer', 'allServers'].includes(String(value)),
    'none, thisServer or allServers',
  ],
  temperature: [Number.isFinite, 'a number'],
  stopSequences: [(value) => Array.isArray(value) && value.every(isText), 'a list of strings'],
  metadata: [isJsonObject, 'an object'],
  tools: [
    (value) => Array.isArray(value) && value.every(isTool),
    'a list of tools, each with a name and an inputSchema',
  ],
  toolChoice: [
    (value) =>
      isJsonObject(value) && [undefined, 'auto', 'required', 'none'].includes(value.mode as string | undefined),
    'an object whose mode is auto, required or none',
  ],
};

const PRIORITIES = ['costPriority', 'speedPriority', 'intelligencePriority'] as const;

function samplingFault(request: unknown): string | undefined {
  if (!isJsonObject(request)) return `request must be an object with messages and maxTokens; got ${kindOf(request)}`;
  for (const [member, [accepts, takes]] of Object.entries(SAMPLING)) {
    const value = request[member];
    if (value === undefined && member !== 'maxTokens') continue;
    if (!accepts(value)) return `request.${member} must be ${takes}; got ${kindOf(value)}`;
  }
  return preferencesFault(request.modelPreferences) ?? messagesFault(request.messages, 'request.messages');
}

function preferencesFault(preferences: unknown): string | undefined {
  if (preferences === undefined) return undefined;
  if (!isJsonObject(preferences)) return `request.modelPreferences must be an object; got ${kindOf(preferences)}`;
  const wrong = PRIORITIES.find((name) => preferences[name] !== undefined && !isShare(preferences[name]));
  if (wrong !== undefined) return `request.modelPreferences.${wrong} must be a number from 0 to 1`;
  const { hints } = preferences;
  if (hints === undefined || (Array.isArray(hints) && hints.every(isHint))) return undefined;
  return 'request.modelPreferences.hints must be a list of objects, each with the name of a model';
}
